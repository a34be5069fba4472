/**
 * Answers the questions from the trace, as a learner with PyTorch at hand would: from the numbers of the cells that the
 * question names, never from the answer that the question itself gives.
 */
import { maskedBit } from "../web/src/draw/scale.js";
import { offsetOf, stepOf, valueAt } from "../web/src/draw/tensor_view.js";
import type { Trace } from "../web/src/module/types.js";
import type {
  Answer,
  CellQuestion,
  ChoiceQuestion,
  NumberQuestion,
  Question,
} from "../web/src/operations/question.js";

interface Cells {
  readonly name: string;
  /** The index of each cell; a slice (":") stands for every position along its axis. */
  readonly indices: readonly (readonly number[])[];
}

/** Parses a reference such as `attention[0, 1, :, 2]`. */
function cellsOf(trace: Trace, text = ""): Cells {
  const [, name = "", inside = ""] = /^([\w.]+)\[(.*)\]$/.exec(text) ?? [];
  const parts = inside.split(",").map((part) => part.trim());
  const { shape } = stepOf(trace, name);
  // A row is named without its last axis.
  const whole = parts.length < shape.length ? [...parts, ":"] : parts;
  const open = whole.indexOf(":");
  const count = open < 0 ? 1 : (shape[open] ?? 1);
  const indices = Array.from({ length: count }, (_, i) =>
    whole.map((part, axis) => (axis === open ? i : Number(part))),
  );
  return { name, indices };
}

const valuesOf = (trace: Trace, text: string | undefined): number[] => {
  const { name, indices } = cellsOf(trace, text);
  return indices.map((index) => valueAt(stepOf(trace, name), index));
};
const sum = (values: readonly number[]): number => values.reduce((x, y) => x + y, 0);
const size = (trace: Trace, name: string): number =>
  trace.steps.find((step) => step.name === name)?.data.length ?? 0;

export function solve(trace: Trace, question: Question): Answer {
  switch (question.kind) {
    case "shape":
      return shapeOf(trace, question.facts["tensor"] ?? "").join("x");
    case "number":
      return String(numberOf(trace, question));
    case "choice":
      return choiceOf(trace, question);
    case "cell":
      return placeOf(trace, question);
    case "mask": {
      const mask = stepOf(trace, question.facts["tensor"] ?? "");
      const first = mask.shape[0] === 1 ? 0 : (question.focus?.batch ?? 0);
      const at = (row: number, col: number): number[] =>
        mask.shape.length === 2 ? [row, col] : [first, row, col];
      return question.rows.map((_, row) =>
        question.cols.map((_, col) => valueAt(mask, at(row, col)) !== maskedBit(mask)),
      );
    }
  }
}

function shapeOf(trace: Trace, name: string): readonly number[] {
  if (name !== "masks") return stepOf(trace, name).shape;
  const filled = stepOf(trace, "masked_scores");
  const [first = 1, ...rest] = stepOf(trace, filled.inputs[1] ?? "").shape;
  return [first, 1, ...rest];
}

function numberOf(trace: Trace, { key, facts }: NumberQuestion): number {
  const [layer, tensor] = [facts["layer"] ?? "", facts["tensor"] ?? ""];
  const [value = Number.NaN] = facts["cell"]?.includes("[") ? valuesOf(trace, facts["cell"]) : [];
  switch (key) {
    case "padding_count":
      return stepOf(trace, tensor).data.filter((id) => id === trace.spec.padId).length;
    case "table_parameters":
      return size(trace, tensor);
    case "embedding_row":
      return valuesOf(trace, facts["ids"])[0] ?? Number.NaN;
    case "position_number":
    case "padding_position":
    case "score":
    case "softmax_of_two":
      return value;
    case "inverted_count":
    case "padded_query_sum":
    case "weights_sum":
      return sum(valuesOf(trace, facts["row"]));
    case "norm_mean":
      return sum(valuesOf(trace, facts["row"])) / trace.spec.dModel;
    case "layer_parameters":
    case "layer_parameters_plain":
      return size(trace, `${layer}.weight`) + size(trace, `${layer}.bias`);
    case "head_size":
      return stepOf(trace, "q_heads").shape[3] ?? 0;
    case "wrong_view_token":
      return wrongToken(trace, facts["row"] ?? "");
    case "output_mixes":
      return stepOf(trace, "w_0.weight").shape[1] ?? 0;
    case "ff_parameters":
      return sum(
        ["conv1.weight", "conv1.bias", "conv2.weight", "conv2.bias"].map((name) => size(trace, name)),
      );
    case "position_wise":
      return stepOf(trace, "conv1.weight").shape[2] ?? 0;
    case "generation_rows":
      return Number(facts["next"]) - Number(facts["known"]);
    default:
      throw new Error(`nobody knows how to answer ${key}`);
  }
}

