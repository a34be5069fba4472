/** The order of actions, also when a subscriber throws, and effects that fail. */
import { expect, test, vi } from "vitest";
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

/** Actions start an effect: "throws" fails at once, "rejects" a little later, and "waits" does nothing. */
class Failing extends ActionStore<string, string> {
  protected override reduce(_: string, action: string): string {
    return action;
  }
  protected override followUp(_: string, action: string): void {
    if (action === "throws") throw new Error("a bug");
    this.run(action === "rejects" ? Promise.reject(new Error("a bug")) : Promise.resolve());
  }
}

test("subscribers see the new state, also if an effect cannot be started", () => {
  const store = new Failing("");
  const seen: string[] = [];
  store.subscribe((state) => seen.push(state));
  expect(() => store.dispatch("throws")).toThrow("a bug");
  expect(seen).toEqual(["throws"]);
});

test("an effect that fails is reported, and what waits for the store goes on", async () => {
  const report = vi.fn();
  vi.stubGlobal("reportError", report);
  const store = new Failing("");
  store.dispatch("rejects");
  store.dispatch("waits");
  await expect(store.idle()).resolves.toBeUndefined();
  expect(report.mock.calls).toEqual([[new Error("a bug")]]);
  vi.unstubAllGlobals();
});
