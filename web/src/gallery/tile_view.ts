/** A tile on the page: its name, and a canvas for every theme that is shown; painted only while it can be seen. */
import { paintOn } from "../draw/paint/paint.js";
import type { Theme } from "../draw/theme.js";
import type { Tile, View } from "./tile.js";

export interface TileView {
  readonly element: HTMLElement;
  paint(shown: Omit<View, "theme">, themes: readonly Theme[]): void;
}

export function tileView(tile: Tile): TileView {
  const element = document.createElement("figure");
  element.dataset.tile = tile.name;
  const caption = document.createElement("figcaption");
  caption.textContent = tile.name;
  const row = document.createElement("div");
  row.className = "themes";
  element.append(caption, row);
  let paintLatest: (() => void) | undefined;
  let isVisible = false;
  new IntersectionObserver(([entry]) => {
    isVisible = entry?.isIntersecting ?? false;
    if (isVisible) paintLatest?.();
  }).observe(element);
  return {
    element,
    paint(shown, themes) {
      paintLatest = () => paintTile(tile, row, shown, themes);
      // The first paint is immediate, so that the page gets its height.
      if (isVisible || row.childElementCount !== themes.length) paintLatest();
    },
  };
}

function paintTile(tile: Tile, row: HTMLElement, shown: Omit<View, "theme">, themes: readonly Theme[]): void {
  while (row.childElementCount > themes.length) row.lastElementChild?.remove();
  themes.forEach((theme, i) => {
    const picture = tile.picture({ ...shown, theme });
    if (!picture) return;
    const canvas = (row.children[i] as HTMLCanvasElement | undefined) ?? document.createElement("canvas");
    if (!canvas.isConnected) row.append(canvas);
    canvas.style.width = `${picture.width}px`;
    paintOn(canvas, picture, theme.paper, window.devicePixelRatio || 1);
  });
}
