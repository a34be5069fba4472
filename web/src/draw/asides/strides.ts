/**
 * Why `contiguous()`: memory is one long strip. `transpose` moves nothing in it and only changes the strides, so that
 * reading in order has to jump; `contiguous()` copies the numbers into the order in which they are read.
 */
import { cellCount, range } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import { mono, stroke } from "../marks/marks.js";
import { monoWidth } from "../measure.js";
import type { Mark, StageStep } from "../picture.js";
import { scaleOf } from "../scale.js";
import { hasStep, offsetOf, stepOf, type TensorLike, valueAt } from "../tensor_view.js";
import { type Aside, centred, grid, MARGIN, SIZE } from "./aside.js";

const TITLE_HEIGHT = 17;
const CELL_HEIGHT = 20;
const NAMES_HEIGHT = 16;
const NAME_SIZE = 10;
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
  const { batch } = focus;
  const runs = runsOf(memory, batch);
  const copied = runsOf(swapped, batch).map(({ at: [a, b], address }): Run => ({ at: [b, a], address }));
  const readOrder = PAIR.flatMap((b) =>
    PAIR.map((a) => runs.findIndex(({ at }) => at[0] === a && at[1] === b)),
  );
  const inOrder = [0, 1, 2, 3];
  const stride = strideOf(memory.shape);
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = stride;
  const strideTexts = [stride, [s0, s2, s1, s3], strideOf(swapped.shape)].map((s) => `(${s.join(", ")})`);
  const [before = "", jumping = "", after = ""] = strideTexts;
  const scale = scaleOf(memory, trace, theme);

  /** The runs as they lie in memory, sorted by address, their names below, and the path of a reader in this order. */
  const strip = (
    title: string,
    text: string,
    sorted: readonly Run[],
    order: readonly number[],
    y: number,
  ): Mark[] => {
    const places = placesOf(sorted, memory.shape[3] ?? 1, width);
    const top = y + TITLE_HEIGHT;
    const [titleY, foldY] = [y + TITLE_HEIGHT / 2 - 1, top + CELL_HEIGHT / 2];
    const nameY = top + CELL_HEIGHT + NAMES_HEIGHT / 2;
    const fold = (x: number): Mark => centred("…", x, foldY, theme.muted);
    const fullText = `.stride() = ${text}`;
    const fits = monoWidth(`${title}  ${fullText}`, SIZE) <= width - 2 * MARGIN;
    const small = { size: NAME_SIZE };
    const cells = sorted.flatMap((run, i): Mark[] => {
      const place = places[i];
      if (!place) return [];
      const { x, end, cells, cell } = place;
      const cellsEnd = x + cells * cell.width;
      const values = [range(cells).map((k) => valueAt(memory, [batch, ...run.at, k]))];
      // Which token and which head, and the address where the run begins.
      const names = memory.axes.slice(1, 3).map((letter, axis) => {
        const left = x + 1 + axis * monoWidth("L0 ", NAME_SIZE);
        return mono(`${letter}${run.at[axis]}`, left, nameY, theme.axes[letter] ?? theme.ink, small);
      });
      return [
        ...(place.isApart ? [fold(x - FOLD_WIDTH / 2 - 1)] : []),
        ...grid({ x, y: top, cell, values, scale, theme }),
        ...(end > cellsEnd ? [fold(cellsEnd + FOLD_WIDTH / 2)] : []),
        ...names,
        mono(String(run.address), end - 2, nameY, theme.muted, { ...small, align: "end" }),
      ];
    });
    return [
      mono(title, MARGIN, titleY, theme.ink, { size: SIZE, bold: true }),
      mono(fits ? fullText : text, width - MARGIN, titleY, theme.muted, { size: SIZE, align: "end" }),
      ...cells,
      ...path(places, order, top + CELL_HEIGHT + NAMES_HEIGHT + 5),
    ];
  };

  /** Numbered path along each run in turn; an arc leads to the next run where it is not adjacent. */
  const path = (places: readonly RunPlace[], order: readonly number[], y: number): Mark[] =>
    order.flatMap((run, i): Mark[] => {
      const here = places[run];
      const next = places[order[i + 1] ?? -1];
      if (!here) return [];
      const [from, to, middle] = [here.x + 2, here.end - 2, (here.x + here.end) / 2];
      const line = (x1: number, x2: number, arrow = false): Mark =>
        stroke(x1, y, x2, y, theme.accent, arrow ? { width: 2, arrow } : { width: 2 });
      const segment = [
        line(from, middle - NUMBER_RADIUS),
        centred(String(i + 1), middle, y, theme.accent, true),
        line(middle + NUMBER_RADIUS, to, !next),
      ];
      if (!next) return segment;
      const end = next.x + 2;
      return [...segment, order[i + 1] === run + 1 ? line(to, end) : arc(to, end, y)];
    });

  /** Forward jumps are shallow arcs, backward jumps deep ones. */
  const arc = (from: number, to: number, y: number): Mark => {
    const depth = to > from ? JUMPS_HEIGHT * 0.55 : JUMPS_HEIGHT - 3;
    const points = range(17).map((i): [number, number] => {
      const share = i / 16;
      return [from + (to - from) * share, y + 2 + 4 * depth * share * (1 - share)];
    });
    return { kind: "line", points, color: theme.positive, width: 1.5, arrow: true };
  };

  const second = MARGIN + STRIP_HEIGHT;
  const third = second + STRIP_HEIGHT + JUMPS_HEIGHT;
  return {
    ...{ width, height: third + STRIP_HEIGHT - PATH_HEIGHT / 2 },
    marks: [
      ...strip(memory.name, before, runs, inOrder, MARGIN),
      ...strip(".transpose(1, 2)", jumping, runs, readOrder, second),
      ...strip(".contiguous()", after, copied, inOrder, third - 6),
    ],
    facts: { before, jumping, after, addresses: readOrder.map((i) => runs[i]?.address).join(", ") },
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
