/** The formula and the code beside the stage. Those of the opening are loaded with the side, the others with their scenes. */
import type { StageStep } from "../../draw/scene.js";
import { opening } from "../../lessons/formulas/opening.js";
import { type CodeWindow, openingCode } from "../../lessons/code/opening_code.js";
import type { Trace } from "../../module/types.js";
import { once } from "../../store/once.js";

const load = once(() => import("../../lessons/notation.js"));
let notation: Awaited<ReturnType<typeof load>>;

const isOpening = ({ op }: StageStep): boolean => op === "opening";

export const canWrite = (step: StageStep): boolean => isOpening(step) || notation !== undefined;

export async function loadNotation(): Promise<void> {
  notation ??= await load();
}

/** Empty if it has not been loaded. */
export const formulaOf = (trace: Trace, step: StageStep): string =>
  isOpening(step) ? opening(step, trace) : (notation?.formulaOf(trace, step) ?? "");

/** Without lines if it has not been loaded. */
export const codeOf = (trace: Trace, id: string): CodeWindow =>
  id === "opening" ? openingCode(trace) : (notation?.codeOf(trace, id) ?? { code: [], current: [] });

/** The lesson as a script; rejects if that cannot be loaded. */
export async function loadScript(trace: Trace): Promise<string> {
  await loadNotation();
  if (!notation) throw new Error("The code of the script did not load");
  return notation.scriptOf(trace);
}
