/** What every picture must keep to: nothing outside its stage, no label on another. */
import type { CellMark, Mark, Picture } from "../../web/src/draw/picture.js";
import { monoWidth } from "../../web/src/draw/text.js";

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function boxOf(mark: Mark): Box {
  if (mark.kind === "text") {
    const width = monoWidth(mark.text, mark.size);
    const left = mark.x - (mark.align === "end" ? width : mark.align === "middle" ? width / 2 : 0);
    return { left, top: mark.y - mark.size / 2, right: left + width, bottom: mark.y + mark.size / 2 };
  }
  if (mark.kind === "line") {
    const xs = mark.points.map(([x]) => x);
    const ys = mark.points.map(([, y]) => y);
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  }
  return { left: mark.x, top: mark.y, right: mark.x + mark.width, bottom: mark.y + mark.height };
}

/** The marks that leave the stage, or stand nowhere. */
export const outside = ({ marks, width, height }: Picture): string[] =>
  marks.flatMap((mark) => {
    const { left, top, right, bottom } = boxOf(mark);
    const isIn = left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5;
    return isIn ? [] : [JSON.stringify(mark)];
  });

/** Labels that stand on each other; the sign between two sizes belongs to both. */
export function meeting({ marks }: Picture): string[] {
  const labels = marks.flatMap((m) =>
    m.kind === "text" && (m.opacity ?? 1) > 0.05 && m.text.trim() !== "×"
      ? [{ text: m.text, ...boxOf(m) }]
      : [],
  );
  return labels.flatMap((p, i) =>
    labels
      .slice(i + 1)
      .filter(
        (q) => p.left + 1 < q.right && q.left + 1 < p.right && p.top + 2 < q.bottom && q.top + 2 < p.bottom,
      )
      .map((q) => `${p.text} / ${q.text}`),
  );
}

export const cells = ({ marks }: Picture): CellMark[] =>
  marks.filter((m): m is CellMark => m.kind === "cell");
/** What can be read outside cells. */
export const texts = ({ marks }: Picture): string[] =>
  marks.flatMap((m) => (m.kind === "text" && (m.opacity ?? 1) > 0.5 ? [m.text] : []));
