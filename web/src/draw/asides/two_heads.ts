/** The first two heads side by side: arcs lead from each word at the left to the words that it attends to; their width is the weight. */
import type { Step } from "../../module/types.js";
import { mono } from "../marks/marks.js";
import { tokensOf } from "../names.js";
import type { Mark } from "../picture.js";
import { curve } from "../scenes/opening.js";
import { type Slice, sliceOf, type TokenName } from "../tensor_view.js";
import { type Aside, type AsideInput, centred, MARGIN, SIZE } from "./aside.js";

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
  const { trace, focus, width } = input;
  const attention = trace.steps.find(({ name }) => name === "attention");
  if (!attention) return undefined;
  const [queryAxis = "L", keyAxis = "L"] = attention.axes.slice(-2);
  const [queries, keys] = [queryAxis, keyAxis].map((letter) => firstTokens(tokensOf(input, letter)));
  if (!queries?.length || !keys?.length) return undefined;
  const count = attention.axes.includes("H") ? Math.min(2, trace.spec.numHeads) : 1;
  const panelWidth = (width - 2 * MARGIN - (count - 1) * GAP) / Math.max(2, count);
  const panels = Array.from({ length: count }, (_, head) => {
    const slice = sliceOf(attention, { ...focus, head });
    return panel(
      input,
      { attention, slice, head, queries, keys },
      MARGIN + head * (panelWidth + GAP),
      panelWidth,
    );
  });
  return {
    width,
    height: MARGIN + TITLE_HEIGHT + Math.max(queries.length, keys.length) * ROW_HEIGHT + MARGIN,
    marks: panels.flat(),
    facts: { sentence: String(focus.batch + 1) },
  };
};

const firstTokens = (tokens: readonly TokenName[] | undefined): readonly TokenName[] | undefined =>
  tokens?.slice(0, MAX_TOKENS);

interface PanelContent {
  readonly attention: Step;
  readonly slice: Slice;
  readonly head: number;
  readonly queries: readonly TokenName[];
  readonly keys: readonly TokenName[];
}

function panel({ theme, focus }: AsideInput, content: PanelContent, x: number, width: number): Mark[] {
  const { attention, slice, head, queries, keys } = content;
  const index = attention.axes.includes("H") ? [focus.batch, head] : [focus.batch];
  const rowY = (row: number): number => MARGIN + TITLE_HEIGHT + (row + 0.5) * ROW_HEIGHT;
  const side = Math.min(0.3 * width, MAX_LETTERS * 0.8 * SIZE);
  const [from, to] = [x + side + 3, x + width - side - 3];
  const word = (token: TokenName, row: number, place: number, align: "start" | "end"): Mark =>
    mono(shortWord(token.text), place, rowY(row), token.isPadding ? theme.muted : theme.ink, {
      size: SIZE,
      align,
    });
  const arcs = queries.flatMap((_, query) =>
    keys.flatMap((_key, key): Mark[] => {
      const weight = slice.value(query, key);
      // A curve that leaves sideways: that of the opening, which leaves downwards, with its axes exchanged.
      const points = curve({ x: rowY(query), y: from }, { x: rowY(key), y: to }).map(
        ([a, b]) => [b, a] as const,
      );
      return weight >= MIN_WEIGHT
        ? [
            {
              kind: "line",
              points,
              color: theme.accent,
              width: Math.max(0.5, MAX_WIDTH * weight),
              opacity: 0.6,
            },
          ]
        : [];
    }),
  );
  return [
    centred(`${attention.name}[${index.join(", ")}]`, x + width / 2, MARGIN + TITLE_HEIGHT / 2, theme.muted),
    ...arcs,
    ...queries.map((token, row) => word(token, row, x + side, "end")),
    ...keys.map((token, row) => word(token, row, x + width - side, "start")),
  ];
}

const shortWord = (text: string): string =>
  [...text].length > MAX_LETTERS ? `${[...text].slice(0, MAX_LETTERS - 1).join("")}…` : text;
