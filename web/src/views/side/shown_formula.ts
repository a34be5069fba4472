/** The formula beside the stage. That of the opening step is loaded with the side, the others with the scenes of their steps. */
import type { StageStep } from "../../draw/scene.js";
import { opening } from "../../lessons/formulas/opening.js";
import type { Trace } from "../../module/types.js";
import { once } from "../../store/once.js";

const load = once(() => import("../../lessons/formulas.js"));
let formulas: Awaited<ReturnType<typeof load>>;

const isOpening = ({ op }: StageStep): boolean => op === "opening";

export const canWrite = (step: StageStep): boolean => isOpening(step) || formulas !== undefined;

export async function loadFormulas(): Promise<void> {
  formulas ??= await load();
}

/** Empty if the formulas have not been loaded. */
export const formulaOf = (trace: Trace, step: StageStep): string =>
  isOpening(step) ? opening(step, trace) : (formulas?.formulaOf(trace, step) ?? "");
