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
  NamedToken,
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
export function solve(trace: Trace, question: Question): Answer {
  switch (question.kind) {
    case "shape":
      return stepOf(trace, question.facts["tensor"] ?? "").shape.join("x");
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

function numberOf(trace: Trace, { key, facts }: NumberQuestion): number {
  const tensor = facts["tensor"] ?? "";
  const [value = Number.NaN] = facts["cell"]?.includes("[") ? valuesOf(trace, facts["cell"]) : [];
  switch (key) {
    case "longer_joins": {
      // A row for each sentence, one column more than before; the new sentence fills its row.
      const [sentences = 0, length = 0] = stepOf(trace, tensor).shape;
      const typed = stepOf(trace, tensor).data.filter((id) => id !== trace.spec.padId).length;
      return (sentences + 1) * (length + 1) - typed - (length + 1);
    }
    case "source_asks":
      return stepOf(trace, "ids").shape[1] ?? 0;
    case "score":
    case "softmax_of_two":
      return value;
    case "inverted_count":
      return sum(valuesOf(trace, facts["row"]));
    case "wrong_view_token":
      return wrongToken(trace, facts["row"] ?? "");
    case "position_wise":
      return stepOf(trace, "conv1.weight").shape[2] ?? 0;
    case "generation_rows":
      return Number(facts["next"]);
    case "head_off":
      return valuesOf(trace, facts["row"]).filter((before, column) => {
        const cell = (facts["row"] ?? "").replace("]", `, ${column}]`);
        return Math.abs(withoutHead(trace, cell, Number(facts["head"]) - 1) - before) > 1e-5;
      }).length;
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

const softmaxOf = (row: readonly number[]): number[] => {
  const most = Math.max(...row);
  const powers = row.map((x) => Math.exp(x - most));
  return powers.map((power) => power / sum(powers));
};

/** The numbers of a row `attention[0, 1]` at the same place of another step, such as `scores`. */
const rowBeside = (trace: Trace, row: string, name: "scores" | "masked_scores"): number[] => {
  const [, prefix = "", inside = ""] = /^(demo_|warmup_)?\w+(\[.*)$/.exec(row) ?? [];
  const has = trace.steps.some((step) => step.name === `${prefix}${name}`);
  return valuesOf(trace, `${prefix}${has ? name : "scores"}${inside}`);
};

/** The number of a cell with the numbers of a head, here of a row of concat, set to 0. */
function withoutHead(trace: Trace, cell: string, head: number): number {
  const { indices } = cellsOf(trace, cell);
  const [index = []] = indices;
  const [column = 0] = index.slice(-1);
  const row = valuesOf(trace, `concat[${index.slice(0, -1).join(", ")}]`);
  const size = row.length / trace.spec.numHeads;
  const weight = stepOf(trace, "w_0.weight");
  const bias = trace.steps.find(({ name }) => name === "w_0.bias")?.data[column] ?? 0;
  const parts = row.map((x, i) => (Math.floor(i / size) === head ? 0 : x * valueAt(weight, [column, i])));
  return sum(parts) + bias;
}

function choiceOf(trace: Trace, { key, facts, words = {}, options, focus }: ChoiceQuestion): number {
  const at = (name: string): number => words[name]?.at ?? -1;
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
    case "removed_key": {
      const weights = values(facts["row"]);
      const removed = at("removed");
      return nearest((weights[at("other")] ?? 0) / sum(weights.filter((_, key) => key !== removed)));
    }
    case "mask_dropped":
      return nearest(softmaxOf(rowBeside(trace, facts["row"] ?? "", "scores"))[at("key")] ?? Number.NaN);
    case "zero_fill": {
      const [scores, filled] = [rowBeside(trace, facts["row"] ?? "", "scores"), values(facts["row"])];
      const zeroed = filled.map((x, i) => (x === scores[i] ? x : 0));
      return nearest(softmaxOf(zeroed)[at("key")] ?? Number.NaN);
    }
    case "root_left_out": {
      const filled = rowBeside(trace, facts["row"] ?? "", "masked_scores");
      const root = Math.sqrt(Number(facts["dK"]));
      return nearest(softmaxOf(filled.map((x) => x * root))[at("key")] ?? Number.NaN);
    }
    case "roles_swapped":
      return nearest(values(facts["mirror"])[0] ?? Number.NaN);
    case "role_of_query":
    case "role_of_key":
    case "role_of_value":
      return indexOfWord(`${key.slice("role_of_".length)}_of`);
    case "changes_value":
      return indexOfWord(
        rowsThatLook(trace, words["token"]) === Number(facts["count"]) ? "rows_that_look" : "",
      );
    case "says_so":
      return options.findIndex(({ code = "" }) => {
        const { name, indices } = cellsOf(trace, code);
        const [query, key] = indices[0]?.slice(-2) ?? [];
        return name.endsWith("attention") && query === at("query") && key === at("key");
      });
    case "look_lost":
      return options.findIndex(({ code = "" }) => {
        const [, head = 0] = cellsOf(trace, code).indices[0] ?? [];
        return head === Number(facts["head"]) - 1 && (values(code)[0] ?? 0) > 0.5;
      });
    case "what_arrives": {
      const row = values(facts["row"]).slice(0, 4);
      return options.findIndex(({ code = "" }) =>
        shownNumbers(code).every((x, i) => Math.abs(x - (row[i] ?? 0)) < 0.0051),
      );
    }
    case "columns_off": {
      const size = stepOf(trace, "v_heads").shape[3] ?? 1;
      const from = (Number(facts["head"]) - 1) * size;
      return options.findIndex(({ code = "" }) => code.endsWith(`, ${from}:${from + size}]`));
    }
    case "heads_behind":
      return indexOfWord("heads_of_a_token");
    case "merged_unmoved": {
      const { shape } = stepOf(trace, "values");
      const [, heads = 1, length = 1] = shape;
      const [sentence = 0, row = 0] = cellsOf(trace, facts["row"]).indices[0] ?? [];
      const flat = row * heads;
      const first = `values[${[sentence, Math.floor(flat / length), flat % length].join(", ")}]`;
      const next = `values[${[sentence, Math.floor((flat + 1) / length), (flat + 1) % length].join(", ")}]`;
      return options.findIndex(({ code = "" }) => code.startsWith(`${first}, ${next}`));
    }
    case "wrong_axis": {
      const [mask, scores] = [shownNumbers(facts["shape"]), shownNumbers(facts["scores"])];
      if (mask[1] === 1) return indexOfWord("axis_harmless");
      return indexOfWord(mask[1] === scores[1] ? "heads_take_sentences" : "shapes_refused");
    }
    case "norm_doubled":
      return indexOfWord("norm_same");
    case "layer_silent": {
      const { indices } = cellsOf(trace, facts["cell"]);
      return nearest(valueAt(stepOf(trace, facts["first"] ?? ""), indices[0] ?? []));
    }
    case "ids_are_names":
      return indexOfWord("another_row");
    case "words_swapped":
    case "places_swapped": {
      // With the position of the first place: is the row of the second token there what it was in its own place?
      const [one, two] = [cellsOf(trace, facts["firstRow"]), cellsOf(trace, facts["secondRow"])];
      const [a = [], b = []] = [one.indices[0]?.slice(0, 2), two.indices[0]?.slice(0, 2)];
      const hasPositions =
        trace.steps.some(({ name }) => name === "position_embedding") && one.name !== "embedding";
      const token = valuesOf(trace, `embedding[${b.join(", ")}]`);
      const place = hasPositions
        ? valuesOf(trace, `position_embedding[${a.join(", ")}]`)
        : token.map(() => 0);
      const isOld = values(facts["secondRow"]).every(
        (x, i) => Math.abs((token[i] ?? 0) + (place[i] ?? 0) - x) < 1e-6,
      );
      return indexOfWord(isOld ? "rows_change_places" : "two_rows_new");
    }
    case "same_place": {
      const [one, two] = [values(facts["firstRow"]), values(facts["secondRow"])];
      return indexOfWord(one.every((x, i) => x === two[i]) ? "rows_same" : "rows_differ_words");
    }
    case "picture_later_hidden":
    case "picture_padding_hidden":
    case "picture_both_hidden": {
      const mask = stepOf(trace, facts["tensor"] ?? "");
      const [batches = 1, rows = 1] = mask.shape.length === 2 ? [1, mask.shape[0]] : mask.shape;
      const bit = (row: number, col: number): number => {
        const index = [Math.min(focus?.batch ?? 0, batches - 1), Math.min(row, rows - 1), col];
        return valueAt(mask, mask.shape.length === 2 ? index.slice(1) : index);
      };
      return options.findIndex(({ picture = [] }) =>
        picture.every((bits, row) =>
          bits.every((attends, col) => attends === (bit(row, col) !== maskedBit(mask))),
        ),
      );
    }
    case "sums_to_one":
      return options.findIndex(({ code }) => Math.abs(sum(values(code)) - 1) < 1e-3);
    case "full_row_even":
    case "full_row_nan":
      return indexOfWord(values(facts["row"]).every(Number.isNaN) ? "all_nan" : "all_even");
    case "padding_share": {
      const [, sentence = ""] = /\[(\d+)/.exec(facts["row"] ?? "") ?? [];
      const ids = values(`ids[${sentence}]`);
      return nearest(sum(values(facts["row"]).filter((_, i) => ids[i] === trace.spec.padId)));
    }
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

/** The numbers in a text such as `[0.98, −1.00, …]` or `(1, 5, 10)`. */
const shownNumbers = (text = ""): number[] =>
  text
    .replace(/[[\]()…]/g, "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map(numeric);

/** How many queries give this token some weight, in any head. */
function rowsThatLook(trace: Trace, token: NamedToken | undefined): number {
  const { shape, data } = stepOf(trace, "attention");
  const [queries = 1, keys = 1] = shape.slice(-2);
  const perSentence = data.length / (shape[0] ?? 1);
  const looking = new Set<number>();
  for (let at = 0; at < perSentence; at++) {
    const weight = data[(token?.axis?.sentence ?? 0) * perSentence + at] ?? 0;
    if (at % keys === token?.at && weight !== 0) looking.add(Math.floor(at / keys) % queries);
  }
  return looking.size;
}

function placeOf(trace: Trace, { key, facts, cells }: CellQuestion): number {
  const largest = (values: readonly number[]): number => values.indexOf(Math.max(...values));
  switch (key) {
    case "largest_score":
    case "looks_at":
    case "head_looks_at":
    case "fits":
    case "heads_differ":
      return largest(valuesOf(trace, facts["row"]));
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
