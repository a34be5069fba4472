/**
 * How many multiplications the tokens so far took, with the cache and without. With it, token n takes the projections of one
 * token and n products of a query with a key, and of a weight with a value. Without it, all n tokens are
 * computed again, and each of the n rows takes as many.
 */
import type { Rect } from "../../layout/rect.js";
import { mono } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import type { Terms } from "../../scene.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";

export interface Multiplications {
  readonly dModel: number;
  /** The length of a query, key or value, all heads together. */
  readonly width: number;
  /** The tokens so far, the newest among them, and all tokens of the sentence. */
  readonly tokens: number;
  readonly total: number;
  /** How many of projections, scores and values the newest token has done. */
  readonly parts: number;
}

export const COUNT_HEIGHT = 92;
const LINE = { height: 24, bar: 4 } as const;

/** The products of one token whose query meets `tokens` keys: projections, scores, values. */
const productsOf = (
  { dModel, width }: Multiplications,
  tokens: number,
): readonly [number, number, number] => [3 * dModel * width, tokens * width, tokens * width];
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The products of tokens 1 … n, each with the given work. */
function sumTo(n: number, of: (token: number) => number): number {
  let total = 0;
  for (let token = 1; token <= n; token++) total += of(token);
  return total;
}

interface Counted {
  /** The arithmetic of the newest token's count. */
  readonly formula: string;
  readonly sum: number;
  readonly finalSum: number;
}

/** The lines with the cache, without it, and what is saved. */
export function counted(multiplications: Multiplications): readonly [Counted, Counted, Counted] {
  const { tokens, total, parts, dModel, width } = multiplications;
  const withCache = (token: number): number => sum(productsOf(multiplications, token));
  const withoutCache = (token: number): number => token * withCache(token);
  const newestProducts = sum(productsOf(multiplications, tokens).slice(0, parts));
  const terms = [`3·${dModel}·${width}`, `${tokens}·${width}`, `${tokens}·${width}`]
    .slice(0, parts)
    .join(" + ");
  const cachedSum = sumTo(tokens - 1, withCache) + (tokens > 0 ? newestProducts : 0);
  const uncachedSum = sumTo(tokens - 1, withoutCache) + tokens * newestProducts;
  return [
    {
      formula: parts ? `${terms} = ${newestProducts}` : "",
      sum: cachedSum,
      finalSum: sumTo(total, withCache),
    },
    {
      formula: parts ? `${tokens} · ${newestProducts} = ${tokens * newestProducts}` : "",
      sum: uncachedSum,
      finalSum: sumTo(total, withoutCache),
    },
    {
      formula: uncachedSum > 0 ? `${uncachedSum} − ${cachedSum} = ${uncachedSum - cachedSum}` : "",
      sum: uncachedSum - cachedSum,
      finalSum: sumTo(total, (token) => withoutCache(token) - withCache(token)),
    },
  ];
}

/** The three lines, each with a bar proportional to its sum. */
export function countMarks(
  multiplications: Multiplications,
  room: Rect,
  size: number,
  theme: Theme,
  terms?: Terms,
): Mark[] {
  const lines = counted(multiplications);
  const longest = Math.max(...lines.map(({ finalSum }) => finalSum), 1);
  const names = ["KV cache", terms?.noCache ?? "no cache", terms?.saved ?? "saved"] as const;
  const nameWidth = Math.max(...names.map((name) => monoWidth(`${name}  `, size)));
  const sumWidth = Math.max(...lines.map((line) => monoWidth(sumText(line), size)));
  return lines.flatMap((line, i): Mark[] => {
    const y = room.y + COUNT_HEIGHT - (lines.length - i) * LINE.height + LINE.height / 2 - 2;
    const color = i === 0 ? theme.accent : theme.ink;
    const free = room.width - nameWidth - sumWidth - size;
    const formula = fittedFormula(line.formula, free, size);
    const bar = {
      x: room.x,
      y: y + size / 2 + 3,
      height: LINE.bar,
      fill: i === 0 ? theme.accent : theme.muted,
    };
    return [
      mono(names[i] ?? "", room.x, y, color, { size, bold: true }),
      ...(formula ? [mono(formula, room.x + nameWidth, y, theme.ink, { size })] : []),
      mono(sumText(line), room.x + room.width, y, color, { size, bold: true, align: "end" }),
      ...(line.sum > 0
        ? [{ kind: "rect" as const, ...bar, width: Math.max(1, (line.sum / longest) * room.width) }]
        : []),
    ];
  });
}

const sumText = ({ sum }: Counted): string => `Σ ${sum}`;

/** The formula, or only its result where it does not fit. */
function fittedFormula(formula: string, room: number, size: number): string {
  const result = formula.slice(formula.lastIndexOf("= "));
  return [formula, result].find((text) => monoWidth(text, size) <= room) ?? "";
}
