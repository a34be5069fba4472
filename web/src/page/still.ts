/**
 * The first picture: the opening of a lesson as a still (scripts/lib/stills), which stands where the stage will be until the
 * stage has painted. It is requested by the first script, because only the address says which lesson is opened.
 */
import { keptTheme } from "./kept_choices.js";

/** An address that asks for anything else opens with another picture. */
const KNOWN: readonly string[] = ["lesson", "lang", "theme", "origin"];
/** The heights of the header and of the strip, and of what is below the stage, in pixels. */
const HEADER = { wide: 49, row: 48, rows: { ko: 88, en: 85 } as Readonly<Record<string, number>> };
const STRIP = 74;
const BELOW = 89;

/** Where the stage will be: beside the words in a wide window, else above them (root_styles.ts). */
function place(
  lang: string,
  hasHeader: boolean,
): { top: number; width: number; height: number; size: string } {
  const { innerWidth, innerHeight } = window;
  const isWide = innerWidth >= 900;
  const header = innerWidth >= 1100 ? HEADER.wide : innerWidth >= 641 ? HEADER.row : (HEADER.rows[lang] ?? 0);
  const top = (hasHeader ? header : 0) + STRIP;
  if (isWide) return { top, width: innerWidth * 0.64, height: innerHeight - top - BELOW, size: "wide" };
  const height = Math.max(320, Math.min(innerWidth * 1.08, innerHeight * 0.7, 640));
  return { top, width: innerWidth, height, size: "tall" };
}

export function showStill(query: URLSearchParams, lang: string, hasHeader: boolean): void {
  const lesson = query.get("lesson") ?? "";
  const theme = query.get("theme") ?? keptTheme.now;
  const wantsContrast =
    theme === "contrast" || matchMedia("(prefers-contrast: more), (forced-colors: active)").matches;
  if (!/^[a-z-]+$/.test(lesson) || wantsContrast || [...query.keys()].some((key) => !KNOWN.includes(key)))
    return;
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const { top, width, height, size } = place(lang, hasHeader);
  if (theme) document.documentElement.style.colorScheme = theme;
  const still = new Image();
  still.id = "still";
  still.alt = "";
  still.fetchPriority = "high";
  still.src = `stills/${lesson}.${lang}.${size}.${isDark ? "dark" : "light"}.svg`;
  const px = (length: number): string => `${length}px`;
  Object.assign(still.style, {
    ...{ position: "absolute", zIndex: "1", left: "0", top: px(top), width: px(width), height: px(height) },
    objectFit: "contain",
  });
  const remove = (): void => {
    still.remove();
    document.documentElement.style.colorScheme = "";
  };
  for (const event of ["heads-up-ready", "heads-up-error"]) addEventListener(event, remove, { once: true });
  still.addEventListener("error", remove);
  document.body.append(still);
}
