/** What stands beside the stage in a lecture. */
export const BESIDE_STAGE = ["question", "formula", "code"] as const;
export type BesideStage = Readonly<Record<(typeof BESIDE_STAGE)[number], boolean>>;
