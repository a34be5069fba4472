/**
 * Why `contiguous()`: memory is one long strip. `transpose` moves nothing in it and only changes the strides, so that
 * reading in order has to jump; `contiguous()` copies the numbers into the order in which they are read.
 */

import { cellCount, range } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import { mono, stroke } from "../marks/marks.js";
import type { Mark } from "../picture.js";
import { scaleOf } from "../scale.js";
import type { StageStep } from "../scene.js";
import { hasStep, offsetOf, stepOf, type TensorLike, valueAt } from "../tensor_view.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { type Aside, centred, grid, MARGIN, SIZE } from "./aside.js";

const TITLE_HEIGHT = 17;
const CELL_HEIGHT = 20;
const NAMES_HEIGHT = 16;
/** Room for the reader's path, and for its jumps. */
const PATH_HEIGHT = 14;
const JUMPS_HEIGHT = 26;
const STRIP_HEIGHT = TITLE_HEIGHT + CELL_HEIGHT + NAMES_HEIGHT + PATH_HEIGHT;
const MAX_CELLS = 4;
/** Width of a gap for addresses or the end of a run that are left out. */
const FOLD_WIDTH = 12;
const RUN_GAP = 3;
/** Half the gap in the path for the number in its middle. */
const NUMBER_RADIUS = 7;
const PAIR = [0, 1] as const;

/** d_k adjacent numbers in memory: those of one token and one head. */
interface Run {
  /** Its indices in axes 1 and 2 of the tensor in memory. */
  readonly at: readonly [number, number];
  readonly address: number;
}

export const strides: Aside = ({ trace, step, focus, theme, width }) => {
  const swapped = transposed(trace, step);
  const memory = swapped && stepOf(trace, swapped.inputs[0] ?? "");
  if (!swapped || !memory || memory.shape.slice(1, 3).some((size) => size < 2)) return undefined;
  const copy = { ...memory, axes: swapped.axes, shape: swapped.shape };
  const memoryRuns = runsOf(memory, focus.batch);
  const readOrder = PAIR.flatMap((y) =>
    PAIR.map((x) => memoryRuns.findIndex(({ at }) => at[0] === x && at[1] === y)),
  );
  const copied = runsOf(copy, focus.batch).map(({ at: [y, x], address }): Run => ({ at: [x, y], address }));
  const stride = strideOf(memory.shape);
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = stride;
  const swappedStride = [s0, s2, s1, s3];
  const context = { memory, width, theme, padId: trace.spec.padId, batch: focus.batch };
  const inOrder = [0, 1, 2, 3];
  const y = MARGIN + STRIP_HEIGHT;
  return {
    width,
    height: y + STRIP_HEIGHT + JUMPS_HEIGHT + STRIP_HEIGHT - PATH_HEIGHT / 2,
    marks: [
      ...strip(context, { runs: memoryRuns, title: memory.name, stride: stride, order: inOrder, y: MARGIN }),
      ...strip(context, {
        runs: memoryRuns,
        title: ".transpose(1, 2)",
        stride: swappedStride,
        order: readOrder,
        y,
      }),
      ...strip(context, {
        ...{ runs: copied, title: ".contiguous()", stride: strideOf(copy.shape), order: inOrder },
        y: y + STRIP_HEIGHT + JUMPS_HEIGHT - 6,
      }),
    ],
    facts: {
      before: strideText(stride),
      jumping: strideText(swappedStride),
      after: strideText(strideOf(copy.shape)),
      addresses: readOrder.map((i) => memoryRuns[i]?.address).join(", "),
    },
  };
};

/** The step that swaps the axes: the step on the stage, or its input. */
function transposed(trace: Trace, step: StageStep): Step | undefined {
  const names = [step.name, step.inputs[0] ?? ""].filter((name) => hasStep(trace, name));
  return names.map((name) => stepOf(trace, name)).find(({ op }) => op === "transpose");
}

const runsOf = ({ shape }: TensorLike, batch: number): Run[] =>
  PAIR.flatMap((a) => PAIR.map((b): Run => ({ at: [a, b], address: offsetOf(shape, [batch, a, b, 0]) })));

const strideOf = (shape: readonly number[]): number[] =>
  shape.map((_, axis) => cellCount(shape.slice(axis + 1)));

const strideText = (stride: readonly number[]): string => `(${stride.join(", ")})`;

interface Context {
  readonly memory: Step;
  readonly width: number;
  readonly theme: Theme;
  readonly padId: number;
  readonly batch: number;
}

interface Strip {
  readonly title: string;
  readonly stride: readonly number[];
  /** Sorted by address. */
  readonly runs: readonly Run[];
  /** The order in which the tensor is read. */
  readonly order: readonly number[];
  readonly y: number;
}

