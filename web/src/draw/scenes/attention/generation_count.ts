/**
 * How many multiplications the tokens so far took, with the cache and without. With it, token n takes the projections of one
 * token and n products of a query with a key, and of a weight with a value. Without it, all n tokens go through the layer
 * again, and each of the n rows takes as many.
 */
import type { Room } from "../../layout/room.js";
import { mono } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import { monoWidth } from "../../text.js";
import type { Theme } from "../../theme.js";

export interface Multiplications {
  readonly dModel: number;
  /** The length of a query, key or value; of all heads together. */
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
const partsOf = ({ dModel, width }: Multiplications, tokens: number): readonly [number, number, number] => [
  3 * dModel * width,
  tokens * width,
  tokens * width,
];
const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** The products of tokens 1 … n, each with the given work. */
function sumTo(n: number, of: (token: number) => number): number {
  let all = 0;
  for (let token = 1; token <= n; token++) all += of(token);
  return all;
}

interface Counted {
  readonly name: string;
  /** How the newest token's number comes about. */
  readonly formula: string;
  readonly sum: number;
  readonly last: number;
}

/** The lines with the cache, without it, and what is saved. */
export function counted(multiplications: Multiplications): readonly [Counted, Counted, Counted] {
  const { tokens, total, parts, dModel, width } = multiplications;
  const own = (token: number): number => sum(partsOf(multiplications, token));
  const again = (token: number): number => token * own(token);
  const done = sum(partsOf(multiplications, tokens).slice(0, parts));
  const terms = [`3·${dModel}·${width}`, `${tokens}·${width}`, `${tokens}·${width}`]
    .slice(0, parts)
    .join(" + ");
  const kept = sumTo(tokens - 1, own) + (tokens > 0 ? done : 0);
  const whole = sumTo(tokens - 1, again) + tokens * done;
  return [
    { name: "KV cache", formula: parts ? `${terms} = ${done}` : "", sum: kept, last: sumTo(total, own) },
    {
      ...{ name: "no cache", formula: parts ? `${tokens} · ${done} = ${tokens * done}` : "" },
      ...{ sum: whole, last: sumTo(total, again) },
    },
    {
      ...{ name: "saved", formula: whole > 0 ? `${whole} − ${kept} = ${whole - kept}` : "" },
      ...{ sum: whole - kept, last: sumTo(total, (token) => again(token) - own(token)) },
    },
  ];
}

/** A line each, with a bar as long as its sum. */
export function countMarks(multiplications: Multiplications, room: Room, size: number, theme: Theme): Mark[] {
  const lines = counted(multiplications);
  const longest = Math.max(...lines.map(({ last }) => last), 1);
  const named = monoWidth("no cache  ", size);
  const summed = Math.max(...lines.map((line) => monoWidth(sumText(line), size)));
  return lines.flatMap((line, i): Mark[] => {
    const y = room.y + COUNT_HEIGHT - (lines.length - i) * LINE.height + LINE.height / 2 - 2;
    const color = i === 0 ? theme.accent : theme.ink;
    const free = room.width - named - summed - size;
    const formula = fitted(line.formula, free, size);
    const bar = {
      x: room.x,
      y: y + size / 2 + 3,
      height: LINE.bar,
      fill: i === 0 ? theme.accent : theme.muted,
    };
    return [
      mono(line.name, room.x, y, color, { size, bold: true }),
      ...(formula ? [mono(formula, room.x + named, y, theme.ink, { size })] : []),
      mono(sumText(line), room.x + room.width, y, color, { size, bold: true, align: "end" }),
      ...(line.sum > 0
        ? [{ kind: "rect" as const, ...bar, width: Math.max(1, (line.sum / longest) * room.width) }]
        : []),
    ];
  });
}

const sumText = ({ sum }: Counted): string => `Σ ${sum}`;

/** The formula, or only its result where it does not fit. */
function fitted(formula: string, room: number, size: number): string {
  const result = formula.slice(formula.lastIndexOf("= "));
  return [formula, result].find((text) => monoWidth(text, size) <= room) ?? "";
}
