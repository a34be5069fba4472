/** The mask hides columns of keys only: the row of a padded query has its weights like any other, and they sum to 1. */
import { mono } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits, sequential } from "../scale.js";
import { sliceOf } from "../tensor_view.js";
import { sumOf } from "./arithmetic.js";
import { type Aside, CAPTION_HEIGHT, captionedBars, grid, MARGIN, SIZE } from "./aside.js";
import { paddedBatch, paddedRow, paddingOf, queriesOf, rowOf } from "./row.js";

const MAX_TABLE_HEIGHT = 112;
const EDGE_WIDTH = 9;
const BARS_HEIGHT = 60;

/** All rows in miniature, padding hatched at both edges, the padded query's row in a frame with a line down to its bars. */
export const onlyKeys: Aside = ({ hu, trace, step, focus, theme, width }) => {
  // The weights on the stage, or the next weights that the lesson computes.
  const from = trace.steps.slice(trace.steps.findIndex(({ name }) => name === step.name));
  const attention = from.find(({ op }) => op === "softmax");
  if (!attention) return undefined;
  const queries = queriesOf(trace);
  const batch = paddedBatch(trace, queries, focus.batch);
  if (batch < 0) return undefined;
  const slice = sliceOf(attention, { ...focus, batch });
  const [queryPadding, keyPadding] = [paddingOf(trace, queries, batch), paddingOf(trace, "ids", batch)];
  const row = paddedRow(trace, slice, batch);
  if (row < 0) return undefined;
  const weights = rowOf(slice, row);
  const cell = {
    width: Math.min(22, (width - 120) / keyPadding.length),
    height: Math.min(16, MAX_TABLE_HEIGHT / queryPadding.length),
  };
  const at = { x: (width - cell.width * keyPadding.length) / 2, y: MARGIN + EDGE_WIDTH };
  const right = at.x + cell.width * keyPadding.length;
  const barsY = at.y + queryPadding.length * cell.height + 6;
  const rowY = at.y + row * cell.height;
  const middle = rowY + cell.height / 2;
  const bendX = right + 14;
  const index = attention.axes.flatMap((letter) =>
    letter === "B" ? [batch] : letter === "H" ? [focus.head] : [],
  );
  const sum = digits(sumOf(hu, weights));
  // The small table has no room for digits.
  const colours = sequential(theme);
  const values = queryPadding.map((_, r) => rowOf(slice, r));
  /** A token at the table's edge: dark, or hatched where it is padding. */
  const edge = { width: EDGE_WIDTH - 2, height: EDGE_WIDTH - 2 };
  const token = (isPadding: boolean, x: number, y: number, size: Partial<typeof edge>): Mark => ({
    ...{ kind: "cell", x, y, ...edge, ...size, fill: isPadding ? theme.blank : theme.muted },
    ...(isPadding ? { hatch: theme.hatch } : {}),
  });
  const frame = { x: at.x - EDGE_WIDTH - 1, y: rowY - 1, width: right - at.x + EDGE_WIDTH + 2 };
  const table: Mark[] = [
    ...grid({ ...at, cell, values, scale: (value) => ({ ...colours(value), text: "" }), theme }),
    ...keyPadding.map((padded, c) =>
      token(padded, at.x + c * cell.width, at.y - EDGE_WIDTH, { width: cell.width }),
    ),
    ...queryPadding.map((padded, r) =>
      token(padded, at.x - EDGE_WIDTH, at.y + r * cell.height, { height: cell.height }),
    ),
    { kind: "rect", ...frame, height: cell.height + 2, stroke: theme.accent, strokeWidth: 1.5, radius: 2 },
    {
      ...{ kind: "line", color: theme.accent, width: 1.5, arrow: true },
      points: [
        [right + 2, middle],
        [bendX, middle],
        [bendX, barsY],
      ],
    },
    mono(String(row), bendX + 4, middle, theme.accent, { size: SIZE }),
  ];
  const bars = captionedBars(`${attention.name}[${[...index, row].join(", ")}]`, `Σ ${sum}`, {
    ...{ x: MARGIN, width: width - 2 * MARGIN, theme, y: barsY, height: BARS_HEIGHT, weights },
    ...{ most: Math.max(...weights, 0.01), hatched: (i) => keyPadding[i] ?? false },
  });
  return {
    ...{ width, height: barsY + CAPTION_HEIGHT + BARS_HEIGHT + MARGIN, marks: [...table, ...bars] },
    facts: { sentence: String(batch + 1), query: String(row), sum },
  };
};
