/**
 * A convolution of kernel 1 over a sequence: a window one position wide slides along it, and at every position the same
 * weight makes a column of the result of the column in the window: y[:, l] = W x[:, l] + b. No position sees another.
 */
import { phase } from "../../../timeline/easing.js";
import { channelsLayout, thinnedCorner } from "../../layout/corner.js";
import { cellIn } from "../../layout/room.js";
import { mono } from "../../marks/marks.js";
import { matrix } from "../../marks/matrix.js";
import { inputsOf, operand, thinned } from "../../operand.js";
import type { Mark, RectMark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { type Slice, sliceOf, transposed } from "../../tensor_view.js";
import { picked } from "../../thin.js";
import type { Current, Product } from "../attention/product_parts.js";
import { transposing } from "../attention/transposing.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { boxAround, rowBox } from "../pace/row_box.js";
import { RULE_SHOWN, type Sweep, stepBack, sweep } from "../pace/sweep.js";

/** conv1 transposes its input first, conv2 its result at the end. */
const TURN_IN = { from: 0.02, to: 0.13 } as const;
const TURN_OUT = { from: 0.86, to: 0.97 } as const;
/** Within a position: the window gets there, its first number is worked out, and the rest of the column fills. */
const SLID = 0.08;
const COLUMN = { from: 0.84, each: 0.08 } as const;

type Stage = ReturnType<typeof stageOf>;

export const conv1d: Scene = (input, t) => {
  const stage = stageOf(input, t);
  const { product, layout, theme, now } = stage;
  return [
    ...sequence(stage),
    ...weightAndBias(stage),
    ...result(stage),
    ...(stage.turnedIn >= 1 && stage.turnedOut <= 0 ? windowMarks(stage) : []),
    ...(now ? workings(product, layout, theme, now, 0) : []),
  ];
};

function stageOf(input: SceneInput, t: number) {
  const { step, focus, theme, width } = input;
  const [x, weight, bias] = inputsOf(input);
  const [comesTurned, goesTurned] = [x.axes[1] === weight.axes[1], step.axes[1] === weight.axes[0]];
  const slice = (one: StageStep, channelsFirst: boolean): Slice =>
    channelsFirst ? sliceOf(one, focus) : transposed(sliceOf(one, focus));
  const layer = `${weight.name.replace(/\.weight$/, "")}(${x.name})`;
  const product: Product = {
    left: operand(input, weight),
    above: operand(input, x, slice(x, comesTurned), comesTurned ? x.name : `${x.name}ᵀ`),
    result: operand(input, step, slice(step, goesTurned), goesTurned ? step.name : layer),
    bias: bias && operand(input, bias, sliceOf(bias, focus, 0, -1)),
  };
  const drawn = thinnedCorner(product);
  const { cols } = drawn.result;
  const span = { from: comesTurned ? 0.05 : TURN_IN.to + 0.01, to: goesTurned ? 0.97 : TURN_OUT.from - 0.02 };
  const act = sweep(t, span, cols.size);
  const now = current(act, cols.size, product.result.cols.size);
  return {
    ...{ theme, product, drawn, act, now, layout: channelsLayout(input, drawn, !goesTurned) },
    // An input that needs no transpose has 1, such a result 0.
    turnedIn: comesTurned ? 1 : phase(t, TURN_IN.from, TURN_IN.to),
    turnedOut: goesTurned ? 0 : phase(t, TURN_OUT.from, TURN_OUT.to),
    names: { input: x.name, result: step.name },
    /** How far what is not read now steps back. */
    back: stepBack(theme, now?.within ?? 0, MOMENT.light, MOMENT.land),
    titleEnd: width - 4,
  };
}

/** The first number of the column in the window is the one that is worked out; it is done when the others follow. */
function current({ slow, within }: Sweep, drawn: number, all: number): Current | undefined {
  if (within <= 0) return undefined;
  const own = within < RULE_SHOWN ? within : RULE_SHOWN + (within - RULE_SHOWN) * 2;
  return { row: 0, col: slow, trueRow: 0, trueCol: picked(slow, drawn, all), within: Math.min(1, own) };
}

function sequence({ drawn: { above }, layout, now, turnedIn, names, back, theme, titleEnd }: Stage): Mark[] {
  const cell = { width: layout.cell.width, height: layout.inner.height };
  const labels = layout.narrow ? "columns" : "all";
  const base = { theme, labels, labelSize: layout.labelSize, scale: above.scale, titleEnd } as const;
  const dim = (_: number, col: number): number => (col === now?.col ? 1 : back);
  if (turnedIn >= 1) return matrix({ ...base, ...above, ...layout.above, cell, dim });
  // The transposed matrix takes the same room.
  const { rows, cols } = above;
  const high = rows.size * cell.height;
  const upright = cellIn(cols.size * cell.width, high, cols.size, rows.size);
  const from = { x: layout.above.x, y: layout.above.y + high - cols.size * upright.height, cell: upright };
  const slice = { ...base, slice: transposed(above), titles: [names.input, above.title] } as const;
  return transposing(slice, from, { ...layout.above, cell }, turnedIn);
}

function weightAndBias({ product: { bias }, drawn, layout, now, back, theme }: Stage): Mark[] {
  const { labelSize: size, narrow, cell, inner, result } = layout;
  const dim = (row: number): number => (row === now?.row ? 1 : back);
  const named = { labelSize: size, titleEnd: result.x - 12 };
  const own = { width: inner.width, height: cell.height };
  const marks = matrix({ ...drawn.left, ...layout.left, ...named, cell: own, theme, dim });
  if (!bias) return marks;
  const { x, y, width } = layout.bias;
  const end = narrow ? Math.max(x + width, 110) : x + width;
  const label = { size, align: "end", bold: true } as const;
  const column = matrix({
    ...{ ...thinned(bias), x, y, theme, dim, labels: "none", cell: { width, height: cell.height } },
    lit: (row) => row === now?.row && now.within >= MOMENT.extras && now.within < MOMENT.land,
  });
  return [...marks, ...column, mono(`+ ${bias.title}`, end, layout.betweenY, theme.ink, label)];
}

function result({ drawn: { result }, layout, act, now, turnedOut, names, theme, titleEnd }: Stage): Mark[] {
  const { labelSize, cell, result: at } = layout;
  const base = { theme, labelSize, scale: result.scale, labels: "columns", titleEnd } as const;
  if (turnedOut > 0) {
    const slice = { ...base, labels: "names", slice: result, titles: [result.title, names.result] } as const;
    return transposing(slice, { ...at, cell }, { ...at, cell: layout.turned }, turnedOut);
  }
  const rows = result.rows.size;
  /** A column fills downwards; in the explained column the first number lands separately. */
  const shown = (row: number, col: number): number => {
    if (col !== act.slow) return phase(act.progress(col), 0.5 * (row / rows), 0.5 + 0.5 * (row / rows));
    if (row === 0) return Number((now?.within ?? 0) >= MOMENT.land);
    const from = COLUMN.from + (1 - COLUMN.from - COLUMN.each) * (row / rows);
    return phase(act.within, from, from + COLUMN.each);
  };
  return matrix({ ...base, ...result, ...at, cell, shown });
}

/** The window, one position wide, the column that it makes, and the weights that are read for it. */
function windowMarks({ drawn, layout, act, now, theme }: Stage): Mark[] {
  const { cell, inner, above, result, left } = layout;
  const { left: weight, above: x, result: y } = drawn;
  const at = windowAt(act, y.cols.size);
  if (at < 0) return [];
  const around = ({ x, y }: Place, height: number): RectMark =>
    boxAround({ x: x + at * cell.width - 1, y: y - 1, width: cell.width + 2, height: height + 2 }, theme);
  const high = x.rows.size * inner.height;
  const own = { width: inner.width, height: cell.height };
  const whole = { ...left, width: weight.cols.size * own.width, height: weight.rows.size * own.height };
  const look = { size: 11, align: "middle", bold: true } as const;
  return [
    { ...around(above, high), fill: theme.accent, opacity: 0.1 },
    around(above, high),
    mono("1", above.x + (at + 0.5) * cell.width, above.y + high + 11, theme.accent, look),
    around(result, y.rows.size * cell.height),
    now && now.within < MOMENT.land ? rowBox(left, own, 0, weight.cols.size, theme) : boxAround(whole, theme),
  ];
}

/** Where the window is, in positions; −1 before the sweep and after it. */
function windowAt({ slow, within, progress }: Sweep, positions: number): number {
  if (slow >= 0) return Math.max(0, slow - 1 + phase(within, 0, SLID));
  if (progress(0) <= 0 || progress(positions - 1) >= 1) return -1;
  let at = 1;
  for (let i = 2; i < positions; i++) at += phase(progress(i), 0, 0.35);
  return at;
}
