/** The mask hides columns of keys only: the row of a padded query has its weights like any other, and they sum to 1. */
import type { Step, Trace } from "../../module/types.js";
import type { Rect } from "../layout/rect.js";
import type { CellSize } from "../marks/cells.js";
import { mono } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { digits, type Scale, sequential } from "../scale.js";
import type { StageStep } from "../scene.js";
import { type Slice, sliceOf } from "../tensor_view.js";
import type { Theme } from "../theme.js";
import { sumOf } from "./arithmetic.js";
import { type Aside, CAPTION_HEIGHT, captionedBars, grid, MARGIN, SIZE } from "./aside.js";
import { paddedBatch, paddedRow, paddingOf, queriesOf, rowOf } from "./row.js";

const MAX_TABLE_HEIGHT = 112;
const EDGE_WIDTH = 9;
const BARS_HEIGHT = 60;

export const onlyKeys: Aside = ({ hu, trace, step, focus, theme, width }) => {
  const attention = weightsFrom(trace, step);
  if (!attention) return undefined;
  const queries = queriesOf(trace);
  const batch = paddedBatch(trace, queries, focus.batch);
  if (batch < 0) return undefined;
  const slice = sliceOf(attention, { ...focus, batch });
  const queryPadding = paddingOf(trace, queries, batch);
  const keyPadding = paddingOf(trace, "ids", batch);
  const row = paddedRow(trace, slice, batch);
  if (row < 0) return undefined;
  const weights = rowOf(slice, row);
  const room = { x: MARGIN, width: width - 2 * MARGIN, theme };
  const cell = {
    width: Math.min(22, (width - 120) / keyPadding.length),
    height: Math.min(16, MAX_TABLE_HEIGHT / queryPadding.length),
  };
  const y = MARGIN + EDGE_WIDTH + queryPadding.length * cell.height + 6;
  const index = attention.axes.flatMap((letter) =>
    letter === "B" ? [batch] : letter === "H" ? [focus.head] : [],
  );
  const sum = digits(sumOf(hu, weights));
  return {
    width,
    height: y + CAPTION_HEIGHT + BARS_HEIGHT + MARGIN,
    marks: [
      ...table({ slice, queryPadding, keyPadding, row, cell, barsY: y }, width, theme),
      ...captionedBars(`${attention.name}[${[...index, row].join(", ")}]`, `Σ ${sum}`, {
        ...{ ...room, y, height: BARS_HEIGHT, weights },
        most: Math.max(...weights, 0.01),
        hatched: (i) => keyPadding[i] ?? false,
      }),
    ],
    facts: { sentence: String(batch + 1), query: String(row), sum },
  };
};

/** The weights on the stage, or the next weights that the lesson computes. */
const weightsFrom = ({ steps }: Trace, step: StageStep): Step | undefined =>
  steps.slice(steps.findIndex(({ name }) => name === step.name)).find(({ op }) => op === "softmax");

interface Table {
  readonly slice: Slice;
  readonly queryPadding: readonly boolean[];
  readonly keyPadding: readonly boolean[];
  /** The padded query's row. */
  readonly row: number;
  readonly cell: CellSize;
  /** Length of the line down to its bars. */
  readonly barsY: number;
}

/** All rows in miniature, padding hatched at both edges, the padded query's row in a frame with a line down to its bars. */
function table(
  { slice, queryPadding, keyPadding, row, cell, barsY }: Table,
  width: number,
  theme: Theme,
): Mark[] {
  const at = { x: (width - cell.width * keyPadding.length) / 2, y: MARGIN + EDGE_WIDTH };
  const right = at.x + cell.width * keyPadding.length;
  const y = at.y + row * cell.height;
  const values = queryPadding.map((_, r) => rowOf(slice, r));
  const bendX = right + 14;
  return [
    ...grid({ ...at, cell, values, scale: withoutDigits(theme), theme }),
    ...keyPadding.map((padded, c) =>
      edgeToken(
        padded,
        { x: at.x + c * cell.width, y: at.y - EDGE_WIDTH, width: cell.width, height: EDGE_WIDTH - 2 },
        theme,
      ),
    ),
    ...queryPadding.map((padded, r) =>
      edgeToken(
        padded,
        { x: at.x - EDGE_WIDTH, y: at.y + r * cell.height, width: EDGE_WIDTH - 2, height: cell.height },
        theme,
      ),
    ),
    {
      kind: "rect",
      x: at.x - EDGE_WIDTH - 1,
      y: y - 1,
      width: right - at.x + EDGE_WIDTH + 2,
      height: cell.height + 2,
      stroke: theme.accent,
      strokeWidth: 1.5,
      radius: 2,
    },
    {
      kind: "line",
      points: [
        [right + 2, y + cell.height / 2],
        [bendX, y + cell.height / 2],
        [bendX, barsY],
      ],
      color: theme.accent,
      width: 1.5,
      arrow: true,
    },
    mono(String(row), bendX + 4, y + cell.height / 2, theme.accent, { size: SIZE }),
  ];
}

/** A token at the table's edge: dark, or hatched where it is padding. */
const edgeToken = (padded: boolean, room: Rect, theme: Theme): Mark => ({
  kind: "cell",
  ...room,
  fill: padded ? theme.blank : theme.muted,
  ...(padded ? { hatch: theme.hatch } : {}),
});

/** The small table has no room for digits. */
const withoutDigits = (theme: Theme): Scale => {
  const scale = sequential(theme);
  return (value) => ({ ...scale(value), text: "" });
};
