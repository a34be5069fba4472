/** The lab's training session: short slices, runs in lockstep, questions and refusals. */
import { expect, test } from "vitest";
import type { Answer } from "../../web/src/lab/messages.js";
import { RUN_KEYS } from "../../web/src/lab/runs.js";
import { REPORT_MS, SLICE_MS } from "../../web/src/lab/session.js";
import { SETTINGS, StandIn, sessionOn } from "./lab_stand_in.js";

const answersOfType = <Type extends Answer["type"]>(
  answers: readonly Answer[],
  type: Type,
): Extract<Answer, { type: Type }>[] =>
  answers.filter((one): one is Extract<Answer, { type: Type }> => one.type === type);

async function opened(standIn = new StandIn()) {
  const harness = sessionOn(standIn);
  await harness.open();
  harness.finish();
  return { standIn, ...harness };
}

test("the three runs differ in nothing but the mask", async () => {
  const { standIn } = await opened();
  const [masked, unmasked, weak] = standIn.made.map(({ mask, maskFill, ...rest }) => ({
    mask,
    maskFill,
    rest,
  }));
  expect([masked?.mask, unmasked?.mask, weak?.mask]).toEqual([true, false, true]);
  expect([masked?.maskFill, weak?.maskFill]).toEqual(["-inf", -1]);
  expect(unmasked?.rest).toEqual(masked?.rest);
  expect(weak?.rest).toEqual(masked?.rest);
});

test("an opened session measures the untrained models and makes the first checkpoint", async () => {
  const { answers } = await opened();
  expect(answersOfType(answers, "opened")[0]).toMatchObject({ id: 1, sample: [3, 2], parameters: 2 });
  const [progress] = answersOfType(answers, "progress");
  expect(progress?.progress).toMatchObject({
    steps: 0,
    reached: {
      measured: [{ step: 0, heldOut: { masked: 1, unmasked: 0.5 }, asUsed: { masked: 1, unmasked: 2 } }],
    },
    checkpoints: [0],
  });
  expect(answers.at(-1)).toEqual({ type: "idle", id: 1 });
});

test.each([0.5, 1, 3, 7])("no slice takes more than 8 ms where a step takes %d ms", async (stepMs) => {
  const { standIn, session, slice } = await opened();
  standIn.stepMs = stepMs;
  session.handle({ type: "train", id: 1, until: 30 });
  let slices = 0;
  for (let from = standIn.nowMs; slice(); from = standIn.nowMs) {
    expect(standIn.nowMs - from).toBeLessThanOrEqual(SLICE_MS);
    slices += 1;
  }
  expect(slices).toBeGreaterThanOrEqual(Math.floor((90 * stepMs) / SLICE_MS));
});

test("measures each run's exact-match accuracy on held-out rows when training stops", async () => {
  const { session, answers, finish } = await opened();
  session.handle({ type: "train", id: 1, until: 30 });
  finish();
  const counted = answersOfType(answers, "progress").flatMap(({ progress }) => progress.exact ?? []);
  expect(counted).toEqual([{ step: 30, right: { masked: 5, unmasked: 0, weak: 5 }, of: 5 }]);
});

test("runs a step that exceeds the time slice in its own slice", async () => {
  const { standIn, session, slice } = await opened();
  standIn.stepMs = 20;
  session.handle({ type: "train", id: 1, until: 1 });
  slice();
  expect(standIn.nowMs).toBe(20);
});

test("reports progress no more often than the page can draw it, and every loss once", async () => {
  const { standIn, session, answers, slice } = await opened();
  answers.length = 0;
  session.handle({ type: "train", id: 1, until: 400 });
  const times: number[] = [];
  for (let before = 0; slice(); ) {
    const count = answersOfType(answers, "progress").length;
    if (count > before) times.push(standIn.nowMs);
    before = count;
  }
  const gaps = times.slice(1, -1).map((time, i) => time - (times[i] ?? 0));
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(REPORT_MS);
  const losses = answersOfType(answers, "progress").at(-1)?.progress.reached.losses.masked;
  expect(losses).toEqual(Float32Array.from({ length: 400 }, (_, i) => 1 / (i + 1)));
});

