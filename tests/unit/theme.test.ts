/** The contrast of the themes' inks on their papers, and which theme is shown when. */
import { describe, expect, test } from "vitest";
import { bits, contrast, diverging, sequential } from "../../web/src/draw/scale.js";
import { contrastDark, contrastLight, dark, light, printed, type Theme } from "../../web/src/draw/theme.js";
import { type SystemSettings, themeFor } from "../../web/src/views/common/shown_theme.js";

const THEMES: readonly [name: string, theme: Theme, text: number][] = [
  ["light", light, 4.5],
  ["dark", dark, 4.5],
  ["high contrast on paper", contrastLight, 7],
  ["high contrast on black", contrastDark, 7],
  ["printed", printed, 4.5],
];

describe.each(THEMES)("%s", (_, theme, least) => {
  test("inks, accent and axis letters on paper and behind masked cells", () => {
    const inks = [theme.ink, theme.muted, theme.accent, theme.positive, ...Object.values(theme.axes)];
    for (const ink of inks) {
      expect(contrast(ink, theme.paper), `${ink} on paper`).toBeGreaterThanOrEqual(least);
    }
    expect(contrast(theme.muted, theme.blank), "digits of masked cells").toBeGreaterThanOrEqual(least);
    expect(contrast(theme.muted, theme.hatch), "digits on the hatching").toBeGreaterThanOrEqual(least);
    expect(contrast(theme.hatch, theme.blank), "the hatching itself").toBeGreaterThan(1.3);
  });

  test("digits on cells of any value", () => {
    const shares = Array.from({ length: 21 }, (_, i) => i / 20);
    for (const [name, scale] of [
      ["above zero", diverging(1, theme)],
      ["below zero", (value: number) => diverging(1, theme)(-value)],
      ["probabilities", sequential(theme)],
      ["bits", bits(theme)],
    ] as const) {
      for (const value of shares) {
        const { fill, ink } = scale(value);
        expect(contrast(fill, ink), `${name} ${value}`).toBeGreaterThanOrEqual(least === 7 ? 7 : 3.9);
      }
    }
  });
});

describe("the theme that is shown", () => {
  const calm: SystemSettings = { isDark: false, wantsContrast: false, isForced: false, isPrint: false };
  test.each([
    ["no theme requested", "", {}, light],
    ["a dark system", "", { isDark: true }, dark],
    ["light on a dark system", "light", { isDark: true }, light],
    ["a system that wants contrast", "", { wantsContrast: true }, contrastLight],
    ["a dark system that wants contrast", "", { wantsContrast: true, isDark: true }, contrastDark],
    ["dark, though the system wants contrast", "dark", { wantsContrast: true }, dark],
    ["contrast requested on a dark system", "contrast", { isDark: true }, contrastDark],
    ["forced colours, whatever is requested", "light", { isForced: true, isDark: true }, contrastDark],
    ["paper, whatever is requested", "dark", { isPrint: true, isDark: true }, printed],
  ] as const)("%s", (_, requested, system, theme) => {
    expect(themeFor(requested, { ...calm, ...system })).toBe(theme);
  });
});
