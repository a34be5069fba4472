/** axe finds nothing on one view in every other combination of language and theme. `npm run walks` audits all views. */
import { describe, expect, test } from "vitest";
import { audit, LOOKS } from "./axe.js";
import { auditViews, VIEWS } from "./axe_views.js";
import { site } from "./browser.js";

const page = site();

describe.each(LOOKS.filter(({ look }) => look % 2 === 0))(
  "$lang, $theme on a $colorScheme system",
  (look) => {
    auditViews(page, look, Object.keys(VIEWS).slice(look.look, look.look + 1));
  },
);

test("axe reports an injected fault", async () => {
  const { page: broken } = await page.open("?lesson=masked-multi-head&step=scores&lang=en");
  await broken.evaluate(() => {
    const side = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-side")?.shadowRoot;
    side?.append(document.createElement("img"));
  });
  expect((await audit(broken)).violations.join()).toMatch(/image-alt/);
});
