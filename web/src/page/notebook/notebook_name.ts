/** The notebook's part of the URL: `?code`, or `?code=` and the name of an example. */
import type { ThemeName } from "../../draw/theme.js";
import type { ConfusionId } from "../../lessons/offers.js";
import type { LessonName } from "../../module/types.js";

export const CODE = "code";

export const isNotebook = (search: string): boolean => new URLSearchParams(search).has(CODE);

/** The address of an example; of what was typed last, if it has no name. */
export function openingUrl(example: string, lang: string, theme: ThemeName | undefined, mode = ""): string {
  const name = example && `=${encodeURIComponent(example)}`;
  return `?${CODE}${name}&${new URLSearchParams({ lang, ...(theme ? { theme } : {}), ...(mode ? { mode } : {}) })}`;
}

/** The lesson that can show every answer that a hint leads to. */
export const ANSWERING = "masked-multi-head" satisfies LessonName;

/** The address of the lessons' answer to a common question. */
export const answerUrl = (confusion: ConfusionId, lang: string, theme: ThemeName | undefined): string =>
  `?${new URLSearchParams({ lesson: ANSWERING, lang, ...(theme ? { theme } : {}), confusion })}`;