/** The runs as they lie in memory, their names below, and the path of a reader. */
function strip(context: Context, { title, stride, runs, order, y }: Strip): Mark[] {
  const { memory, width, theme, padId, batch } = context;
  const places = placesOf(runs, memory.shape[3] ?? 1, width);
  const scale = scaleOf(memory, padId, theme);
  const top = y + TITLE_HEIGHT;
  const fullText = `.stride() = ${strideText(stride)}`;
  const text = monoWidth(`${title}  ${fullText}`, SIZE) <= width - 2 * MARGIN ? fullText : strideText(stride);
  return [
    mono(title, MARGIN, y + TITLE_HEIGHT / 2 - 1, theme.ink, { size: SIZE, bold: true }),
    mono(text, width - MARGIN, y + TITLE_HEIGHT / 2 - 1, theme.muted, { size: SIZE, align: "end" }),
    ...runs.flatMap((run, i): Mark[] => {
      const place = places[i];
      if (!place) return [];
      const { x, end, cells, cell } = place;
      const values = [range(cells).map((k) => valueAt(memory, [batch, ...run.at, k]))];
      const cellsEnd = x + cells * cell.width;
      return [
        ...(place.isApart ? [fold(x - FOLD_WIDTH / 2 - 1, top + CELL_HEIGHT / 2, theme)] : []),
        ...grid({ x, y: top, cell, values, scale, theme }),
        ...(end > cellsEnd ? [fold(cellsEnd + FOLD_WIDTH / 2, top + CELL_HEIGHT / 2, theme)] : []),
        ...names(memory, run, place, top + CELL_HEIGHT + NAMES_HEIGHT / 2, theme),
      ];
    }),
    ...path(places, order, top + CELL_HEIGHT + NAMES_HEIGHT + 5, theme),
  ];
}

type RunPlace = ReturnType<typeof placesOf>[number];

function placesOf(runs: readonly Run[], dK: number, width: number) {
  const cells = Math.min(MAX_CELLS, dK);
  const tail = dK > cells ? FOLD_WIDTH : 0;
  // Not adjacent to the run before: addresses between them are left out.
  const apart = runs.map(({ address }, i) => i > 0 && address !== (runs[i - 1]?.address ?? 0) + dK);
  const gaps = apart.map((isApart, i): number => (i === 0 ? 0 : isApart ? FOLD_WIDTH + RUN_GAP : RUN_GAP));
  const free = width - 2 * MARGIN - gaps.reduce((a, b) => a + b, 0) - runs.length * tail;
  const cell = { width: Math.min(34, free / (runs.length * cells)), height: CELL_HEIGHT };
  let next: number = MARGIN;
  return apart.map((isApart, i) => {
    const x = next + (gaps[i] ?? 0);
    next = x + cells * cell.width + tail;
    return { x, end: next, cells, cell, isApart };
  });
}

const fold = (x: number, y: number, theme: Theme): Mark => centred("…", x, y, theme.muted);

/** Which token and which head, and the address where the run begins. */
function names(memory: Step, { at, address }: Run, { x, end }: RunPlace, y: number, theme: Theme): Mark[] {
  const size = 10;
  const named = memory.axes.slice(1, 3).map((letter, i) => {
    const left = x + 1 + i * monoWidth("L0 ", size);
    return mono(`${letter}${at[i]}`, left, y, theme.axes[letter] ?? theme.ink, { size });
  });
  return [...named, mono(String(address), end - 2, y, theme.muted, { size, align: "end" })];
}

/** Numbered path along each run in turn; an arc leads to the next run where it is not adjacent. */
function path(places: readonly RunPlace[], order: readonly number[], y: number, theme: Theme): Mark[] {
  return order.flatMap((run, i): Mark[] => {
    const here = places[run];
    const next = places[order[i + 1] ?? -1];
    if (!here) return [];
    const [from, to, middle] = [here.x + 2, here.end - 2, (here.x + here.end) / 2];
    const line = { width: 2 };
    const segment: Mark[] = [
      stroke(from, y, middle - NUMBER_RADIUS, y, theme.accent, line),
      centred(String(i + 1), middle, y, theme.accent, true),
      stroke(middle + NUMBER_RADIUS, y, to, y, theme.accent, { ...line, arrow: !next }),
    ];
    if (!next) return segment;
    const [end, isNeighbour] = [next.x + 2, order[i + 1] === run + 1];
    return [...segment, isNeighbour ? stroke(to, y, end, y, theme.accent, line) : arc(to, end, y, theme)];
  });
}

/** Forward jumps are shallow arcs, backward jumps deep ones. */
function arc(from: number, to: number, y: number, theme: Theme): Mark {
  const depth = to > from ? JUMPS_HEIGHT * 0.55 : JUMPS_HEIGHT - 3;
  const points = range(17).map((i): [number, number] => {
    const share = i / 16;
    return [from + (to - from) * share, y + 2 + 4 * depth * share * (1 - share)];
  });
  return { kind: "line", points, color: theme.positive, width: 1.5, arrow: true };
}
