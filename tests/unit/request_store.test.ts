/** Overlapping requests: two pages, and a text that is stopped while an answer is pending. */
import { expect, test } from "vitest";
import { RequestStore } from "../../web/src/store/request_store.js";

/** Requests whose promises the test settles in any order. */
function late() {
  const settle = new Map<string, (value: string | Error) => void>();
  const load = (asked: string): Promise<string> =>
    new Promise((done, fail) =>
      settle.set(asked, (value) => (value instanceof Error ? fail(value) : done(value))),
    );
  const answer = (asked: string, value: string | Error = `that of ${asked}`): void =>
    settle.get(asked)?.(value);
  return { load, answer };
}

test("the first of two visits in quick succession is abandoned", async () => {
  const { load, answer } = late();
  const done: string[] = [];
  const visits = new RequestStore<string, string>(async function* (page) {
    done.push(`began ${page}`);
    yield load(page);
    done.push(`left for ${page}`);
    yield load(`${page} settled`);
    done.push(`showed ${page}`);
  });
  for (const asked of ["lesson", "lab"]) void visits.ask(asked);
  answer("lesson");
  answer("lab");
  await expect.poll(() => done).toContain("left for lab");
  expect(visits.state).toMatchObject({ asked: "lab", answer: "that of lab", isRunning: true });
  void visits.ask("home");
  answer("lab settled");
  answer("home");
  await expect.poll(() => done).toContain("left for home");
  answer("home settled");
  await visits.idle();
  expect(done).toEqual([
    ...["began lesson", "began lab", "left for lab"],
    ...["began home", "left for home", "showed home"],
  ]);
  expect(visits.state).toMatchObject({ answer: "that of home settled", isRunning: false });
});

test("only a failure of the latest request is reported", async () => {
  const { load, answer } = late();
  const store = new RequestStore<string, string>(async function* (asked) {
    yield load(asked);
  });
  for (const asked of ["a", "b"]) void store.ask(asked);
  answer("a", new Error("the first"));
  answer("b", new Error("the second"));
  await store.idle();
  expect(store.state).toMatchObject({ isRunning: false, error: new Error("the second") });
  void store.ask("c");
  expect(store.state.error).toBeUndefined();
});

test("`stop` keeps the partial answer, and `forget` discards it", async () => {
  const { load, answer } = late();
  const store = new RequestStore<string, string>(async function* (asked, before) {
    yield `${before ?? ""}${asked}`;
    yield load(asked);
  });
  void store.ask("a");
  await expect.poll(() => store.state.answer).toBe("a");
  store.dispatch({ type: "stop" });
  answer("a");
  await store.idle();
  expect(store.state).toMatchObject({ answer: "a", isRunning: false });
  void store.ask("b");
  await expect.poll(() => store.state.answer).toBe("ab");
  store.dispatch({ type: "forget" });
  answer("b");
  await store.idle();
  expect(store.state).toEqual({ id: store.state.id, isRunning: false });
});
