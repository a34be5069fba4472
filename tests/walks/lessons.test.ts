/** Every lesson on the page: the trace has the contract's names in order, and the table the trace's numbers. */
import { describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { currentStep, type Instrument, rested, site } from "../page/browser.js";

const { open } = site();

const LAYERS = ["w_q", "w_k", "w_v", "w_0"].flatMap((layer) => [`${layer}.weight`, `${layer}.bias`]);
const PARAMETERS = ["embedding.weight", ...LAYERS];
const HEADS = ["q", "k", "v", "q_split", "k_split", "v_split", "q_heads", "k_heads", "v_heads"];
const ENDING = ["attention", "values", "values_merged", "concat", "output"];
const TRACES = {
  "masked-multi-head": [
    ...[...PARAMETERS, "ids", "embedding", "padding_mask", "nopeak_mask", "mask"],
    ...[...HEADS, "scores", "masked_scores", ...ENDING],
  ],
  "encoder-decoder": [
    ...[...PARAMETERS, "ids", "embedding", "target_ids", "target_embedding"],
    ...[...HEADS, "scores", ...ENDING],
  ],
  "multi-head": [...PARAMETERS, "ids", "embedding", ...HEADS, "scores", ...ENDING],
  "masked-self-attention": [
    ...["demo_scores", "demo_mask", "demo_masked_scores", "demo_attention"],
    ...["embedding.weight", "w_q.weight", "w_k.weight", "w_v.weight", "ids", "embedding"],
    ...["nopeak_mask", "mask", "q", "k", "v", "scores", "masked_scores", "attention", "values"],
  ],
  "transformer-block": [
    ...[...PARAMETERS, "conv1.weight", "conv1.bias", "conv2.weight", "conv2.bias", "ids", "embedding"],
    ...["position_table", "positions", "position_embedding", "input_sum", "attn_pad_mask"],
    ...["warmup_scores", "warmup_masked_scores", "warmup_attention", "warmup_values", ...HEADS],
    ...["attn_dec_mask", "attn_mask", "scores", "masked_scores", ...ENDING, "ff_1", "ff_2", "ff_3"],
  ],
} as const;

describe.each(lessonNames)("%s", (lesson) => {
  test("the trace has the contract's names in order, and the table shows every step's numbers", async () => {
    const { page, complaints } = await open(`?lesson=${lesson}&batch=1&head=1`);
    const names = await page.evaluate(() =>
      document.querySelector<Instrument>("heads-up")?.trace?.steps.map((s) => s.name),
    );
    expect(names).toEqual(TRACES[lesson]);
    const passedOn: string[] = [];
    for (const name of TRACES[lesson]) {
      await page.evaluate((step) => document.querySelector<Instrument>("heads-up")?.seek(step, 1), name);
      await rested(page);
      if ((await currentStep(page)) !== name) {
        passedOn.push(name);
        continue;
      }
      const cells = await page.evaluate(cellsOfTable);
      expect(cells.length, name).toBeGreaterThan(0);
      const wrong = cells.filter(({ text, value }) => !isWritten(text, value));
      expect(wrong, name).toEqual([]);
    }
    // With only one mask on, `mask` equals that mask and is not shown.
    expect(passedOn).toEqual(lesson === "masked-self-attention" ? ["mask"] : []);
    expect(complaints).toEqual([]);
  });
});

/** Whether a text is this number to four decimals; a mask's fill is written in short form. */
function isWritten(text: string, value: number): boolean {
  const read = Number(text.replace("−", "-").replace("∞", "Infinity"));
  return (
    Object.is(read, value) ||
    Math.abs(read - value) <= (Math.abs(value) >= 100 ? Math.abs(value) * 1e-2 : 5.1e-5)
  );
}

/** Runs in the page: the table's texts in its first window, each with the trace's number of that cell. */
function cellsOfTable(): { text: string; value: number }[] {
  const element = document.querySelector("heads-up") as Instrument | null;
  const grid = element?.shadowRoot?.querySelector("heads-up-grid")?.shadowRoot;
  const step = element?.trace?.steps.find((one) => one.name === element?.currentStep);
  if (!step) return [];
  const { axes, shape, data } = step;
  const held = shape.map((size, axis): number =>
    size > 1 && (axes[axis] === "B" || axes[axis] === "H") ? 1 : 0,
  );
  // A convolution's kernel axis of size 1 is not the column axis.
  const last = shape.at(-1) === 1 && shape.length > 2 ? shape.length - 2 : shape.length - 1;
  const indexOf = (row: number, col: number): number[] => {
    const index = [...held];
    if (axes[2] === "H") {
      const size = shape[3] ?? 1;
      [index[1], index[2], index[3]] = [row, Math.floor(col / size), col % size];
    } else if (step.op === "not_equal") [index[0], index[2]] = [row, col];
    else {
      if (last > 0) index[last - 1] = row;
      index[last] = col;
    }
    return index;
  };
  return [...(grid?.querySelectorAll<HTMLElement>("[data-row]") ?? [])].map((cell) => {
    const index = indexOf(Number(cell.dataset.row), Number(cell.dataset.col));
    const flat = index.reduce((sum, x, axis) => sum * (shape[axis] ?? 1) + x, 0);
    return { text: cell.textContent?.trim() ?? "", value: data[flat] ?? Number.NaN };
  });
}
