/** The duration of a lesson: playing plus reading, in whole minutes. */
import { expect, test } from "vitest";
import { minutesOf } from "../../web/src/page/landing/reading_time.js";

const step = (ms: number, text: string) => ({ ms, text });

test("playing and reading add up, rounded to minutes", () => {
  expect(minutesOf([step(60_000, ""), step(60_000, "")])).toBe(2);
  expect(minutesOf([step(0, "a".repeat(1500))])).toBe(3);
  expect(minutesOf([step(60_000, "a".repeat(500))])).toBe(2);
  expect(minutesOf([step(80_000, "")])).toBe(1);
  expect(minutesOf([step(100_000, "")])).toBe(2);
});

test("no lesson takes less than a minute", () => {
  expect(minutesOf([])).toBe(1);
  expect(minutesOf([step(10, "a")])).toBe(1);
});

test("a Korean syllable counts more than a letter, so both languages take about as long", () => {
  const korean = "각 쿼리를 모든 키와 내적하고 나눕니다. 행은 쿼리, 열은 키입니다. ".repeat(40);
  const english =
    "You take the dot product of each query with every key and divide it. Rows are queries. ".repeat(40);
  const [ko, en] = [minutesOf([step(0, korean)]), minutesOf([step(0, english)])];
  expect(ko).toBeGreaterThan(minutesOf([step(0, "a".repeat(korean.length))]));
  expect(Math.abs(ko - en) / en).toBeLessThan(0.35);
});
