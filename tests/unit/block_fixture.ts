/**
 * The steps of a transformer block up to its masked scores, by plain arithmetic on the ids of a tiny trace, for testing
 * the scenes of positions and of masks with 1 = ignore. Their relations hold; the numbers are not PyTorch's.
 */
import { cellCount } from "../../web/src/module/shape.js";
import type { LessonSpec, Step, StepName, Trace } from "../../web/src/module/types.js";
import { tinyTrace } from "./trace_fixture.js";

type Value = (index: readonly number[]) => number;

/** Without a mask there are no mask steps; with only one of the two masks, attn_mask equals it. */
export function blockTrace(overrides: Partial<LessonSpec> = {}): Trace {
  const base = tinyTrace({ maskFill: -1e9, ...overrides, lesson: "masked-multi-head", mask: null });
  const mask = overrides.mask === undefined ? { padding: true, causal: true } : overrides.mask;
  const steps: Step[] = base.steps.filter(({ op }) => op !== "uniform" && op !== "linear");
  const trace = { spec: { ...base.spec, lesson: "transformer-block", mask } as Trace["spec"], steps };
  positions(trace);
  masks(trace);
  fills(trace);
  return trace;
}

const find = ({ steps }: Trace, name: string): Step => steps.find((s) => s.name === name) as Step;

function put(
  trace: Trace,
  step: Pick<Step, "name" | "op" | "inputs" | "axes" | "dtype">,
  shape: number[],
  value: Value,
): void {
  const size = cellCount(shape);
  const data = new { float32: Float32Array, int32: Int32Array, bool: Uint8Array }[step.dtype](size);
  for (let flat = 0; flat < size; flat++) {
    let rest = flat;
    const index = [...shape].reverse().map((n) => {
      const i = rest % n;
      rest = Math.floor(rest / n);
      return i;
    });
    data[flat] = value(index.reverse());
  }
  (trace.steps as Step[]).push({ ...step, shape, data } as Step);
}

const at = ({ shape, data }: Step, ...index: number[]): number =>
  data[index.reduce((flat, i, axis) => flat * (shape[axis] ?? 1) + i, 0)] ?? Number.NaN;

function positions(trace: Trace): void {
  const { dModel, padId } = trace.spec;
  const ids = find(trace, "ids");
  const [batch = 1, length = 1] = ids.shape;
  const wide = [batch, length, dModel];
  const real = { axes: ["B", "L", "D"], dtype: "float32" } as const;
  put(
    trace,
    { name: "position_table", op: "sinusoid", inputs: [], axes: ["P", "D"], dtype: "float32" },
    [length + 1, dModel],
    ([p = 0, i = 0]) => {
      const angle = p / 10000 ** ((i - (i % 2)) / dModel);
      return i % 2 ? Math.cos(angle) : Math.sin(angle);
    },
  );
  put(
    trace,
    { name: "positions", op: "position_ids", inputs: ["ids"], axes: ["B", "L"], dtype: "int32" },
    [batch, length],
    ([b = 0, l = 0]) => (at(ids, b, l) === padId ? 0 : l + 1),
  );
  const [table, places, embedding] = ["position_table", "positions", "embedding"].map((name) =>
    find(trace, name),
  ) as [Step, Step, Step];
  put(
    trace,
    { name: "position_embedding", op: "embedding", inputs: ["positions", "position_table"], ...real },
    wide,
    ([b = 0, l = 0, d = 0]) => at(table, at(places, b, l), d),
  );
  const encoded = find(trace, "position_embedding");
  put(
    trace,
    { name: "input_sum", op: "add", inputs: ["embedding", "position_embedding"], ...real },
    wide,
    ([b = 0, l = 0, d = 0]) => at(embedding, b, l, d) + at(encoded, b, l, d),
  );
}

function masks(trace: Trace): void {
  const { mask, padId } = trace.spec;
  const ids = find(trace, "ids");
  const [batch = 1, length = 1] = ids.shape;
  const square = [batch, length, length];
  const axes = ["B", "L", "L"];
  const made: string[] = [];
  if (mask?.padding) {
    made.push("attn_pad_mask");
    put(
      trace,
      { name: "attn_pad_mask", op: "eq", inputs: ["ids"], axes, dtype: "bool" },
      square,
      ([b = 0, , j = 0]) => Number(at(ids, b, j) === padId),
    );
  }
  if (mask?.causal) {
    made.push("attn_dec_mask");
    put(
      trace,
      { name: "attn_dec_mask", op: "triu", inputs: [], axes, dtype: "int32" },
      square,
      ([, i = 0, j = 0]) => Number(j > i),
    );
  }
  if (made.length === 0) return;
  const all = made.map((name) => find(trace, name));
  put(
    trace,
    { name: "attn_mask", op: "logical_or", inputs: made as StepName[], axes, dtype: "bool" },
    square,
    (index) => Number(all.some((one) => at(one, ...index))),
  );
}

/** The scores of the warm-up attention, which has no heads axis, and both fills. */
function fills(trace: Trace): void {
  const { dModel, numHeads, maskFill } = trace.spec;
  const input = find(trace, "input_sum");
  const [batch = 1, length = 1] = input.shape;
  const fill = maskFill === "-inf" ? Number.NEGATIVE_INFINITY : maskFill;
  const axes = ["B", "L", "L"];
  put(
    trace,
    {
      name: "warmup_scores",
      op: "scaled_dot_product",
      inputs: ["input_sum", "input_sum"],
      axes,
      dtype: "float32",
    },
    [batch, length, length],
    ([b = 0, i = 0, j = 0]) => {
      let sum = 0;
      for (let d = 0; d < dModel; d++) sum += at(input, b, i, d) * at(input, b, j, d);
      return sum / Math.sqrt(dModel / numHeads);
    },
  );
  const masked = (name: StepName, scores: StepName, mask: StepName): void => {
    if (!trace.steps.some((s) => s.name === mask)) return;
    const [from, bits] = [find(trace, scores), find(trace, mask)];
    put(
      trace,
      { name, op: "masked_fill", inputs: [scores, mask], axes: [...from.axes], dtype: "float32" },
      [...from.shape],
      (index) => (at(bits, index[0] ?? 0, ...index.slice(-2)) ? fill : at(from, ...index)),
    );
  };
  masked("warmup_masked_scores", "warmup_scores", "attn_pad_mask");
  masked("masked_scores", "scores", "attn_mask");
}
