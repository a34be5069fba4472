/** The opening of each lesson as a still picture, made by the page's own painter in Node (plugins/stills.mjs). */
import { readFileSync } from "node:fs";
import { svgOf } from "../../../web/src/draw/paint/svg.js";
import { paletteOf } from "../../../web/src/draw/palette.js";
import { dark, light } from "../../../web/src/draw/theme.js";
import { grouped } from "../../../web/src/lessons/groups.js";
import { lessonNamed, lessonNames, openingSpec } from "../../../web/src/lessons/lessons.js";
import { loadFrom } from "../../../web/src/module/load.js";
import { draw } from "../../../web/src/operations/operations.js";
import type { Run } from "../../../web/src/store/lesson_runner.js";
import { tokenTextsOf } from "../../../web/src/store/lesson_words.js";
import type { Words } from "../../../web/src/words/words.js";

/** The stage of a laptop's window of 1280 × 800, and that of a phone of 390 × 844; still.ts has the same. */
const SIZES = { wide: [819, 588], tall: [390, 421] } as const;
const THEMES = { light, dark } as const;

/** The names of the files and their content, for these languages. */
export async function stills(
  wasm: string,
  locales: Readonly<Record<string, Words>>,
): Promise<readonly (readonly [name: string, svg: string])[]> {
  const hu = await loadFrom(async () => ({ wasmBinary: readFileSync(wasm) }));
  return lessonNames.flatMap((lesson) => {
    const spec = openingSpec(lesson);
    const trace = hu.run(spec, undefined);
    const [step] = grouped(lessonNamed(lesson).steps(trace));
    if (!step) throw new Error(`${lesson} has no steps`);
    const defaults = hu.settle({ lesson });
    return Object.entries(locales).flatMap(([lang, words]) => {
      const tokens = tokenTextsOf({ spec, trace, defaults } as Run, words);
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
}
