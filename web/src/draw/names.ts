/**
 * Which token each row or column of a tensor belongs to. This is decided only here, from the trace: an axis with the letter L,
 * S or T indexes the tokens of the sentence in focus.
 */
import { range } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { labelSize } from "./measure.js";
import type { SceneInput, StageStep, Tokens } from "./picture.js";
import type { Axis, Slice, TokenName } from "./tensor_view.js";

/** The name of padding where tokens are shown as words. */
export const PADDING = "[PAD]";

type Sentence = Pick<SceneInput, "trace" | "focus" | "tokens">;
type Sequence = "ids" | "target_ids";

/** The sequence that an axis indexes. Without a target, S and T are axes of a demonstration, which has no tokens. */
function sequenceOf({ steps }: Trace, letter: string): Sequence | undefined {
  const hasTarget = steps.some(({ name }) => name === "target_ids");
  if (letter === "T") return hasTarget ? "target_ids" : undefined;
  return letter === "L" || (letter === "S" && hasTarget) ? "ids" : undefined;
}

/** The tokens that an axis with this letter indexes in the sentence in focus; undefined for any other axis. */
export function tokensOf(
  { trace, focus, tokens }: Sentence,
  letter: string,
): readonly TokenName[] | undefined {
  const sequence = sequenceOf(trace, letter);
  const ids = trace.steps.find(({ name }) => name === sequence);
  if (!ids) return undefined;
  const words = (sequence === "ids" ? tokens?.source : tokens?.target)?.[focus.batch];
  const [batches = 1, length = 1] = ids.shape;
  const from = Math.min(focus.batch, batches - 1) * length;
  const { padId } = trace.spec;
  return range(length).map((at) => {
    const id = ids.data[from + at] ?? padId;
    const isPadding = id === padId;
    if (words && isPadding) return { text: PADDING, brief: String(id), isPadding, at };
    return { text: words?.[at] ?? String(id), isPadding, at };
  });
}

/**
 * A slice of a step with the names of its tokens. A slice through several sentences gets no names, because its columns are
 * different tokens in every row. Ids get names only if words are known, because each cell already shows its id.
 */
export function withTokenNames(
  input: Sentence & Pick<SceneInput, "width">,
  step: Pick<StageStep, "name" | "axes" | "op">,
  slice: Slice,
): Slice {
  const { rows, cols } = slice;
  const size = labelSize(input.width);
  const dimsPadding = step.axes.includes("B");
  const spansBatch = [rows, cols].some(({ letter, size: count }) => letter === "B" && count > 1);
  if (spansBatch || (step.op === "pad" && !input.tokens)) return slice;
  const nameAxis = (axis: Axis, position: number): Axis => {
    const tokens = axis.names ? undefined : namesAlong(input, step.name, axis, position);
    return tokens?.length === axis.size
      ? { ...axis, names: { axis: position, tokens, size, dimsPadding } }
      : axis;
  };
  const rowAxis = step.axes.indexOf(rows.letter);
  const [namedRows, namedCols] = [
    nameAxis(rows, rowAxis),
    nameAxis(cols, step.axes.lastIndexOf(cols.letter)),
  ];
  return namedRows === rows && namedCols === cols ? slice : { ...slice, rows: namedRows, cols: namedCols };
}

/** The tokens along an axis of a step, or what its numbers mean. */
export const namesAlong = (
  input: Sentence,
  step: string,
  { letter, size }: Pick<Axis, "letter" | "size">,
  position: number,
): readonly TokenName[] | undefined => tokensOf(input, letter) ?? namesOfNumbers(input, step, position, size);

/** What the numbers along an axis mean, if it is known; those of the head in focus where each head has a part of them. */
function namesOfNumbers(
  { tokens, focus, trace }: Sentence,
  name: string,
  position: number,
  size: number,
): readonly TokenName[] | undefined {
  const names = tokens?.numbers?.[name]?.find(({ axis }) => axis === position)?.names;
  if (!names) return undefined;
  const isPart = names.length === size * trace.spec.numHeads;
  const from = isPart ? focus.head * size : 0;
  return names.slice(from, from + size).map((text, at) => ({ text, isPadding: false, at }));
}

/**
 * The tokens that a cell belongs to: one token, or query and key for a score or a mask bit. Empty for a tensor that all
 * sentences share.
 */
export function tokensOfCell(
  trace: Trace,
  tokens: Tokens | undefined,
  { axes, op }: Pick<StageStep, "axes" | "op">,
  index: readonly number[],
): readonly TokenName[] {
  const batch = index[axes.indexOf("B")];
  if (batch === undefined || (op === "pad" && !tokens)) return [];
  const input = { trace, tokens, focus: { batch, head: 0 } };
  return axes.flatMap((letter, axis) => tokensOf(input, letter)?.[index[axis] ?? 0] ?? []);
}
