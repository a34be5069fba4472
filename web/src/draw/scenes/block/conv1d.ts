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
import type { Mark, Picture, RectMark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { Scene, SceneInput, StageStep } from "../../scene.js";
import { type Slice, sliceOf, transposed } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { picked } from "../../thin.js";
import type { Current, Product } from "../attention/product_parts.js";
import { type Stand, turning } from "../attention/turning.js";
import { MOMENT, workings } from "../lenses/workings.js";
import { RULE_STANDS, stepBack } from "../pace/rhythm.js";
import { boxAround, rowBox } from "../pace/row_box.js";
import { type Sweep, sweep } from "../pace/sweep.js";

/** conv1 transposes its input first, conv2 its result at the end. */
const TURN_IN = { from: 0.02, to: 0.13 } as const;
const TURN_OUT = { from: 0.86, to: 0.97 } as const;
/** Within a position: the window gets there, its first number is worked out, and the rest of the column fills. */
const SLID = 0.08;
const COLUMN = { from: 0.84, each: 0.08 } as const;

type Conv = ReturnType<typeof convOf>;

export const conv1d: Scene = (input, t): Picture => {
  const { theme, width, height } = input;
  const conv = convOf(input, t);
  const { product, layout, now } = conv;
  const marks: Mark[] = [...sequence(conv, input), ...weightAndBias(conv, input), ...result(conv, input)];
  if (conv.turnedIn >= 1 && conv.turnedOut <= 0) marks.push(...windowMarks(conv, input));
  if (now) marks.push(...workings(product, layout, theme, now, 0));
  return { width, height, marks };
};

function convOf(input: SceneInput, t: number) {
  const { step, focus } = input;
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
  return {
    ...{ product, drawn, act, layout: channelsLayout(input, drawn, !goesTurned) },
    now: current(act, cols.size, product.result.cols.size),
    // An input that needs no transpose has 1, such a result 0.
    turnedIn: comesTurned ? 1 : phase(t, TURN_IN.from, TURN_IN.to),
    turnedOut: goesTurned ? 0 : phase(t, TURN_OUT.from, TURN_OUT.to),
    names: { input: x.name, result: step.name },
  };
}

/** The first number of the column in the window is the one that is worked out; it is done when the others follow. */
function current({ slow, within }: Sweep, drawn: number, all: number): Current | undefined {
  if (slow < 0 || within <= 0) return undefined;
  const own = within < RULE_STANDS ? within : RULE_STANDS + (within - RULE_STANDS) * 2;
  return { row: 0, col: slow, trueRow: 0, trueCol: picked(slow, drawn, all), within: Math.min(1, own) };
}

/** How far what is not read now steps back. */
const restOf = ({ now }: Conv, theme: Theme): number =>
  stepBack(theme, now?.within ?? 0, MOMENT.light, MOMENT.land);

function sequence(conv: Conv, { theme, width }: SceneInput): Mark[] {
  const { drawn, layout, now, turnedIn, names } = conv;
  const { above } = drawn;
  const { labelSize, narrow } = layout;
  const cell = { width: layout.cell.width, height: layout.inner.height };
  const labels = narrow ? "columns" : "all";
  const base = { theme, labels, labelSize, scale: above.scale, titleEnd: width - 4 } as const;
  const back = restOf(conv, theme);
  const dim = (_: number, col: number): number => (col === now?.col ? 1 : back);
  if (turnedIn >= 1) return matrix({ ...base, ...above, ...layout.above, cell, dim });
  // The transposed matrix takes the same room.
  const { rows, cols } = above;
  const high = rows.size * cell.height;
  const upright = cellIn(cols.size * cell.width, high, cols.size, rows.size);
  const from = { x: layout.above.x, y: layout.above.y + high - cols.size * upright.height };
  return turning(
    { ...base, slice: transposed(above), titles: [names.input, above.title] },
    { ...from, cell: upright },
    { ...layout.above, cell },
    turnedIn,
  );
}

function weightAndBias(conv: Conv, { theme }: SceneInput): Mark[] {
  const { product, drawn, layout, now } = conv;
  const { bias } = product;
  const { labelSize: size, narrow } = layout;
  const cell = { width: layout.inner.width, height: layout.cell.height };
  const back = restOf(conv, theme);
  const dim = (row: number): number => (row === now?.row ? 1 : back);
  const named = { labelSize: size, titleEnd: layout.result.x - 12 };
  const marks = matrix({ ...drawn.left, ...layout.left, ...named, cell, theme, dim });
  if (!bias) return marks;
  const { x, y, width } = layout.bias;
  const end = narrow ? Math.max(x + width, 110) : x + width;
  const label = { size, align: "end", bold: true } as const;
  const name = mono(`+ ${bias.title}`, end, layout.betweenY, theme.ink, label);
  const column = matrix({
    ...{ ...thinned(bias), x, y, theme, dim, labels: "none" },
    cell: { width, height: cell.height },
    lit: (row) => row === now?.row && now.within >= MOMENT.extras && now.within < MOMENT.land,
  });
  return [...marks, ...column, name];
}

function result({ drawn, layout, act, now, turnedOut, names }: Conv, { theme, width }: SceneInput): Mark[] {
  const { result: slice } = drawn;
  const { labelSize, cell } = layout;
  const { scale, title } = slice;
  const base = { theme, labelSize, scale, labels: "columns", titleEnd: width - 4 } as const;
  if (turnedOut > 0) {
    const [from, to] = [cell, layout.turned].map((own) => ({ ...layout.result, cell: own })) as [
      Stand,
      Stand,
    ];
    return turning({ ...base, labels: "names", slice, titles: [title, names.result] }, from, to, turnedOut);
  }
  const rows = slice.rows.size;
  /** A column fills downwards; in the explained column the first number lands separately. */
  const shown = (row: number, col: number): number => {
    if (col !== act.slow) return phase(act.progress(col), 0.5 * (row / rows), 0.5 + 0.5 * (row / rows));
    if (row === 0) return Number((now?.within ?? 0) >= MOMENT.land);
    const from = COLUMN.from + (1 - COLUMN.from - COLUMN.each) * (row / rows);
    return phase(act.within, from, from + COLUMN.each);
  };
  return matrix({ ...base, ...slice, ...layout.result, cell, shown });
}

/** The window, one position wide, the column that it makes, and the weights that are read for it. */
function windowMarks({ drawn, layout, act, now }: Conv, { theme }: SceneInput): Mark[] {
  const { cell, inner, above, result, left } = layout;
  const { left: weight, above: x, result: y } = drawn;
  const at = windowAt(act, y.cols.size);
  if (at < 0) return [];
  const around = ({ x, y }: Place, height: number): RectMark =>
    boxAround({ x: x + at * cell.width - 1, y: y - 1, width: cell.width + 2, height: height + 2 }, theme);
  const read = around(above, x.rows.size * inner.height);
  const whole = { ...left, width: weight.cols.size * inner.width, height: weight.rows.size * cell.height };
  return [
    { ...read, fill: theme.accent, opacity: 0.1 },
    read,
    mono("1", above.x + (at + 0.5) * cell.width, above.y + x.rows.size * inner.height + 11, theme.accent, {
      ...{ size: 11, align: "middle", bold: true },
    }),
    around(result, y.rows.size * cell.height),
    now && now.within < MOMENT.land
      ? rowBox(left, { width: inner.width, height: cell.height }, 0, weight.cols.size, theme)
      : boxAround(whole, theme),
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
