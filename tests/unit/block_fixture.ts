/**
 * The steps of a transformer block up to its masked scores, by plain arithmetic on the ids of a tiny trace, for testing
 * the scenes of positions and of masks with 1 = ignore. Their relations hold; the numbers are not PyTorch's.
 */
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { tinyTrace } from "./trace_fixture.js";
import { type Spec, TraceBuilder } from "./traces/trace_builder.js";

/** Without a mask there are no mask steps; with only one of the two masks, attn_mask equals it. */
export function blockTrace(overrides: Partial<LessonSpec> = {}): Trace {
  const base = tinyTrace({ maskFill: -1e9, ...overrides, lesson: "masked-multi-head", mask: null });
  const mask = overrides.mask === undefined ? { padding: true, causal: true } : overrides.mask;
  const spec = { ...base.spec, lesson: "transformer-block", mask } as Spec;
  const steps = base.steps.filter(({ op }) => op !== "uniform" && op !== "linear");
  const b = new TraceBuilder(spec, steps);
  positions(b);
  masks(b);
  fills(b);
  return { spec, steps: b.steps };
}

function positions(b: TraceBuilder): void {
  const { dModel, padId } = b.spec;
  const id = b.at("ids");
  b.add("position_table", "sinusoid", "", "PD", ([p = 0, i = 0]) => {
    const angle = p / 10000 ** ((i - (i % 2)) / dModel);
    return i % 2 ? Math.cos(angle) : Math.sin(angle);
  });
  b.add("positions", "position_ids", "ids", "BL", ([n = 0, l = 0]) => (id(n, l) === padId ? 0 : l + 1));
  const table = b.at("position_table");
  const place = b.at("positions");
  b.add("position_embedding", "embedding", "positions position_table", "BLD", ([n = 0, l = 0, d = 0]) =>
    table(place(n, l), d),
  );
  const [embedding, encoded] = [b.at("embedding"), b.at("position_embedding")];
  b.add("input_sum", "add", "embedding position_embedding", "BLD", (i) => embedding(...i) + encoded(...i));
}

function masks(b: TraceBuilder): void {
  const { mask, padId } = b.spec;
  const id = b.at("ids");
  if (mask?.padding)
    b.add("attn_pad_mask", "eq", "ids", "BLL", ([n = 0, , j = 0]) => Number(id(n, j) === padId));
  if (mask?.causal) b.add("attn_dec_mask", "triu", "", "BLL", ([, i = 0, j = 0]) => Number(j > i));
  const made = ["attn_pad_mask", "attn_dec_mask"].filter((name) => b.has(name));
  if (made.length === 0) return;
  const all = made.map((name) => b.at(name));
  b.add("attn_mask", "logical_or", made.join(" "), "BLL", (i) => Number(all.some((bit) => bit(...i))));
}

/** The scores of the warm-up attention, which has no heads axis, and both fills. */
function fills(b: TraceBuilder): void {
  const { dModel, numHeads, maskFill } = b.spec;
  const input = b.at("input_sum");
  const fill = maskFill === "-inf" ? Number.NEGATIVE_INFINITY : maskFill;
  b.add("warmup_scores", "scaled_dot_product", "input_sum input_sum", "BLL", ([n = 0, i = 0, j = 0]) => {
    let sum = 0;
    for (let d = 0; d < dModel; d++) sum += input(n, i, d) * input(n, j, d);
    return sum / Math.sqrt(dModel / numHeads);
  });
  const masked = (name: string, scores: string, mask: string): void => {
    if (!b.has(mask)) return;
    const [score, bit] = [b.at(scores), b.at(mask)];
    b.add(name, "masked_fill", `${scores} ${mask}`, b.step(scores).axes.join(""), (index) =>
      bit(index[0] ?? 0, ...index.slice(-2)) ? fill : score(...index),
    );
  };
  masked("warmup_masked_scores", "warmup_scores", "attn_pad_mask");
  masked("masked_scores", "scores", "attn_mask");
}
