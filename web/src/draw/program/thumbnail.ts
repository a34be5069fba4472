/** A tensor of a program as a small wash of colour, for the strip of steps. */
import type { ProgramStep } from "../../module/python/types.js";
import type { CellSize, Picture } from "../picture.js";
import { diverging } from "../scale.js";
import type { Palette } from "../theme.js";
import { thumbnailOf as thumbnailBy } from "../thumbnail.js";
import { axisKey } from "./axis_key.js";
import { scalesOf, type Tensors } from "./scales.js";

export function thumbnailOf(step: ProgramStep, theme: Palette, size: CellSize, tensors: Tensors): Picture {
  const { shape, data, dtype } = step;
  const scale = scalesOf([step], theme, tensors).get(step.name) ?? diverging(1, theme);
  // The letter "1" stands for the kernel of a convolution.
  const axes = step.axes.map((letter) => axisKey(letter).replace("1", ""));
  const input = {
    step: { name: step.name, axes, shape, data },
    focus: { batch: 0, head: 0 },
    theme,
    ...size,
  };
  return thumbnailBy(input, scale, dtype === "int64" || dtype === "int32");
}
