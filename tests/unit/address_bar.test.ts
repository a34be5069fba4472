/** The entries that a visit leaves in the browser's history. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AddressBar } from "../../web/src/page/address/address.js";

const pushState = vi.fn();
const replaceState = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("history", { state: null, pushState, replaceState });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test("a reader who goes on before the first address is written can still go back to where they were", () => {
  let place: string | undefined;
  const bar = new AddressBar(
    () => `?step=${place}`,
    () => place,
  );
  bar.arrive(); // before there is anything on the screen
  place = "scores";
  bar.write();
  place = "attention";
  bar.write();
  vi.runAllTimers();
  expect(pushState.mock.calls).toEqual([[null, "", "?step=attention"]]);
  expect(replaceState).not.toHaveBeenCalled();
});

test("the first address that is written is the entry's own", () => {
  const bar = new AddressBar(
    () => "?step=scores",
    () => "scores",
  );
  bar.arrive();
  vi.runAllTimers();
  expect(replaceState.mock.calls).toEqual([[null, "", "?step=scores"]]);
  expect(pushState).not.toHaveBeenCalled();
});
