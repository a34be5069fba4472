/** A message such as "Copied", which disappears after a few seconds. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BRIEFLY_MS, BriefMessage } from "../../web/src/views/common/brief_message.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("is shown for a few seconds", () => {
  const shown: (string | undefined)[] = [];
  const message = new BriefMessage<string>(() => shown.push(message.now));
  message.show("copied");
  vi.advanceTimersByTime(BRIEFLY_MS - 1);
  expect(shown).toEqual(["copied"]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["copied", undefined]);
});

test("is shown for its whole time if it follows another one", () => {
  const message = new BriefMessage<string>(() => undefined);
  message.show("failed");
  vi.advanceTimersByTime(BRIEFLY_MS - 1);
  message.show("copied", 2 * BRIEFLY_MS);
  vi.advanceTimersByTime(2 * BRIEFLY_MS - 1);
  expect(message.now).toBe("copied");
  vi.advanceTimersByTime(1);
  expect(message.now).toBeUndefined();
});
