/** What is on the screen. */
import type { CellRef } from "../draw/picture.js";
import type { Focus } from "../draw/tensor_view.js";
import type { LessonSpec } from "../module/types.js";

/** What opens over the stage: a comparison of its step, or an exercise. */
export interface Sheet {
  readonly kind: "compare" | "mistakes";
  /** Which comparison or exercise; any other word: the first comparison, the list of exercises. */
  readonly id: string;
}

/** What is on the screen, as far as an address can say it. */
export interface ViewState {
  readonly spec: LessonSpec;
  readonly step: string;
  readonly t: number;
  readonly playing: boolean;
  readonly focus: Focus;
  readonly cell: CellRef | undefined;
  readonly sheet: Sheet | undefined;
}
