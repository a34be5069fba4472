/**
 * A view gives the same numbers other axes. Into heads: the D columns part into H groups of K; out of them: the groups
 * close up. Every cell keeps its identity. A view of a mask changes nothing: the same tensor under another name.
 */

import { cadence } from "../../timeline/cadence.js";
import { phase } from "../../timeline/easing.js";
import { axisColor } from "../matrix.js";
import type { Mark, Picture } from "../picture.js";
import { scaleOf } from "../scale.js";
import type { Scene, SceneInput, StageStep } from "../scene.js";
import { stepOf, valueAt } from "../tensor_view.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import {
  allWidth,
  blockHeight,
  blockMarks,
  blockWidth,
  type HeadsLayout,
  headNumber,
  headsLayout,
  headsShape,
  headX,
  overBracket,
  renaming,
  sideBracket,
  titleY,
} from "./heads.js";
import { sameTensor } from "./same_tensor.js";

/** Cut lines and brackets first, then the groups part, then the old bracket goes. */
const MOMENT = {
  marks: 0.08,
  lifted: 0.22,
  marked: 0.36,
  named: 0.48,
  move: 0.3,
  moved: 0.72,
  leave: 0.78,
  left: 0.95,
} as const;

export const view: Scene = (input, t) => {
  const { trace, step } = input;
  const source = stepOf(trace, step.inputs[0] ?? "");
  const splits = step.axes.includes("H");
  if (!splits && !source.axes.includes("H")) return sameTensor(input, source, t);
  return splits ? groups(input, source, step, t, false) : groups(input, step, source, t, true);
};

/** `joined` is (B, L, D), `parted` is (B, L, H, K). Closing up is parting played backwards. */
function groups(
  input: SceneInput,
  joined: StageStep,
  parted: StageStep,
  t: number,
  closing: boolean,
): Picture {
  const { trace, focus, theme, width, height } = input;
  const [, rows = 1, heads = 1, k = 1] = parted.shape;
  const layout = headsLayout({ width, height }, headsShape(parted.axes[1] ?? "L", rows, heads, k), false);
  const u = closing ? 1 - t : t;
  const apart = phase(u, MOMENT.move, MOMENT.moved);
  const arrived = closing ? apart <= 0 : apart >= 1;
  const nowParted = closing ? !arrived : arrived;
  const batch = Math.min(focus.batch, (parted.shape[0] ?? 1) - 1);
  const rowGap = layout.rowGap * apart;
  const y =
    layout.y +
    (layout.rowGap * (layout.shape.rows.shown - 1) * (1 - apart)) / 2 -
    (layout.rowGap * (layout.shape.rows.shown - 1)) / 2;
  const scale = scaleOf(parted, trace.spec.padId, theme);
  const marks: Mark[] = [];
  for (let head = 0; head < heads; head++) {
    const x = headX(layout, head, apart);
    marks.push(
      ...blockMarks(
        layout,
        {
          x,
          y,
          rowGap,
          head,
          value: (row, c) => valueAt(parted, [batch, row, head, c]),
          ref: (row, c) =>
            nowParted
              ? { name: parted.name, index: [batch, row, head, c] }
              : { name: joined.name, index: [batch, row, head * k + c] },
        },
        scale,
      ),
      ...headNumber(
        layout,
        theme,
        x,
        y + blockHeight(layout, 1, rowGap),
        head,
        head === focus.head,
        phase(u, MOMENT.marked, MOMENT.named),
      ),
    );
  }
  marks.push(...brackets(layout, joined, input, u, apart, y, rowGap));
  const names = closing ? ([parted.name, joined.name] as const) : ([joined.name, parted.name] as const);
  // The title shares the line of D's size where both fit, and goes up with it.
  const both = monoWidth(`${names[0]} → ${names[1]}  D 000`, layout.labelSize) <= allWidth(layout, 0);
  const lines = 2 * phase(u, MOMENT.marks, MOMENT.lifted) + (both ? 0 : 1);
  marks.push(
    ...renaming(theme, headX(layout, 0, apart), titleY(layout, y, lines), layout.labelSize, ...names, t),
  );
  return { width, height, marks };
}

/** From the outside in: D over all (until it is H × K), H over all, K over each group; L at the left. */
function brackets(
  layout: HeadsLayout,
  joined: StageStep,
  { theme }: SceneInput,
  u: number,
  apart: number,
  y: number,
  rowGap: number,
): Mark[] {
  const { shape, labelSize: size } = layout;
  const { heads, k, rows } = shape;
  const line = size + 7;
  const from = headX(layout, 0, apart);
  const to = from + allWidth(layout, apart);
  const letter = joined.axes.at(-1) ?? "D";
  const dColor = theme.axes[letter] ?? theme.muted;
  const hColor = theme.axes.H ?? theme.muted;
  // D stands next to the cells until K needs its place.
  const lifted = phase(u, MOMENT.marks, MOMENT.lifted);
  const base = y - 4;
  const marks: Mark[] = [
    ...overBracket(
      from,
      to,
      base - 2 * line * lifted,
      `${letter} ${heads * k.size}`,
      dColor,
      size,
      1 - phase(u, MOMENT.leave, MOMENT.left),
    ),
    ...overBracket(from, to, base - line, `H ${heads}`, hColor, size, phase(u, MOMENT.marked, MOMENT.named)),
    ...sideBracket(
      from - 5,
      y,
      y + blockHeight(layout, 1, rowGap),
      `${shape.rows.letter} ${rows.size}`,
      axisColor({ letter: shape.rows.letter, size: 0 }, theme),
      size,
      1,
    ),
  ];
  return [...marks, ...groupBrackets(layout, theme, u, apart, y, y + blockHeight(layout, 1, rowGap))];
}

/** K over each group, one after the other, and between two groups the cut until they have parted. */
function groupBrackets(
  layout: HeadsLayout,
  theme: Theme,
  u: number,
  apart: number,
  y: number,
  bottom: number,
): Mark[] {
  const { shape, labelSize: size } = layout;
  const { heads, k } = shape;
  const color = theme.axes.K ?? theme.muted;
  const marks: Mark[] = [];
  const text = `K ${k.size}`;
  const fits = blockWidth(layout) >= text.length * size * 0.61;
  const seen = (u - MOMENT.marks - 0.1) / (MOMENT.marked - MOMENT.marks - 0.1);
  for (let head = 0; head < heads; head++) {
    const x = headX(layout, head, apart);
    const opacity = phase(cadence(seen, head, heads), 0, 1);
    marks.push(
      ...overBracket(
        x + 1,
        x + blockWidth(layout) - 1,
        y - 4,
        fits || head === 0 ? text : "",
        color,
        size,
        opacity,
        fits ? "middle" : "end",
      ),
    );
    if (head > 0) {
      // The cut stands between two groups until they have parted.
      const cut = x - (apart * layout.gap) / 2;
      marks.push({
        kind: "line",
        points: [
          [cut, y - 2],
          [cut, bottom + 2],
        ],
        color: theme.accent,
        width: 1.5,
        dash: [4, 3],
        opacity: opacity * (1 - phase(u, 0.6, MOMENT.left)),
      });
    }
  }
  return marks;
}
