/** A picture as an element for paper. */
import { type FigureWords, svgOf } from "../../draw/paint/svg.js";
import type { Mark, Picture } from "../../draw/picture.js";
import { printed } from "../../draw/theme.js";

/** As wide as what it is in, and as high as its marks need. */
export function printedSvg(picture: Picture, words: FigureWords): Element {
  // The page's policy allows no styles in markup; the styles around it have the same.
  const text = svgOf(picture, printed.paper, words).replace(/ style="[^"]*"/, "");
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  svg.removeAttribute("height");
  svg.setAttribute("viewBox", usedPart(picture));
  return svg;
}

/** The part of a picture that has marks, in its whole width: a small table leaves no empty paper. */
function usedPart({ width, height, marks }: Picture): string {
  const reaches = marks.map(reachOf);
  const top = Math.max(0, Math.min(...reaches.map(([from]) => from)));
  const bottom = Math.min(height, Math.max(...reaches.map(([, to]) => to)));
  return `0 ${top} ${width} ${bottom - top}`;
}

/** How far up and down a mark reaches. */
function reachOf(mark: Mark): readonly [top: number, bottom: number] {
  switch (mark.kind) {
    case "line": {
      const ys = mark.points.map(([, y]) => y);
      const margin = mark.width + (mark.arrow ? 8 : 1);
      return [Math.min(...ys) - margin, Math.max(...ys) + margin];
    }
    case "text":
      return [mark.y - mark.size, mark.y + mark.size];
    default:
      return [mark.y - 2, mark.y + mark.height + 2];
  }
}
