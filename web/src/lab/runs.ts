/** The three runs that the lab trains side by side. They differ only in the mask. */
import type { TrainingSpec } from "../module/training/types.js";
import type { LabSettings } from "./settings.js";

export const RUN_KEYS = ["masked", "unmasked", "weak"] as const;
export type RunKey = (typeof RUN_KEYS)[number];
export type PerRun<T> = Readonly<Record<RunKey, T>>;

/** The score that the weak mask gives later tokens; it is too large to hide them. */
const WEAK_FILL = -1;

const MASKS: PerRun<Pick<TrainingSpec, "mask" | "maskFill">> = {
  masked: { mask: true, maskFill: "-inf" },
  unmasked: { mask: false },
  weak: { mask: true, maskFill: WEAK_FILL },
};

/** The feed-forward layers are this many times as wide as the model, as in "Attention Is All You Need". */
const FEED_FORWARD = 4;

export const specOf = (settings: LabSettings, key: RunKey): TrainingSpec => ({
  ...settings,
  dFf: FEED_FORWARD * settings.dModel,
  ...MASKS[key],
});

export const perRun = <T>(of: (key: RunKey) => T): PerRun<T> => ({
  masked: of("masked"),
  unmasked: of("unmasked"),
  weak: of("weak"),
});
