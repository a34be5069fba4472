/** The order of actions, also when a subscriber throws. */
import { expect, test } from "vitest";
import { ActionStore } from "../../web/src/store/action_store.js";

class Letters extends ActionStore<string, string> {
  protected override reduce(state: string, action: string): string {
    return state + action;
  }
  protected override followUp(): void {}
}

test("actions that wait while a subscriber throws are handled before dispatch throws", () => {
  const store = new Letters("");
  const seen: string[] = [];
  store.subscribe((state) => {
    seen.push(state);
    if (state !== "a") return;
    store.dispatch("b");
    store.dispatch("c");
    throw new Error("a bug");
  });
  expect(() => store.dispatch("a")).toThrow("a bug");
  expect(seen).toEqual(["a", "ab", "abc"]);
  store.dispatch("d");
  expect(seen.at(-1)).toBe("abcd");
});
