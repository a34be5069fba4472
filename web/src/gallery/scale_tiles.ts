/** A tile for every scale with its legend, one for the inks of a theme, one for the colours of the axes. */
import { legend } from "../draw/marks/legend.js";
import { mono } from "../draw/marks/marks.js";
import { tensorsOf } from "../draw/operand.js";
import type { Mark } from "../draw/picture.js";
import { contrast } from "../draw/scale.js";
import { stepOf } from "../draw/tensor_view.js";
import type { Theme } from "../draw/theme.js";
import type { Tile } from "./tile.js";
import type { Traces } from "./traces.js";

const LINE_HEIGHT = 22;
const INKS = ["ink", "muted", "hairline", "accent", "blank", "hatch", "negative", "positive"] as const;

/** A colour, its name, and its contrast with the paper. */
const swatches = (named: readonly (readonly [string, string])[], theme: Theme): Mark[] =>
  named.flatMap(([name, color], i): Mark[] => {
    const y = 4 + i * LINE_HEIGHT;
    return [
      { kind: "cell", x: 8, y, width: 40, height: LINE_HEIGHT - 2, fill: color },
      mono(name, 58, y + LINE_HEIGHT / 2, theme.ink),
      mono(`${contrast(color, theme.paper).toFixed(1)} : 1`, 232, y + LINE_HEIGHT / 2, theme.muted, {
        align: "end",
      }),
    ];
  });

const swatchTile = (
  name: string,
  colors: (theme: Theme) => readonly (readonly [string, string])[],
): Tile => ({
  name,
  picture: ({ theme }) => ({
    width: 240,
    height: 8 + colors(theme).length * LINE_HEIGHT,
    marks: swatches(colors(theme), theme),
  }),
});

export function scaleTiles({ masked, block }: Traces): Tile[] {
  const shown = [
    { trace: masked, names: ["ids", "mask", "scores", "masked_scores", "attention"] },
    { trace: block, names: ["attn_mask", "positions", "masked_scores"] },
  ];
  const legends = shown.flatMap(({ trace, names }) =>
    names.map((name): Tile => {
      const step = stepOf(trace, name);
      return {
        name: `legend ${name} (${trace.spec.lesson})`,
        picture: ({ theme }) => ({
          width: 240,
          height: 32,
          marks: legend(step, trace.spec.padId, theme, 8, 8, 224, tensorsOf(trace, step).slice(1)),
        }),
      };
    }),
  );
  return [
    ...legends,
    swatchTile("inks", (theme) => INKS.map((name) => [name, theme[name]])),
    swatchTile("axes", (theme) => Object.entries(theme.axes)),
  ];
}
