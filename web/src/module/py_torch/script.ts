/**
 * A lesson as one PyTorch script that computes the tensors of its trace and prints them. Tensors and layers have their names
 * in the trace, except layers whose name is also that of a tensor: `embed`, `layer_norm_1`, `layer_norm_2`.
 */
import type { LessonSpec } from "../types.js";
import { attention, heads, output, projections } from "./attention.js";
import { feedForward, positions, warmUp } from "./block.js";
import { demo } from "./demo.js";
import { layers } from "./layers.js";
import type { Paragraph } from "./line.js";
import { blockMasks, blockPaddingMask, masks } from "./masks.js";
import { embedding, imports, sequences, sizes, source, target } from "./opening.js";
import { printing } from "./printing.js";
import { readableHeads } from "./readable.js";
import { subjectOf } from "./subject.js";

/** The script in paragraphs; each line lists the steps that it computes. Expects a spec with every default filled in. */
export function paragraphs(spec: Required<LessonSpec>, readable = false): readonly Paragraph[] {
  const subject = subjectOf(spec, readable);
  const script = [
    imports(subject),
    ...demo(subject),
    sizes(subject),
    ...sequences(subject),
    source(subject),
    ...embedding(subject),
    target(subject),
    ...positions(subject),
    masks(subject),
    blockPaddingMask(subject),
    ...warmUp(subject),
    ...layers(subject),
    ...readableHeads(subject),
    projections(subject),
    heads(subject),
    blockMasks(subject),
    attention(subject),
    output(subject),
    feedForward(subject),
  ].filter((paragraph) => paragraph.length > 0);
  return [...script, printing(script)];
}

/** The whole script, to run or to copy. Expects a spec with every default filled in. */
export const scriptOf = (spec: Required<LessonSpec>, readable = false): string =>
  `${paragraphs(spec, readable)
    .map((paragraph) => paragraph.map(([text]) => text).join("\n"))
    .join("\n\n")}\n`;