/** The token whose number q.view(B, H, L, K) would put in this row. */
function wrongToken(trace: Trace, row: string): number {
  const [, heads = 1, length = 1, width = 1] = stepOf(trace, "q_heads").shape;
  const [sentence = 0, head = 0, place = 0] = row.replace(/[[\]]/g, "").split(",").map(Number);
  const offset = offsetOf([1e9, heads, length, width], [sentence, head, place, 0]);
  return Math.floor(offset / (heads * width)) % length;
}

const numeric = (code = ""): number =>
  Number(
    code
      .replace("\u2212", "-")
      .replace("−∞", "-Infinity")
      .replace(/^.*[=≈] /, ""),
  );

function choiceOf(trace: Trace, { key, facts, options }: ChoiceQuestion): number {
  const indexOfWord = (word: string): number => options.findIndex((option) => option.word === word);
  const nearest = (to: number): number => {
    const gaps = options.map(({ code }) => (code === undefined ? Number.NaN : Math.abs(numeric(code) - to)));
    return gaps.indexOf(Math.min(...gaps.filter((gap) => !Number.isNaN(gap))));
  };
  const values = (text: string | undefined): number[] => valuesOf(trace, text);
  const [value = Number.NaN] = facts["cell"]?.includes("[") ? values(facts["cell"]) : [];
  switch (key) {
    case "embedding_padding":
      return indexOfWord(paddingRow(trace, facts["cell"] ?? ""));
    case "position_first_row":
      return indexOfWord(
        values(facts["row"]).every((x, i) => x === i % 2) ? "zero_one_by_turns" : "all_zero",
      );
    case "same_token":
    case "same_token_places": {
      const [one, two] = [values(facts["firstRow"]), values(facts["secondRow"])];
      return indexOfWord(
        one.every((x, i) => Math.abs(x - (two[i] ?? 0)) < 1e-6) ? "rows_same" : "rows_differ_place",
      );
    }
    case "bias_added":
      return nearestBias(trace, facts["cell"] ?? "", options);
    case "head_cell":
    case "concat_cell":
      return sourceOf(trace, facts["cell"] ?? "", options);
    case "divisor":
    case "divisor_attention":
      return nearest(divisorOf(trace, facts["tensor"] ?? ""));
    case "masked_becomes": {
      const [name = "", inside] = (facts["score"] ?? "").split("[");
      const [filled] = values(`${name.replace("scores", "masked_scores")}[${inside}`);
      if (filled === Number.NEGATIVE_INFINITY) return options.findIndex(({ code }) => code === "−∞");
      return nearest(filled ?? Number.NaN);
    }
    case "first_row": {
      const row = values(facts["row"]).slice(0, 4);
      return options.findIndex(({ code = "" }) => {
        const shown = code
          .replace(/[[\]…]/g, "")
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== "");
        return shown.every((part, i) => numeric(part) === row[i]);
      });
    }
    case "sums_to_one":
      return options.findIndex(({ code }) => Math.abs(sum(values(code)) - 1) < 1e-3);
    case "masked_weight":
      return value === 0 ? indexOfWord("exactly_zero") : nearest(value);
    case "full_row_even":
    case "full_row_nan":
      return indexOfWord(values(facts["row"]).every(Number.isNaN) ? "all_nan" : "all_even");
    case "padding_share": {
      const [, sentence = ""] = /\[(\d+)/.exec(facts["row"] ?? "") ?? [];
      const ids = values(`ids[${sentence}]`);
      return nearest(sum(values(facts["row"]).filter((_, i) => ids[i] === trace.spec.padId)));
    }
    case "residual_adds":
    case "gelu_near_zero":
    case "relu_below_zero":
      return nearest(value);
    default:
      throw new Error(`nobody knows how to answer ${key}`);
  }
}

