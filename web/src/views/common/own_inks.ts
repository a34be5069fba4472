/** The page's own inks: what it sets as custom properties on the element holds in the picture too. */
import type { Theme } from "../../draw/theme.js";

const INKS = ["paper", "ink", "accent"] as const;

/** The same inks are the same theme: another one would have everything painted anew. */
const known = new Map<string, Theme>();
let canvas: CanvasRenderingContext2D | null | undefined;

/** Any opaque colour as #rrggbb, which is what pictures mix; undefined for what cannot be said so. */
function hex(color: string): string | undefined {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas || !CSS.supports("color", color)) return undefined;
  canvas.fillStyle = color;
  return /^#[0-9a-f]{6}$/.test(canvas.fillStyle) ? canvas.fillStyle : undefined;
}

/** Whoever needs high contrast gets it, whatever the page says. */
export function withOwnInks(element: Element, theme: Theme): Theme {
  if (theme.name === "contrast" || matchMedia("print").matches) return theme;
  const style = getComputedStyle(element);
  const said = INKS.map((ink) => [ink, style.getPropertyValue(`--hu-${ink}`).trim()] as const);
  const own = said.filter(([ink, color]) => color !== "" && color !== theme[ink]);
  if (own.length === 0) return theme;
  const inks = Object.fromEntries(own.flatMap(([ink, color]) => [[ink, hex(color) ?? theme[ink]]]));
  const key = JSON.stringify([theme.name, theme.scheme, inks]);
  const made = known.get(key) ?? { ...theme, ...inks };
  known.set(key, made);
  return made;
}
