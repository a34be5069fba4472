/**
 * A picture as the text of an SVG file, for slides and papers. paint.ts draws the same marks with a pen that records them,
 * on the half-pixel grid of the PNG at 2×. The file is all vectors and text; it fetches and runs nothing.
 */

import { escaped } from "../../module/escaped.js";
import type { Picture } from "../picture.js";
import { DrawCache } from "../theme.js";
import { type Pen, paintMark, pixelGrid, SANS } from "./paint.js";

/** The title of a figure, and its description for screen readers. */
export interface FigureWords {
  readonly title: string;
  readonly desc: string;
  readonly lang: string;
}

export const FIGURE_RATIO = 2;
/**
 * How far the middle of a line of text lies above its baseline, in ems: 0.297 to 0.311 in the faces of paint.ts. It is
 * a number, because vector editors do not know `dominant-baseline`.
 */
const MIDDLE = 0.3;

export function svgOf({ width, height, marks }: Picture, paper: string, words: FigureWords): string {
  const pen = new SvgPen();
  const pixel = pixelGrid(FIGURE_RATIO);
  const cache = new DrawCache();
  pen.fillStyle = paper;
  pen.fillRect(0, 0, width, height);
  for (const mark of marks) paintMark(pen, mark, pixel, cache);
  const size = `width="${number(width)}" height="${number(height)}" viewBox="0 0 ${number(width)} ${number(height)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" xml:lang="${escaped(words.lang)}" xml:space="preserve" font-family="${singleQuoted(SANS)}" style="font-variant-numeric:tabular-nums">
<title>${escaped(words.title)}</title>
<desc>${escaped(words.desc)}</desc>
${pen.lines.join("\n")}
</svg>
`;
}

/** Rounded to a hundredth of a pixel. */
const number = (value: number): string => String(Math.round(value * 100) / 100);

const opacityAttribute = (name: string, opacity: number): string =>
  opacity < 1 ? ` ${name}="${number(opacity)}"` : "";

/** Font family names within an attribute. */
const singleQuoted = (family: string): string => escaped(family.replaceAll('"', "'"));

const ANCHORS: Readonly<Record<string, string>> = {
  center: ' text-anchor="middle"',
  end: ' text-anchor="end"',
};

/** Records drawing calls, one SVG element per stroke. */
class SvgPen implements Pen {
  readonly lines: string[] = [];
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  globalAlpha = 1;
  font = "";
  textAlign: CanvasTextAlign = "start";
  textBaseline: CanvasTextBaseline = "middle";
  #dash: readonly number[] = [];
  /** The shape that the next fill or stroke applies to. */
  #shape = "";
  #path = "";

  write(lines: readonly string[]): void {
    this.lines.push(...lines);
  }

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#draw(rect(x, y, width, height), this.#fillAttributes());
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#draw(rect(x, y, width, height), this.#strokeAttributes());
  }

  beginPath(): void {
    [this.#shape, this.#path] = ["", ""];
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${number(x)} ${number(y)}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${number(x)} ${number(y)}`;
  }

  roundRect(x: number, y: number, width: number, height: number, radius: number): void {
    this.#shape = `${rect(x, y, width, height)} rx="${number(Math.min(radius, width / 2, height / 2))}"`;
  }

  fill(): void {
    this.#draw(this.#shape || `path d="${this.#path}"`, this.#fillAttributes());
  }

  stroke(): void {
    this.#draw(this.#shape || `path d="${this.#path}"`, this.#strokeAttributes());
  }

  fillText(text: string, x: number, y: number): void {
    const [, bold, size, family] = /^(600 )?([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const familyAttribute = family === SANS ? "" : `font-family="${singleQuoted(family ?? "")}" `;
    const face = `${familyAttribute}font-size="${number(Number(size))}"${bold ? ' font-weight="600"' : ""}`;
    const at = `x="${number(x)}" y="${number(y + MIDDLE * Number(size))}"${ANCHORS[this.textAlign] ?? ""}`;
    this.lines.push(`<text ${at} ${face} ${this.#fillAttributes()}>${escaped(text)}</text>`);
  }

  #draw(shape: string, look: string): void {
    this.lines.push(`<${shape} ${look}/>`);
  }

  #fillAttributes(): string {
    return `fill="${escaped(this.fillStyle)}"${opacityAttribute("fill-opacity", this.globalAlpha)}`;
  }

  #strokeAttributes(): string {
    const dash = this.#dash.length > 0 ? ` stroke-dasharray="${this.#dash.map(number).join(" ")}"` : "";
    const color = `stroke="${escaped(this.strokeStyle)}" stroke-width="${number(this.lineWidth)}"`;
    return `fill="none" ${color}${dash}${opacityAttribute("stroke-opacity", this.globalAlpha)}`;
  }
}

const rect = (x: number, y: number, width: number, height: number): string =>
  `rect x="${number(x)}" y="${number(y)}" width="${number(Math.max(0, width))}" height="${number(Math.max(0, height))}"`;