test("a report between two runs of a step contains only the losses of complete steps", async () => {
  const { standIn, session, answers, finish } = await opened();
  answers.length = 0;
  standIn.stepMs = 2 * REPORT_MS; // a report after every run
  session.handle({ type: "train", id: 1, until: 5 });
  finish();
  const reports = answersOfType(answers, "progress").map(({ progress }) => progress);
  expect(reports.length).toBeGreaterThan(15);
  for (const { steps, reached } of reports)
    for (const key of RUN_KEYS) expect(reached.losses[key].length).toBe(steps);
});

test("a pause finishes the round, so that all runs have taken equally many steps", async () => {
  const { session, answers, slice, finish } = await opened();
  answers.length = 0;
  session.handle({ type: "train", id: 1, until: 1000 });
  slice();
  slice(); // 8 ms are not a multiple of three steps
  session.handle({ type: "pause", id: 1 });
  finish();
  const { steps, reached } = answersOfType(answers, "progress").at(-1)?.progress ?? {};
  expect(RUN_KEYS.map((key) => reached?.losses[key].length)).toEqual(RUN_KEYS.map(() => steps));
  expect(steps).toBeLessThan(10);
});

test("resuming before a pause has taken effect loses no step", async () => {
  const { session, answers, slice, finish } = await opened();
  session.handle({ type: "train", id: 1, until: 1000 });
  slice();
  session.handle({ type: "pause", id: 1 });
  session.handle({ type: "train", id: 1, until: 12 });
  finish();
  expect(answersOfType(answers, "progress").at(-1)?.progress.steps).toBe(12);
});

test("a NaN loss stops the training, and no checkpoint has such weights", async () => {
  const { standIn, session, answers, finish } = await opened();
  standIn.brokenAt = 21;
  session.handle({ type: "train", id: 1, until: 100 });
  finish();
  expect(answersOfType(answers, "broken")).toEqual([
    { type: "broken", id: 1, run: "unmasked", step: 21, loss: Number.NaN },
  ]);
  expect(answersOfType(answers, "progress").at(-1)?.progress.checkpoints).toEqual([0, 20]);
});

test("going back repeats the same losses, and measures nothing twice", async () => {
  const { session, answers, finish } = await opened();
  session.handle({ type: "train", id: 1, until: 45 });
  finish();
  const first = answersOfType(answers, "progress").at(-1)?.progress.reached;
  answers.length = 0;
  session.handle({ type: "go", id: 1, next: 2, step: 20 });
  session.handle({ type: "train", id: 2, until: 45 });
  finish();
  expect(new Set(answers.map((answer) => ("id" in answer ? answer.id : 0)))).toEqual(new Set([2]));
  const reports = answersOfType(answers, "progress").map(({ progress }) => progress);
  expect(reports.at(-1)?.steps).toBe(45);
  for (const { reached } of reports) expect(reached).toEqual(first);
  expect(reports.at(-1)?.checkpoints).toEqual([0, 20, 40]);
});

test("every second checkpoint is dropped if they take too much memory", async () => {
  const { standIn, session, answers, finish } = await opened();
  standIn.stateSize = 1_000_000; // of four bytes each, for each of three runs
  session.handle({ type: "train", id: 1, until: 100 });
  finish();
  const { checkpoints = [] } = answersOfType(answers, "progress").at(-1)?.progress ?? {};
  expect(checkpoints.length).toBeLessThanOrEqual(4);
  expect(checkpoints[0]).toBe(0);
  expect(checkpoints.at(-1)).toBeGreaterThanOrEqual(80);
});

