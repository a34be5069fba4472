/** The outbox of an LRS: sends in order, keeps what is refused, and never sends two requests at a time. */
import { expect, test } from "vitest";
import { Outbox } from "../../web/src/course/cmi5/cmi5_record.js";
import { LrsError } from "../../web/src/course/cmi5/lrs.js";
import type { Statement } from "../../web/src/course/cmi5/statements.js";

const statement = (id: string): Statement => ({
  ...{ id, actor: {}, verb: { id: "urn:verb", display: {} }, object: { id: "urn:object" } },
  ...{ context: {}, timestamp: "2026-03-01T09:05:07.000Z" },
});

/** An LRS that answers each request with the next status, 0 being no answer, and with 200 after the last one. */
function lrs(...answers: number[]) {
  const requests: string[] = [];
  const answer = async (what: string): Promise<void> => {
    requests.push(what);
    const status = answers.shift() ?? 200;
    if (status !== 200) throw new LrsError(`${status}`, status || undefined);
  };
  const refused: (string | undefined)[] = [];
  const send = (all: readonly Statement[]) => answer(all.map(({ id }) => id).join());
  const addToState = (_: string, text: string) => answer(text);
  return {
    requests,
    refused,
    outbox: new Outbox({ send, addToState }, (got) => refused.push(got)),
  };
}

test("sends statements in order, then the newest text, each once", async () => {
  const { outbox, requests } = lrs();
  for (const id of ["a", "b"]) outbox.add(statement(id));
  outbox.keep("old");
  outbox.keep("new");
  await Promise.all([outbox.send(), outbox.send()]);
  await outbox.send();
  expect(requests).toEqual(["a,b", "new"]);
});

test("statements added during a request are sent after it", async () => {
  const { outbox, requests } = lrs();
  outbox.add(statement("a"));
  const sent = outbox.send();
  outbox.add(statement("b"));
  await sent;
  expect(requests).toEqual(["a", "b"]);
});

test.each([0, 401, 403, 500])(
  "a statement answered with %d is kept and sent with the next one",
  async (status) => {
    const { outbox, requests, refused } = lrs(status);
    const first = statement("a");
    outbox.add(first);
    await outbox.send();
    expect(outbox.isWaiting(first)).toBe(true);
    outbox.add(statement("b"));
    await outbox.send();
    expect(requests).toEqual(["a", "a,b"]);
    expect(refused).toEqual([`${status}`, undefined]);
    expect(outbox.isWaiting(first)).toBe(false);
  },
);

test("a statement that the LRS rejects for good does not block the others", async () => {
  const { outbox, requests, refused } = lrs(400, 400);
  for (const id of ["bad", "good"]) outbox.add(statement(id));
  await outbox.send();
  expect(requests).toEqual(["bad,good", "bad", "good"]);
  expect(refused).toEqual(["400"]);
});

test("what failed is reported as delivered once, and never if a statement was dropped", async () => {
  const { outbox, refused } = lrs(200, 503);
  outbox.add(statement("a"));
  outbox.keep("text");
  await outbox.send();
  expect(refused).toEqual(["503"]);
  for (let i = 0; i < 2; i++) await outbox.send();
  expect(refused).toEqual(["503", undefined]);
  const lossy = lrs(503, 400);
  lossy.outbox.add(statement("bad"));
  await lossy.outbox.send();
  await lossy.outbox.send();
  expect(lossy.requests).toEqual(["bad", "bad"]);
  expect(lossy.refused).toEqual(["503", "400"]);
});

test("a statement that the LRS already has counts as sent", async () => {
  const { outbox, requests, refused } = lrs(409, 409);
  for (const id of ["known", "new"]) outbox.add(statement(id));
  await outbox.send();
  expect(requests).toEqual(["known,new", "known", "new"]);
  expect(refused).toEqual([]);
});

test("on leaving, everything is sent at once except the batch in flight", async () => {
  const { outbox, requests } = lrs();
  outbox.add(statement("a"));
  const sent = outbox.send();
  outbox.add(statement("b"));
  outbox.keep("text");
  outbox.sendLast();
  expect(requests).toEqual(["a", "b", "text"]);
  await sent;
  expect(requests).toEqual(["a", "b", "text"]);
});