/** What a row of padding holds; no option's word if several are true. */
function paddingRow(trace: Trace, cell: string): string {
  const row = valuesOf(trace, cell);
  const equals = (other: readonly number[]): boolean => row.every((x, i) => x === other[i]);
  const [sentence = 0, at = 0] = cellsOf(trace, cell).indices[0] ?? [];
  const before = at > 0 ? valuesOf(trace, `embedding[${sentence}, ${at - 1}]`) : row;
  const truths: [word: string, isTrue: boolean][] = [
    ["own_row", equals(valuesOf(trace, `embedding.weight[${trace.spec.padId}]`))],
    ["all_zero", equals(row.map(() => 0))],
    ["row_before", equals(before)],
  ];
  const words = truths.flatMap(([word, isTrue]) => (isTrue ? [word] : []));
  return words.length === 1 ? (words[0] ?? "") : "";
}

type Options = ChoiceQuestion["options"];

/** The option nearest to the bias: what remains of a cell of q after subtracting the products. */
function nearestBias(trace: Trace, cell: string, options: Options): number {
  const { name, indices } = cellsOf(trace, cell);
  const step = stepOf(trace, name);
  const [weight, input] = [stepOf(trace, step.inputs[1] ?? ""), stepOf(trace, step.inputs[0] ?? "")];
  const index = indices[0] ?? [];
  const col = index.at(-1) ?? 0;
  const products = Array.from(
    { length: weight.shape[1] ?? 0 },
    (_, i) => valueAt(weight, [col, i]) * valueAt(input, [...index.slice(0, -1), i]),
  );
  const left = valueAt(step, index) - sum(products);
  const gaps = options.map(({ code }) => Math.abs((valuesOf(trace, code)[0] ?? 0) - left));
  return gaps.indexOf(Math.min(...gaps));
}

/** The option whose cell has the same number and token; padding repeats the same number at several tokens. */
function sourceOf(trace: Trace, cell: string, options: Options): number {
  const { name, indices } = cellsOf(trace, cell);
  const index = indices[0] ?? [];
  const token = name === "concat" ? index[1] : index[2];
  const fits = options.map(({ code }) => {
    const from = cellsOf(trace, code);
    const place = from.name === "values" ? from.indices[0]?.[2] : from.indices[0]?.[1];
    const value = valueAt(stepOf(trace, from.name), from.indices[0] ?? []);
    return Object.is(value, valueAt(stepOf(trace, name), index)) && place === token;
  });
  return fits.indexOf(true);
}

/** The divisor of the scores: a dot product over its score. */
function divisorOf(trace: Trace, name: string): number {
  const step = stepOf(trace, name);
  const [q, k] = step.inputs.map((input) => stepOf(trace, input));
  if (!q || !k) throw new Error(`${name} has no queries and keys`);
  const width = q.shape.at(-1) ?? 1;
  // The largest score has the smallest relative rounding error.
  const at = [...step.data].reduce(
    (best, x, i) => (Math.abs(x) > Math.abs(step.data[best] ?? 0) ? i : best),
    0,
  );
  const index: number[] = [];
  for (let rest = at, axis = step.shape.length - 1; axis >= 0; axis--) {
    index.unshift(rest % (step.shape[axis] ?? 1));
    rest = Math.floor(rest / (step.shape[axis] ?? 1));
  }
  const front = index.slice(0, -2);
  const products = Array.from(
    { length: width },
    (_, i) => valueAt(q, [...front, index.at(-2) ?? 0, i]) * valueAt(k, [...front, index.at(-1) ?? 0, i]),
  );
  return sum(products) / (step.data[at] ?? 1);
}

function placeOf(trace: Trace, { key, facts, cells }: CellQuestion): number {
  const largest = (values: readonly number[]): number => values.indexOf(Math.max(...values));
  switch (key) {
    case "largest_score":
    case "most_attended":
    case "most_attended_plain":
      return largest(valuesOf(trace, facts["row"]));
    case "copies_value": {
      const key = largest(valuesOf(trace, facts["weights"]));
      // A token that occurs twice is no single answer.
      return cells.filter(({ head }) => head === cells[key]?.head).length === 1 ? key : -1;
    }
    case "slowest_column": {
      const [one = [], two = []] = [1, Number(facts["last"])].map((row) =>
        valuesOf(trace, `position_table[${row}]`),
      );
      // Of every second column of the table, whether the question offers it or not.
      const changes = one.map((x, column) =>
        column % 2 === 0 ? Math.abs((two[column] ?? 0) - x) : Infinity,
      );
      const slowest = changes.indexOf(Math.min(...changes));
      return cells.findIndex(({ head }) => head === String(slowest));
    }
    default:
      throw new Error(`nobody knows how to answer ${key}`);
  }
}
