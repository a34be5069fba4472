/** Compacting styles removes comments and indentation, and nothing else. */
import { expect, test } from "vitest";
import { compactCss } from "../../scripts/lib/compact_css.mjs";

const inCss = (styles: string): string => `css\`${styles}\``;

test("comments and indentation are removed", () => {
  const styles = "/* Why. */\n  .a, .b { color: red; }\n  @media (width < 9px) { p { margin: 0 auto; } }\n";
  expect(compactCss(inCss(styles))).toBe(inCss(" .a,.b{color:red;}@media (width < 9px){p{margin:0 auto;}}"));
});

test.each(['a::after{content:"; {  ";}', "a > b :hover{width:calc(1px + 2px);}"])(
  "%s keeps its strings, combinators, pseudo-classes and sums",
  (styles) => {
    expect(compactCss(inCss(styles))).toBe(inCss(styles));
  },
);

test("spaces between expressions stay", () => {
  const styles = `\${unseen}  p { margin: \${wide} \${high("root")}; }`;
  expect(compactCss(inCss(styles))).toBe(inCss(`\${unseen} p{margin:\${wide} \${high("root")};}`));
});

test("other templates, and styles with other expressions, are left unchanged", () => {
  for (const code of ["html`<p>a,  b</p>`", inCss(`\${names.map((x) => x)}  p { top: 0; }`)])
    expect(compactCss(code)).toBe(code);
});
