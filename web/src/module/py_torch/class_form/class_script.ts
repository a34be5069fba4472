/**
 * A lesson as PyTorch classes. The script draws the same weights in the same order as the step-by-step script, calls the
 * classes, and prints the tensor of the last step of the trace.
 */
import type { LessonSpec } from "../../types.js";
import { positions } from "../block.js";
import { blockMasks, blockPaddingMask, masks } from "../masks.js";
import { embedding, imports, sequences, sizes, source, target } from "../opening.js";
import { type Subject, subjectOf } from "../subject.js";
import { calls, resultOf } from "./calls.js";
import { type Block, textOfLine } from "./class_line.js";
import { classes, makesOwnMask } from "./classes.js";

/** The classes of a lesson, and the lines that call them. */
export interface ClassForm {
  readonly classes: readonly Block[];
  readonly calls: Block;
  /** The step of the trace that the last call computes. */
  readonly result: string;
}

/** Expects a spec with every default filled in. */
export function classForm(spec: Required<LessonSpec>, readable = false): ClassForm {
  const subject = subjectOf(spec, readable);
  return { classes: classes(subject), calls: calls(subject), result: resultOf(subject) };
}

/** The classes as text, to copy into a notebook. */
export const classText = ({ classes }: ClassForm): string =>
  `${classes.map((block) => block.map(textOfLine).join("\n")).join("\n\n\n")}\n`;

/** The whole script, to run or to copy. Expects a spec with every default filled in. */
export function classScriptOf(spec: Required<LessonSpec>, readable = false): string {
  const subject = subjectOf(spec, readable);
  const form = classForm(spec, readable);
  const texts = (lines: Block): readonly (readonly [string])[] => lines.map((line) => [textOfLine(line)]);
  const script = [
    imports(subject, "its classes print the last tensor of its trace."),
    ...form.classes.map(texts),
    sizes(subject).filter(([text]) => !text.startsWith("d_k")),
    ...sequences(subject),
    source(subject),
    ...embedding(subject),
    target(subject),
    ...positions(subject),
    ...maskLines(subject),
    texts(form.calls),
    [[`print("${form.result}", tuple(${form.result}.shape))`], [`print(${form.result}.detach())`]] as const,
  ];
  return `${script
    .filter((paragraph) => paragraph.length > 0)
    .map((paragraph) => paragraph.map(([text]) => text).join("\n"))
    .join("\n\n")}\n`;
}

/** The masks that the call passes; none if the class makes its own. */
const maskLines = (subject: Subject) =>
  makesOwnMask(subject) ? [] : [masks(subject), blockPaddingMask(subject), blockMasks(subject)];
