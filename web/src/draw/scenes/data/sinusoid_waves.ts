/** The waves under the table of positions: for a pair of columns its sine, and dashed its cosine, with the table's values on them. */
import { mono, stroke } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import { digits, type Scale } from "../../scale.js";
import type { SceneInput } from "../../scene.js";
import { monoWidth } from "../../text.js";
import { type Layout, type Now, PERIOD, type Plot, periodOf } from "./sinusoid_layout.js";

/** Points of a curve: per position, and in total at least. */
const FINE = 8;
const LEAST_POINTS = 48;
const DOT = 5;

type Come = (row: number, col: number) => number;

export function waves(
  input: SceneInput,
  layout: Layout,
  scale: Scale,
  come: Come,
  now: Now | undefined,
): Mark[] {
  return layout.plots.flatMap((plot) => [
    ...axes(input, layout, plot, now?.pair === plot.pair),
    ...curves(input, layout, plot, come, scale),
    ...(now?.pair === plot.pair ? moment(input, layout, plot, now) : []),
  ]);
}

const along = ({ table }: Layout, { x, width }: Plot, position: number): number =>
  x + (width * position) / Math.max(1, (table.rows.total ?? table.rows.size) - 1);
const upwards = ({ y, height }: Plot, value: number): number => y + (height / 2) * (1 - 0.92 * value);

/** The zero line, the columns the wave belongs to, and what divides the position. */
function axes({ step, theme }: SceneInput, { at, cell, table }: Layout, plot: Plot, isNow: boolean): Mark[] {
  const { pair, x, y, width, height } = plot;
  const [left, right] = [at.x + pair.col * cell.width, at.x + (pair.col + pair.columns) * cell.width];
  const foot = at.y + table.rows.size * cell.height + 4;
  const middle = x + width / 2;
  const color = isNow ? theme.accent : theme.muted;
  const text = `p / ${digits(periodOf(pair.index, step.shape.at(-1) ?? 1)).replace(/\.00$/, "")}`;
  const size = Math.max(11, Math.min(13, (width + 8) / monoWidth(text, 1)));
  return [
    stroke(left + 2, foot, right - 2, foot, color, { width: isNow ? 2 : 1.5 }),
    stroke((left + right) / 2, foot, middle, y - 2, isNow ? theme.accent : theme.hairline, { width: 1 }),
    stroke(x, upwards(plot, 0), x + width, upwards(plot, 0), theme.hairline, { width: 1 }),
    mono(text, middle, y + height + PERIOD / 2, isNow ? theme.accent : theme.muted, {
      size,
      align: "middle",
      bold: isNow,
    }),
  ];
}

/** The waves as far as the table is filled, with its values as dots where these do not merge. */
function curves({ step, theme }: SceneInput, layout: Layout, plot: Plot, come: Come, scale: Scale): Mark[] {
  const { table } = layout;
  const { pair } = plot;
  const period = periodOf(pair.index, step.shape.at(-1) ?? 1);
  const reach = filled(layout, come, pair.col);
  const points = Math.max(LEAST_POINTS, Math.min(400, FINE * table.rows.size));
  const spaced = along(layout, plot, 1) - plot.x >= DOT + 1;
  return [Math.sin, Math.cos].slice(0, pair.columns).flatMap((wave, i): Mark[] => {
    const curve = Array.from({ length: points + 1 }, (_, k) => (reach * k) / points).map(
      (p) => [along(layout, plot, p), upwards(plot, wave(p / period))] as const,
    );
    const line = { color: theme.muted, width: 1.25, ...(i === 1 ? { dash: [3, 3] } : {}) };
    const dots = table.rowAt.flatMap((position, row): Mark[] => {
      const opacity = come(row, pair.col + i);
      if (!spaced || opacity <= 0) return [];
      const value = table.value(row, pair.col + i);
      const at = { x: along(layout, plot, position) - DOT / 2, y: upwards(plot, value) - DOT / 2 };
      const look = { width: DOT, height: DOT, radius: DOT / 2, stroke: theme.ink, strokeWidth: 1 };
      return [{ kind: "rect", ...at, ...look, fill: scale(value).fill, opacity }];
    });
    return [...(reach > 0 ? [{ kind: "line", points: curve, ...line } as const] : []), ...dots];
  });
}

/** The position up to which the table is filled. */
function filled({ table }: Layout, come: Come, col: number): number {
  let row = 0;
  while (row < table.rows.size && come(row, col) >= 1) row++;
  const last = table.rowAt[row - 1] ?? 0;
  const next = table.rowAt[row] ?? last;
  return row === 0 ? 0 : last + (next - last) * (row < table.rows.size ? come(row, col) : 0);
}

/** The position that is worked out, on the wave's axis. */
function moment({ theme }: SceneInput, layout: Layout, plot: Plot, { position }: Now): Mark[] {
  const x = along(layout, plot, position);
  return [stroke(x, plot.y, x, plot.y + plot.height, theme.accent, { width: 1, dash: [2, 3] })];
}
