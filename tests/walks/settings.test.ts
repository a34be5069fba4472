/** Every value that the settings refuse, in both languages; `npm test` tries one per field in one language. */
import { expect, test } from "vitest";
import { LANGUAGES } from "../../web/src/words/words.js";
import { rested, site } from "../page/browser.js";
import { REFUSED, refuseAll } from "../page/refused_values.js";

const { open } = site();

test.each(LANGUAGES)("refused values get a message and change nothing on the stage (%s)", async (lang) => {
  const { page, complaints } = await open(`?step=scores&lang=${lang}`);
  await page.locator(".drawer.settings .toggle").click();
  await page.locator(".drawer.settings #seed").waitFor();
  await rested(page);
  await refuseAll(page, lang, REFUSED);
  expect(complaints).toEqual([]);
});
