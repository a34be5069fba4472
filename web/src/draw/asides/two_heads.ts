/** The first two heads side by side: arcs lead from each word at the left to the words that it attends to; their width is the weight. */
import { range } from "../../module/shape.js";
import { mono } from "../marks/marks.js";
import { tokensOf } from "../names.js";
import type { Mark } from "../picture.js";
import { curve } from "../scenes/opening.js";
import { sliceOf, type TokenName } from "../tensor_view.js";
import { type Aside, centred, MARGIN, SIZE } from "./aside.js";

const TITLE_HEIGHT = 18;
const ROW_HEIGHT = 17;
const GAP = 18;
/** The width of the arc of weight 1, and the least weight that is drawn. */
const MAX_WIDTH = 5;
const MIN_WEIGHT = 0.02;
/** More tokens would make the figure too tall. */
const MAX_TOKENS = 24;
/** Letters of a word that fit beside the arcs. */
const MAX_LETTERS = 6;

export const twoHeads: Aside = (input) => {
  const { trace, focus, width, theme } = input;
  const attention = trace.steps.find(({ name }) => name === "attention");
  if (!attention) return undefined;
  const [queryAxis = "L", keyAxis = "L"] = attention.axes.slice(-2);
  const [queries, keys] = [queryAxis, keyAxis].map((letter) => tokensOf(input, letter)?.slice(0, MAX_TOKENS));
  if (!queries?.length || !keys?.length) return undefined;
  const hasHeads = attention.axes.includes("H");
  const count = hasHeads ? Math.min(2, trace.spec.numHeads) : 1;
  const panelWidth = (width - 2 * MARGIN - (count - 1) * GAP) / Math.max(2, count);
  const side = Math.min(0.3 * panelWidth, MAX_LETTERS * 0.8 * SIZE);
  const rowY = (row: number): number => MARGIN + TITLE_HEIGHT + (row + 0.5) * ROW_HEIGHT;

  const panel = (head: number): Mark[] => {
    const { value } = sliceOf(attention, { ...focus, head });
    const x = MARGIN + head * (panelWidth + GAP);
    const index = hasHeads ? [focus.batch, head] : [focus.batch];
    const [left, right] = [x + side, x + panelWidth - side];
    const word = ({ text, isPadding }: TokenName, row: number, at: number, align: "start" | "end"): Mark =>
      mono(shortWord(text), at, rowY(row), isPadding ? theme.muted : theme.ink, { size: SIZE, align });
    const arc = (query: number, key: number): Mark[] => {
      const weight = value(query, key);
      if (!(weight >= MIN_WEIGHT)) return [];
      // A curve that leaves sideways: that of the opening, which leaves downwards, with its axes exchanged.
      const downwards = curve({ x: rowY(query), y: left + 3 }, { x: rowY(key), y: right - 3 });
      const points = downwards.map(([a, b]) => [b, a] as const);
      const look = { color: theme.accent, width: Math.max(0.5, MAX_WIDTH * weight), opacity: 0.6 };
      return [{ kind: "line", points, ...look }];
    };
    const title = `${attention.name}[${index.join(", ")}]`;
    return [
      centred(title, x + panelWidth / 2, MARGIN + TITLE_HEIGHT / 2, theme.muted),
      ...queries.flatMap((_, query) => keys.flatMap((_key, key) => arc(query, key))),
      ...queries.map((token, row) => word(token, row, left, "end")),
      ...keys.map((token, row) => word(token, row, right, "start")),
    ];
  };

  return {
    width,
    height: MARGIN + TITLE_HEIGHT + Math.max(queries.length, keys.length) * ROW_HEIGHT + MARGIN,
    marks: range(count).flatMap(panel),
    facts: { sentence: String(focus.batch + 1) },
  };
};

const shortWord = (text: string): string =>
  [...text].length > MAX_LETTERS ? `${[...text].slice(0, MAX_LETTERS - 1).join("")}…` : text;