test("other seeds are trained to the same step, reported one by one and disposed of", async () => {
  const { standIn, session, answers, finish } = await opened();
  session.handle({ type: "train", id: 1, until: 30 });
  finish();
  session.handle({ type: "spread", id: 1, seeds: [43, 44], steps: 30 });
  finish();
  expect(answersOfType(answers, "seed").map(({ done }) => [done.seed, done.losses.masked.length])).toEqual([
    [43, 30],
    [44, 30],
  ]);
  for (const { done } of answersOfType(answers, "seed"))
    expect(done.measured.map(({ step }) => step)).toEqual([20]);
  expect(standIn.disposed.map(({ seed }) => seed)).toEqual([43, 43, 43, 44, 44, 44]);
  expect(answersOfType(answers, "seedProgress").length).toBeGreaterThan(0);
});

test("other seeds start from loaded weights if the first did", async () => {
  const { standIn, session, answers, finish, open } = await opened();
  await open({ id: 2, weights: {} });
  session.handle({ type: "spread", id: 2, seeds: [43, 44], steps: 1 });
  finish();
  expect(answersOfType(answers, "seed").length).toBe(2);
  expect(standIn.loaded.map(({ seed }) => seed)).toEqual([42, 42, 42, 43, 43, 43, 44, 44, 44]);
});

test("refused settings leave the session as it was", async () => {
  const { session, answers, finish, open } = await opened();
  await open({ id: 2, settings: { ...SETTINGS, dModel: 2 } });
  await open({ id: 3, settings: { ...SETTINGS, batchSize: 21 } });
  expect(
    answersOfType(answers, "refused").map(({ id, refusal }) => [id, refusal.code, refusal.details["field"]]),
  ).toEqual([
    [2, "too-large", "dModel"],
    [3, "out-of-range", "batchSize"],
  ]);
  session.handle({ type: "train", id: 1, until: 5 });
  finish();
  expect(answersOfType(answers, "progress").at(-1)).toMatchObject({ id: 1, progress: { steps: 5 } });
});

test("commands to a replaced session are ignored, and its models are disposed of", async () => {
  const { standIn, session, answers, finish, open } = await opened();
  await open({ id: 2 });
  finish();
  expect(standIn.disposed.length).toBe(3);
  answers.length = 0;
  session.handle({ type: "train", id: 1, until: 5 });
  finish();
  expect(answers).toEqual([]);
});

test("a walk says after how many steps it was taken, and its numbers are explained after further steps too", async () => {
  const { session, answers, finish } = await opened();
  const ask = (ask: number, kind: "walk" | "explain"): void =>
    session.handle({
      type: "ask",
      id: 1,
      ask,
      kind,
      question: { run: "masked", name: "grad.q", index: [0] },
    });
  ask(1, "walk");
  ask(2, "explain");
  session.handle({ type: "train", id: 1, until: 1 });
  finish();
  ask(3, "explain");
  ask(4, "walk");
  const explained = { name: "grad.q", index: [0] };
  expect(answersOfType(answers, "answered")).toMatchObject([
    { ask: 1, value: { steps: 0 } },
    { ask: 2, value: explained },
    { ask: 3, value: explained },
    { ask: 4, value: { steps: 1 } },
  ]);
});

test("the next token and the weights come with the step of their model, which may be later than the last report", async () => {
  const { session, answers, finish } = await opened();
  session.handle({ type: "train", id: 1, until: 3 });
  finish();
  const question = { run: "weak", prompt: [1], temperature: 1 } as const;
  for (const [ask, kind] of (["next", "weights"] as const).entries())
    session.handle({ type: "ask", id: 1, ask, kind, question });
  expect(answersOfType(answers, "answered")).toMatchObject([
    { value: { steps: 3 } },
    { value: { steps: 3 } },
  ]);
});

test("leaving the lab while it opens makes no models", async () => {
  const standIn = new StandIn();
  const { session, answers, open } = sessionOn(standIn);
  const opening = open();
  session.close();
  await opening;
  expect([standIn.made, answers]).toEqual([[], []]);
});
