/** The opening of each lesson, and the arcs of the landing page, as still pictures, made by the page's own painter in Node (plugins/stills.mjs). */
import { readFileSync } from "node:fs";
import { SANS } from "../../../web/src/draw/paint/paint.js";
import { svgOf } from "../../../web/src/draw/paint/svg.js";
import { dark, light, paletteOf, type Theme } from "../../../web/src/draw/theme.js";
import { lessonNames } from "../../../web/src/lessons/opening.js";
import { loadFrom } from "../../../web/src/module/load.js";
import { draw } from "../../../web/src/operations/operations.js";
import { arcsPicture } from "../../../web/src/page/landing/arcs_template.js";
import { openingLesson, run } from "../../../web/src/store/lesson_runner.js";
import { tokenTextsOf } from "../../../web/src/store/lesson_words.js";
import type { Words } from "../../../web/src/words/words.js";

/** The stage of a laptop's window of 1280 × 800, and that of a phone of 390 × 844; still.ts has the same. */
const SIZES = { wide: [819, 588], tall: [390, 421] } as const;
const THEMES = { light, dark } as const;

/** The arcs of the landing page, as landing_styles.ts draws them. */
function arcs({ accent, ink, muted }: Theme, lang: string): string {
  const picture = arcsPicture(lang);
  const inkOf = { query: accent, later: muted, "": ink };
  const lines = picture.arcs.map(({ path, thickness }) => `<path d="${path}" stroke-width="${thickness}"/>`);
  const tokens = picture.tokens.map(
    ({ text, kind, x, y, weight, weightY }) =>
      `<text x="${x}" y="${y}" fill="${inkOf[kind]}" font-size="28" font-weight="${kind === "later" ? 400 : 600}">${text}</text>` +
      `<text x="${x}" y="${weightY}" fill="${muted}" font-size="26">${weight}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${picture.viewBox}" font-family="${SANS.replaceAll('"', "'")}" text-anchor="middle"><g fill="none" stroke="${accent}" stroke-linecap="round" opacity="0.55">${lines.join("")}</g>${tokens.join("")}</svg>`;
}

/** The names of the files and their content, for these languages. */
export async function stills(
  wasm: string,
  locales: Readonly<Record<string, Words>>,
): Promise<readonly (readonly [name: string, svg: string])[]> {
  const hu = await loadFrom(async () => ({ wasmBinary: readFileSync(wasm) }));
  const landing = Object.keys(locales).flatMap((lang) =>
    Object.entries(THEMES).map(
      ([theme, inks]) => [`landing.${lang}.${theme}.svg`, arcs(inks, lang)] as const,
    ),
  );
  const openings = lessonNames.flatMap((lesson) => {
    return Object.entries(locales).flatMap(([lang, words]) => {
      const shown = run(hu, openingLesson(lesson, lang));
      const { trace } = shown;
      const [step] = shown.steps;
      if (!step) throw new Error(`${lesson} has no steps`);
      const tokens = tokenTextsOf(shown, words);
      const title = words.lessons[lesson].title;
      return Object.entries(SIZES).flatMap(([size, [width, height]]) =>
        Object.entries(THEMES).map(([theme, inks]) => {
          const input = { hu, trace, step: step.stage(trace), focus: { batch: 0, head: 0 }, tokens };
          const picture = draw({ ...input, terms: words.terms, theme: paletteOf(inks), width, height }, 0);
          const svg = svgOf(picture, inks.paper, { title, desc: "", lang });
          return [`${lesson}.${lang}.${size}.${theme}.svg`, svg] as const;
        }),
      );
    });
  });
  return [...landing, ...openings];
}
