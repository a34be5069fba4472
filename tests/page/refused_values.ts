/** Values that the settings refuse, and the checks when they are typed. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { fingerprint, rested } from "./browser.js";

/** A field, the typed text, and the expected message. */
export const REFUSED = [
  ["sequences", "1, two, 3", /two/],
  ["sequences", "1, 500", /500.*99/],
  ["sequences", "1, -2", /-2/],
  ["sequences", "1.5", /1\.5/],
  ["sequences", "", /^(Token ids|토큰 id):/],
  ["sequences", "1,".repeat(10_000), /10000.*1024/],
  ["sequences", "1\n".repeat(300), /300.*256/],
  ["sequences", "😀", /😀/],
  ["sequences", "An essay that was pasted by mistake. ".repeat(300), /An/],
  ["seed", "abc", /abc/],
  ["seed", "4.5", /4\.5/],
  ["dModel", "7", /^(Heads|헤드 수):.*2.* d_model.*7/],
  ["dModel", "1e400", /1e400/],
  ["dModel", "", / d_model:/],
  ["dModel", "😀", /😀/],
  ["numHeads", "-1", /-1/],
  ["numHeads", "3", /^(Heads|헤드 수):.*3.* d_model.*8/],
  ["numHeads", "0", /0/],
  ["vocabSize", "10", /62.*9/],
  ["padId", "NaN", /NaN/],
] as const;

export const ONE_OF_EACH_FIELD = REFUSED.filter(
  ([id], i) => REFUSED.findIndex(([field]) => field === id) === i,
);

/** Types these values into the open settings, one by one: each gets its message, keeps its text, and changes no picture. */
export async function refuseAll(
  page: Page,
  lang: string,
  values: readonly (typeof REFUSED)[number][],
): Promise<void> {
  const field = (id: string) => page.locator(`.drawer.settings #${id}`);
  await page.locator(".drawer.settings .reset").waitFor();
  await rested(page);
  const before = await fingerprint(page);
  const alert = page.locator('.drawer.settings [role="alert"]');
  for (const [id, typed, expected] of values) {
    const what = `${id} = ${typed.slice(0, 20)}`;
    await field(id).fill(typed);
    // Leaving a field checks it at once; tests/page/settings.test.ts also checks a field that keeps the focus.
    await field(id).blur();
    await expect.poll(() => alert.count(), { message: what }).toBeGreaterThan(0);
    await expect.poll(() => alert.first().textContent(), { message: what }).toMatch(expected);
    expect(await field(id).inputValue(), what).toBe(typed);
    await rested(page);
    expect(await fingerprint(page), what).toBe(before);
    if (lang === "ko") expect(await alert.first().textContent(), what).toMatch(/[가-힣]/);
    await page.locator(".drawer.settings .reset").click();
    await expect.poll(() => alert.count(), { message: what }).toBe(0);
  }
}
