/** The formula, the code and the choice of weights of a step: those of the opening step load with the side panel, all others later. */
import { nothing, type TemplateResult } from "lit";
import type { StageStep } from "../../draw/scene.js";
import type { Trace } from "../../module/types.js";
import { opening } from "../../operations/opening.js";
import type { CodeWindow } from "../../operations/operation.js";
import { once } from "../../store/once.js";
import type { Side } from "./weights_template.js";

const loadLater = once(() => import("./later_steps.js"));
let later: Awaited<ReturnType<typeof loadLater>>;

type Part = TemplateResult | typeof nothing;

const isOpening = ({ op }: StageStep): boolean => op === "opening";

export const canWrite = (step: StageStep): boolean => isOpening(step) || later !== undefined;

/** Loads what all steps except the opening need. */
export async function loadBeside(): Promise<void> {
  later ??= await loadLater();
}

/** Empty if the formula has not been loaded. */
export const formulaOf = (trace: Trace, step: StageStep): string =>
  isOpening(step) ? opening.formula(step, trace) : (later?.formulaOf(trace, step) ?? "");

/** Has no lines if the code has not been loaded. */
export const codeOf = (trace: Trace, id: string): CodeWindow =>
  (id === "opening" ? opening.bridge?.code?.(trace) : later?.codeOf(trace, id)) ?? { code: [], current: [] };

export const weightsTemplate = (side: Side, stage: StageStep): Part =>
  later?.weightsTemplate(side, stage) ?? nothing;

export const trainedTemplate = (side: Side): Part => later?.trainedTemplate(side) ?? nothing;

/** The lesson as a script; rejects if that cannot be loaded. */
export async function loadScript(trace: Trace): Promise<string> {
  await loadBeside();
  if (!later) throw new Error("The code of the script did not load");
  return later.scriptOf(trace);
}
