/** Parses what a learner typed and judges it: right, wrong with a reason, or unreadable. */
import { sameShape, shapeText } from "../../module/shape.js";
import { numberText } from "../../operations/asking.js";
import type {
  Answer,
  Detail,
  Facts,
  MaskQuestion,
  NamedToken,
  Question,
  TokenAxis,
} from "../../operations/question.js";

/** The key of a reason in the locales, with what its sentence says. */
export interface Reason extends Detail {
  readonly key: string;
}

export interface Verdict {
  readonly right: boolean;
  /** Why it is wrong; empty where it is right. */
  readonly reasons: readonly Reason[];
  /** The wrong cells of a painted mask, as [row, column]. */
  readonly wrong: readonly (readonly [row: number, col: number])[];
}

const RIGHT: Verdict = { right: true, reasons: [], wrong: [] };
const wrong = (key: string, facts: Facts = {}, { words, look }: Detail = {}): Verdict => ({
  right: false,
  reasons: [{ key, facts, ...(words && { words }), ...(look && { look }) }],
  wrong: [],
});

/** Parses `(5, 2, 10)`, `[5, 2, 10]`, `5x2x10`, `5 2 10` or `torch.Size([5, 2, 10])`. */
export function parseShape(text: string): number[] | undefined {
  const plain = text.normalize("NFKC").replace(/torch\.Size/gi, " ");
  const sizes = plain
    .replace(/[()[\]]/g, " ")
    .split(/[\s,x×*·]+/i)
    .filter((size) => size !== "");
  return sizes.length > 0 && sizes.every((size) => /^\d{1,9}$/.test(size)) ? sizes.map(Number) : undefined;
}

const DECIMAL = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;
const decimal = (text: string): number | undefined =>
  DECIMAL.test(text) ? Number(text.replace(",", ".")) : undefined;

/** The numbers that a text may mean: one for `1/2`, `0.5`, `.5` and `0,5`, two for the ambiguous `1,024`, else none. */
export function parseNumber(text: string): number[] {
  const plain = text
    .normalize("NFKC")
    .replace(/\s/g, "")
    .replace(/\u2212/g, "-");
  const [first = "", second, ...more] = plain.split("/");
  const grouped = /^[1-9]\d{0,2}(,\d{3})+$/.test(plain) ? [Number(plain.replaceAll(",", ""))] : [];
  const [numerator, denominator] = [decimal(first), second === undefined ? 1 : decimal(second)];
  const isReadable = numerator !== undefined && denominator !== undefined && more.length === 0;
  const value = isReadable ? numerator / denominator : Number.NaN;
  return [...(Number.isFinite(value) ? [value] : []), ...grouped];
}

/** Undefined if the answer cannot be parsed, which does not count as a try. */
export function judge(question: Question, answer: Answer): Verdict | undefined {
  switch (question.kind) {
    case "shape": {
      const shape = parseShape(String(answer));
      if (!shape) return undefined;
      if (sameShape(shape, question.answer)) return RIGHT;
      const slip = question.slips.find(({ answer: mistaken }) => sameShape(mistaken, shape));
      if (slip) return wrong(slip.reason, { got: shapeText(shape) });
      const counts = { got: String(shape.length), wants: String(question.answer.length) };
      return counts.got === counts.wants ? wrong("other_shape") : wrong("other_axes", counts);
    }
    case "number": {
      const numbers = parseNumber(String(answer));
      const isNear = (to: number): boolean =>
        numbers.some((x) => Math.abs(x - to) <= question.tolerance + 1e-9);
      const [first] = numbers;
      if (first === undefined) return undefined;
      if (isNear(question.answer)) return RIGHT;
      const slip = question.slips.find(({ answer: mistaken }) => isNear(mistaken));
      return slip ? wrong(slip.reason) : wrong("other_number", { got: numberText(first) });
    }
    case "choice":
      return answer === question.answer ? RIGHT : wrongOne(question.options[Number(answer)]);
    case "cell": {
      if (answer === question.answer) return RIGHT;
      return wrongOne(
        question.slips.find((one) => one.answer === answer),
        "other_cell",
      );
    }
    case "mask":
      return judgeMask(question, answer as readonly (readonly boolean[])[]);
  }
}

const wrongOne = (chosen: ({ readonly reason?: string } & Detail) | undefined, other = ""): Verdict =>
  wrong(chosen?.reason ?? other, chosen?.facts, chosen);

function judgeMask(question: MaskQuestion, painted: readonly (readonly boolean[])[]): Verdict {
  const cells = question.answer.flatMap((row, i) =>
    row.flatMap((bit, j) => (painted[i]?.[j] === bit ? [] : [[i, j] as const])),
  );
  if (cells.length === 0) return RIGHT;
  const reasonOf = ([row, col]: readonly [number, number]): string => question.reasons[row]?.[col] ?? "";
  const kinds = [...new Set(cells.map(reasonOf))];
  const reasons = kinds.map((key): Reason => {
    const [row, col] = cells.find((cell) => reasonOf(cell) === key) ?? [0, 0];
    const { tokens, rows, cols } = question;
    const token = (at: number, labels: readonly string[], axis?: TokenAxis): NamedToken =>
      axis ? { axis, at, id: labels[at] ?? "" } : { at };
    return { key, words: { query: token(row, rows, tokens?.rows), key: token(col, cols, tokens?.cols) } };
  });
  return { right: false, reasons, wrong: cells };
}
