/** (B 5, L 10, D 8): a shape with its letters in the axes' colours. */
import { html, type TemplateResult } from "lit";
import type { StageStep } from "../../draw/picture.js";

export function shapeTemplate({ axes, shape }: Pick<StageStep, "axes" | "shape">): TemplateResult {
  const axis = (size: number, i: number): TemplateResult => {
    const letter = axes[i] ?? "1";
    const text = letter === "1" ? "1" : `${letter} ${size}`;
    return html`${i > 0 ? ", " : ""}<span class="axis-${letter}">${text}</span>`;
  };
  return html`<span class="shape">(${shape.map(axis)})</span>`;
}
