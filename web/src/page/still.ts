/**
 * The first picture: the opening of a lesson, or the arcs of the landing page, as a still (scripts/lib/stills), which stands where
 * the same will be drawn until it is. It is requested by the first script, because only the address says what is opened.
 */
import { keptTheme } from "./kept_choices.js";

/** An address that asks for anything else opens with another picture. */
const KNOWN: readonly string[] = ["lesson", "lang", "theme", "origin"];
/** How the page opens a lesson (lessons/designed.ts, which is not loaded here). */
const OPENING: Readonly<Record<string, string>> = { weights: "designed", layerNorm: "pre" };
/** The heights of the header, of the strip, and of what is below the stage, in pixels. */
const HEADER = { wide: 49, row: 48, rows: { ko: 88, en: 85 } as Readonly<Record<string, number>> };
const STRIP = 74;
const BELOW = 89;
/** Wider pages are enlarged (page_styles.ts). */
const WIDEST = 2300;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Where the stage will be: beside the words in a wide window, else above them (root_styles.ts). */
function stageBox(lang: string, hasHeader: boolean): Box {
  const { innerWidth, innerHeight } = window;
  const header = innerWidth >= 1100 ? HEADER.wide : innerWidth >= 641 ? HEADER.row : (HEADER.rows[lang] ?? 0);
  const top = (hasHeader ? header : 0) + STRIP;
  if (innerWidth >= 900) return { left: 0, top, width: innerWidth * 0.64, height: innerHeight - top - BELOW };
  const height = Math.max(320, Math.min(innerWidth * 1.08, innerHeight * 0.7, 640));
  return { left: 0, top, width: innerWidth, height };
}

/** Where the arcs of the landing page will be: beside its title in a wide window, else above it (landing_styles.ts). */
function arcsBox(): Box {
  const width = Math.min(1680, document.documentElement.clientWidth);
  const [margin, above] = innerWidth > 640 ? [24, 36] : [16, 24];
  const inner = width - 2 * margin;
  const isBeside = innerWidth >= 900;
  const column = isBeside ? (inner - 40) / 2 : inner;
  const left = (document.documentElement.clientWidth - width) / 2 + margin + (isBeside ? column + 40 : 0);
  const header = innerWidth >= 1100 ? HEADER.wide : HEADER.row;
  return { left, top: header + above, width: column, height: (column * 230) / 560 };
}

export function showStill(query: URLSearchParams, lang: string, hasHeader: boolean): void {
  const lesson = query.get("lesson") ?? "";
  const isLanding = hasHeader && !query.has("lesson");
  const theme = query.get("theme") ?? keptTheme.now;
  const wantsContrast =
    theme === "contrast" || matchMedia("(prefers-contrast: more), (forced-colors: active)").matches;
  const isOther = [...query].some(([key, value]) => !KNOWN.includes(key) && OPENING[key] !== value);
  const isOpening = Object.keys(OPENING).some((key) => query.has(key));
  if (
    !(isLanding || (isOpening && /^[a-z-]+$/.test(lesson))) ||
    isOther ||
    wantsContrast ||
    innerWidth >= WIDEST
  )
    return;
  const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  const { left, top, width, height } = isLanding ? arcsBox() : stageBox(lang, hasHeader);
  const name = isLanding ? `landing.${lang}` : `${lesson}.${lang}.${innerWidth >= 900 ? "wide" : "tall"}`;
  if (theme) document.documentElement.style.colorScheme = theme;
  const still = new Image();
  still.id = "still";
  still.alt = "";
  still.fetchPriority = "high";
  still.src = `stills/${name}.${isDark ? "dark" : "light"}.svg`;
  const px = (length: number): string => `${length}px`;
  Object.assign(still.style, {
    ...{ position: "absolute", zIndex: "1", objectFit: "contain" },
    ...{ left: px(left), top: px(top), width: px(width), height: px(height) },
  });
  const remove = (): void => {
    still.remove();
    document.documentElement.style.colorScheme = "";
  };
  for (const event of ["heads-up-ready", "heads-up-error", "landing-ready"])
    addEventListener(event, remove, { once: true });
  still.addEventListener("error", remove);
  document.body.append(still);
}
