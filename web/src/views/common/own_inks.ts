/** Applies colours that the page sets as custom properties on the element to the picture, too. */
import { printed, type Theme } from "../../draw/theme.js";

const INKS = ["paper", "ink", "accent"] as const;

/** Equal inks give the same theme object: a new object would repaint everything. */
const cache = new Map<string, Theme>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** Any opaque colour as #rrggbb, the form that pictures can mix; undefined for any other. */
function hex(color: string): string | undefined {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas || !CSS.supports("color", color)) return undefined;
  canvas.fillStyle = color;
  return /^#[0-9a-f]{6}$/.test(canvas.fillStyle) ? canvas.fillStyle : undefined;
}

/** High contrast and print ignore the page's colours. */
export function withOwnInks(element: Element, theme: Theme): Theme {
  if (theme.name === "contrast" || theme === printed) return theme;
  const style = getComputedStyle(element);
  const texts = INKS.map((ink) => [ink, style.getPropertyValue(`--hu-${ink}`).trim()] as const);
  const changed = texts.filter(([ink, color]) => color !== "" && color !== theme[ink]);
  if (changed.length === 0) return theme;
  const inks = Object.fromEntries(changed.flatMap(([ink, color]) => [[ink, hex(color) ?? theme[ink]]]));
  const key = JSON.stringify([theme.name, theme.scheme, inks]);
  const themed = cache.get(key) ?? { ...theme, ...inks };
  cache.set(key, themed);
  return themed;
}
