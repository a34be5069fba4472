/** The lab's store: the effect of each action, stale answers, engines that die. */
import { expect, test } from "vitest";
import type { EngineListener, StartEngine } from "../../web/src/lab/engine.js";
import { LabRefusal, LabStore } from "../../web/src/lab/lab_store.js";
import type { Answer, Command, Progress } from "../../web/src/lab/messages.js";
import { isBusy, PLAYED_STEPS, stepAhead } from "../../web/src/lab/reduce.js";
import { perRun } from "../../web/src/lab/runs.js";
import type { LabSettings } from "../../web/src/lab/settings.js";
import { SETTINGS, TASK } from "./lab_stand_in.js";

const PREDICTION = { loss: "unmasked", text: "masked" } as const;
const attention = perRun(() => ({
  dtype: "float32" as const,
  shape: [1, 1, 1, 1],
  data: new Float32Array(1),
}));

/** A report after `steps` steps, of which `most` were reached; the models are measured at every twentieth. */
const progress = (steps: number, most = steps): Progress => ({
  steps,
  reached: {
    losses: perRun(() => Float32Array.from({ length: most }, (_, i) => i + 1)),
    smooth: perRun(() => new Float32Array(most)),
    measured: Array.from({ length: Math.floor(most / 20) + 1 }, (_, i) => ({
      ...{ step: i * 20, heldOut: perRun(() => 1), asUsed: perRun(() => 2) },
    })),
  },
  checkpoints: Array.from({ length: Math.floor(steps / 20) + 1 }, (_, i) => i * 20),
  attention,
});

/** A store whose engines only record their commands. */
function harness(before?: ConstructorParameters<typeof LabStore>[1]) {
  const engines: { listener: EngineListener; sent: Command[]; isClosed: boolean; mayUseWorker: boolean }[] =
    [];
  const start: StartEngine = (listener, mayUseWorker) => {
    const engine = { listener, sent: [] as Command[], isClosed: false, mayUseWorker };
    engines.push(engine);
    return {
      send: (command) => engine.sent.push(command),
      close: () => {
        engine.isClosed = true;
      },
    };
  };
  const store = new LabStore(SETTINGS, before, start);
  const answer = (reply: Answer): void => engines.at(-1)?.listener.answer(reply);
  const open = (id: number): void => answer({ type: "opened", id, task: TASK, sample: [1], parameters: 9 });
  const last = (): Command | undefined => engines.at(-1)?.sent.at(-1);
  const refuse = (id: number, code: string): void =>
    answer({ type: "refused", id, refusal: { code, message: "", details: {} } });
  return { store, engines, answer, open, last, refuse };
}

/** A store that has sent these settings to its engine. */
function opening(settings: LabSettings = SETTINGS, before?: Parameters<typeof harness>[0]) {
  const all = harness(before);
  all.store.dispatch({ type: "open", settings });
  return all;
}

/** A store whose runs have taken `steps` steps, with a checkpoint at every twentieth. */
function trained(steps = 50) {
  const all = opening();
  const { store, answer, open } = all;
  open(1);
  answer({ type: "progress", id: 1, progress: progress(0) });
  store.dispatch({ type: "predict", prediction: PREDICTION });
  answer({ type: "progress", id: 1, progress: progress(steps) });
  answer({ type: "idle", id: 1, did: "train" });
  return all;
}

test("an idle report sent before the training command arrived does not end the training", () => {
  const { store, open, answer } = opening();
  open(1);
  store.dispatch({ type: "predict", prediction: PREDICTION });
  answer({ type: "idle", id: 1, did: undefined });
  expect(store.state.activity).toBe("training");
  answer({ type: "idle", id: 1, did: "train" });
  expect(store.state.activity).toBe("idle");
});

test("training starts only after the prediction was made or skipped", () => {
  const { store, open, last } = opening();
  open(1);
  for (const type of ["play", "step"] as const) store.dispatch({ type });
  expect(last()?.type).toBe("open");
  store.dispatch({ type: "predict", prediction: { loss: undefined, text: undefined } });
  expect(last()).toEqual({ type: "train", id: 1, until: PLAYED_STEPS });
  expect(store.state.activity).toBe("training");
});

test("a prediction made before the models are ready trains them once they are", () => {
  const { store, open, last } = opening();
  store.dispatch({ type: "predict", prediction: PREDICTION });
  expect(last()?.type).toBe("open");
  open(1);
  expect(last()).toEqual({ type: "train", id: 1, until: PLAYED_STEPS });
  expect(store.state.activity).toBe("training");
});

test("play trains to the next multiple of PLAYED_STEPS, and step trains one step", () => {
  const { store, last } = trained(50);
  store.dispatch({ type: "step" });
  expect(last()).toEqual({ type: "train", id: 1, until: 51 });
  const other = trained(PLAYED_STEPS);
  other.store.dispatch({ type: "play" });
  expect(other.last()).toEqual({ type: "train", id: 1, until: 2 * PLAYED_STEPS });
});

test("back goes to the checkpoint before the present step, restart to the first", () => {
  const { store, last } = trained(40);
  store.dispatch({ type: "back" });
  expect(last()).toEqual({ type: "go", id: 1, next: 2, step: 20 });
  expect(store.state).toMatchObject({ steps: 20, session: 2, activity: "idle" });
  expect(store.state.losses.masked.length).toBe(20);
  expect(store.state.measured.map(({ step }) => step)).toEqual([0, 20]);
  store.dispatch({ type: "restart" });
  expect(last()).toEqual({ type: "go", id: 2, next: 3, step: 0 });
  expect(store.state.losses.weak.length).toBe(0);
});

test("forward leads to the last checkpoint that was reached, also after training has gone on from an earlier one", () => {
  const { store, answer, last } = trained(90);
  expect(stepAhead(store.state)).toBeUndefined();
  for (const step of [60, 20]) store.dispatch({ type: "back", step });
  expect(store.state.losses.masked.length).toBe(20);
  const id = store.state.session;
  const report = { ...progress(21, 90), checkpoints: [0, 20, 40, 60, 80] };
  answer({ type: "progress", id, progress: report });
  expect(store.state.losses.masked.length).toBe(21);
  expect(stepAhead(store.state)).toBe(80);
  store.dispatch({ type: "forward" });
  expect(last()).toMatchObject({ type: "go", step: 80 });
  expect(store.state.steps).toBe(80);
  expect([...store.state.losses.masked].slice(-1)).toEqual([80]);
  expect(store.state.measured.at(-1)?.step).toBe(80);
  const { state } = store;
  store.dispatch({ type: "forward" });
  expect(store.state).toBe(state);
});

test("late messages from a replaced session change nothing", () => {
  const { store, answer } = trained(40);
  store.dispatch({ type: "back" });
  const { state } = store;
  answer({ type: "progress", id: 1, progress: progress(60) });
  answer({ type: "idle", id: 1, did: "train" });
  answer({ type: "broken", id: 1, run: "weak", step: 41, loss: Number.NaN });
  answer({ type: "opened", id: 1, task: TASK, sample: [1], parameters: 1 });
  expect(store.state).toBe(state);
});

test("a broken loss names its step and its learning rate, and goes back to the last checkpoint", () => {
  const { store, answer, last } = trained(50);
  answer({ type: "broken", id: 1, run: "unmasked", step: 50, loss: Number.NaN });
  expect(store.state.notice).toEqual({
    kind: "broken",
    run: "unmasked",
    step: 50,
    loss: Number.NaN,
    back: 40,
    learningRate: SETTINGS.learningRate,
  });
  expect(store.state.steps).toBe(40);
  expect(last()).toMatchObject({ type: "go", step: 40 });
  store.dispatch({ type: "play" });
  expect(store.state.notice).toBeUndefined();
});

test("refused settings leave the runs as they are", () => {
  const { store, refuse } = trained(50);
  store.dispatch({ type: "open", settings: { ...SETTINGS, dModel: 512 } });
  refuse(2, "too-large");
  expect(store.state).toMatchObject({
    session: 1,
    steps: 50,
    settings: SETTINGS,
    refusal: { code: "too-large" },
  });
  store.dispatch({ type: "step" });
  expect(store.state.activity).toBe("training");
});

test("new settings begin at step 0 and keep the prediction", () => {
  const { store, open } = trained(50);
  const settings = { ...SETTINGS, seed: 7 };
  store.dispatch({ type: "open", settings });
  expect(store.state.steps).toBe(50); // until the models are ready
  open(2);
  expect(store.state).toMatchObject({
    session: 2,
    steps: 0,
    settings,
    prediction: PREDICTION,
    checkpoints: [],
    losses: { masked: new Float32Array() },
  });
});

test("several requested sessions are opened one after the other", () => {
  const { store, open } = trained(50);
  store.dispatch({ type: "open", settings: { ...SETTINGS, seed: 7 } });
  store.dispatch({ type: "open", settings: { ...SETTINGS, seed: 8 } });
  open(2);
  expect(store.state).toMatchObject({ session: 2, settings: { seed: 7 } });
  open(3);
  expect(store.state).toMatchObject({ session: 3, settings: { seed: 8 }, openings: [] });
  open(2);
  expect(store.state.session).toBe(3);
});

test("an engine that dies is replaced by one without a worker, which trains up to the same step again", async () => {
  const { store, engines, answer, open, last } = trained(50);
  expect(isBusy(store.state)).toBe(false);
  engines[0]?.listener.died();
  expect(engines.map(({ mayUseWorker, isClosed }) => [mayUseWorker, isClosed])).toEqual([
    [true, true],
    [false, false],
  ]);
  expect(last()).toMatchObject({ type: "open", id: 2, settings: SETTINGS });
  expect(isBusy(store.state)).toBe(true);
  const { state } = store;
  for (const type of ["play", "step", "pause", "spread", "back", "forward", "restart"] as const)
    store.dispatch({ type });
  expect(store.state).toBe(state);
  await expect(store.ask("weights", { run: "weak" })).rejects.toMatchObject({
    refusal: { code: "lab-stale" },
  });
  open(2);
  expect(last()).toEqual({ type: "train", id: 2, until: 50 });
  expect(store.state).toMatchObject({ session: 2, steps: 0, notice: { kind: "died", back: 50 } });
  answer({ type: "progress", id: 2, progress: progress(50) });
  answer({ type: "idle", id: 2, did: "train" });
  expect(store.state).toMatchObject({ steps: 50, activity: "idle", notice: { kind: "died", back: 50 } });
  store.dispatch({ type: "play" });
  expect(store.state.notice).toBeUndefined();
});

test("a page that is loaded again keeps the prediction and trains up to the same step", () => {
  const { store, open, last } = opening({ ...SETTINGS, seed: 7 }, { prediction: PREDICTION, steps: 70 });
  open(1);
  expect(last()).toEqual({ type: "train", id: 1, until: 70 });
  expect(store.state).toMatchObject({ prediction: PREDICTION, notice: { kind: "reloaded", back: 70 } });
  const untrained = opening(SETTINGS, { prediction: PREDICTION, steps: 0 });
  untrained.open(1);
  expect(untrained.last()?.type).toBe("open");
  expect(untrained.store.state).toMatchObject({ prediction: PREDICTION, notice: undefined });
});

test("a prediction trains the first models even if an engine dies before they are ready", () => {
  const { store, engines, open, last } = opening();
  store.dispatch({ type: "predict", prediction: PREDICTION });
  engines[0]?.listener.died();
  open(2);
  expect(last()).toEqual({ type: "train", id: 2, until: PLAYED_STEPS });
});

test("if an engine dies while other settings or weights are being opened, the models before stay", async () => {
  const { store, engines, open, last } = trained(50);
  store.dispatch({ type: "open", settings: { ...SETTINGS, dModel: 512 } });
  const loading = store.load({});
  engines[0]?.listener.died();
  await expect(loading).rejects.toMatchObject({ refusal: { code: "lab-stale" } });
  expect(last()).toMatchObject({ type: "open", id: 4, settings: SETTINGS, weights: undefined });
  open(4);
  expect(last()).toEqual({ type: "train", id: 4, until: 50 });
});

test("a dead engine's late answers and second death are ignored", () => {
  const { store, engines, open } = trained(50);
  const first = engines[0];
  first?.listener.died();
  open(2);
  const { state } = store;
  first?.listener.answer({ type: "idle", id: 2, did: undefined });
  first?.listener.died();
  expect(store.state).toBe(state);
  expect(engines.length).toBe(2);
});

test("a question is answered, or refused if its session is replaced or its engine dies", async () => {
  const { store, engines, answer, last } = trained(40);
  const first = store.ask("weights", { run: "weak" });
  const asked = last();
  expect(asked).toMatchObject({ type: "ask", id: 1, kind: "weights" });
  const value = { steps: 40, weights: {}, spec: {} as never };
  answer({ type: "answered", id: 1, ask: asked?.type === "ask" ? asked.ask : 0, value });
  await expect(first).resolves.toBe(value);
  const second = store.ask("weights", { run: "weak" });
  store.dispatch({ type: "back" });
  await expect(second).rejects.toBeInstanceOf(LabRefusal);
  const third = store.ask("weights", { run: "weak" });
  engines[0]?.listener.died();
  await expect(third).rejects.toBeInstanceOf(LabRefusal);
});

/** Answers the questions sent to the first engine, from command `from` on, with models of `steps` steps. */
function answerAll({ engines, answer }: ReturnType<typeof harness>, from: number, steps = 40): void {
  const value = { probabilities: Float32Array.of(0, 1, 0, 0), u: 0.5, id: 1, from: 0, to: 1, steps };
  for (const one of engines[0]?.sent.slice(from) ?? [])
    if (one.type === "ask") answer({ type: "answered", id: one.id, ask: one.ask, value });
}
const WRITING = { prompt: [1], most: 12, temperature: 1, seed: 0, context: 9, end: undefined };

test("writing that is stopped while answers are pending asks nothing more and writes nothing", async () => {
  const lab = trained(40);
  const { store, engines } = lab;
  const { writing } = store;
  const sent = engines[0]?.sent ?? [];
  const before = sent.length;
  void writing.ask(WRITING);
  expect(sent.length).toBe(before + 3);
  writing.dispatch({ type: "stop" });
  answerAll(lab, before);
  await writing.idle();
  expect(writing.state.isRunning).toBe(false);
  expect(writing.state.answer).toBeUndefined();
  expect(sent.length).toBe(before + 3);
});

test("only the text of the latest prompt is written", async () => {
  const lab = trained(40);
  const { writing } = lab.store;
  const before = lab.engines[0]?.sent.length ?? 0;
  void writing.ask({ ...WRITING, most: 1, prompt: [2] });
  writing.dispatch({ type: "forget" });
  void writing.ask({ ...WRITING, most: 1 });
  answerAll(lab, before + 3);
  answerAll(lab, before);
  await writing.idle();
  expect(writing.state.asked?.prompt).toEqual([1]);
  expect([...(writing.state.answer?.values() ?? [])].map(({ ids }) => ids)).toEqual([[1], [1], [1]]);
});

test("a text carries the step of its models, both steps if they were trained before it went on, and is dropped on going back", async () => {
  const lab = trained(40);
  const { writing } = lab.store;
  const sent = lab.engines[0]?.sent ?? [];
  const steps = () => [...(writing.state.answer?.values() ?? [])].map((written) => written.steps);
  const writeAt = async (step: number): Promise<void> => {
    const before = sent.length;
    void writing.ask({ ...WRITING, most: 1 });
    answerAll(lab, before, step);
    await writing.idle();
  };
  await writeAt(40);
  await writeAt(40);
  expect(steps()).toEqual([[40], [40], [40]]);
  await writeAt(41);
  await writeAt(42);
  expect(steps()).toEqual(Array(3).fill([40, 42]));
  lab.store.dispatch({ type: "back" });
  expect(writing.state.answer).toBeUndefined();
});

test("a walk has its own step; going back discards it, but keeps one requested afterwards", async () => {
  const { store, answer, last } = trained(40);
  const walk = (steps: number): void => {
    const asked = last();
    const value = { steps, trace: { spec: {} as never, steps: [] } };
    if (asked?.type === "ask") answer({ type: "answered", id: asked.id, ask: asked.ask, value });
  };
  void store.walk.ask("weak");
  walk(43); // the last report was about 40 steps
  await store.walk.idle();
  expect(store.walk.state.answer?.steps).toBe(43);
  store.dispatch({ type: "back" });
  expect(store.walk.state.answer).toBeUndefined();
  void store.walk.ask("weak");
  walk(20);
  await store.walk.idle();
  expect(store.walk.state.answer?.steps).toBe(20);
});

test("loaded weights begin at step 0; weights that do not fit change nothing", async () => {
  const { store, open, last, refuse } = trained(40);
  const loading = store.load({});
  expect(last()).toMatchObject({ type: "open", id: 2, weights: {} });
  open(2);
  await loading;
  expect(store.state).toMatchObject({ steps: 0, notice: { kind: "loaded" }, ownWeights: {} });
  const refused = store.load({});
  refuse(3, "shape-mismatch");
  await expect(refused).rejects.toMatchObject({ refusal: { code: "shape-mismatch" } });
  expect(store.state.session).toBe(2);
  const late = store.load({});
  store.dispatch({ type: "back" });
  refuse(4, "shape-mismatch");
  await expect(late).rejects.toMatchObject({ refusal: { code: "shape-mismatch" } });
});

test("a training that began with loaded weights is known as such until models are drawn again", async () => {
  const { store, engines, answer, open, refuse } = trained(40);
  expect(store.state.ownWeights).toBeUndefined();
  const refused = store.load({});
  refuse(2, "shape-mismatch");
  await expect(refused).rejects.toBeInstanceOf(LabRefusal);
  expect(store.state.ownWeights).toBeUndefined();
  const loading = store.load({});
  open(3);
  await loading;
  answer({ type: "progress", id: 3, progress: progress(0) });
  store.dispatch({ type: "restart" });
  expect(store.state.ownWeights).toEqual({});
  // Another engine begins with the weights of the file, too.
  engines.at(-1)?.listener.died();
  expect(engines.at(-1)?.sent[0]).toMatchObject({ type: "open", weights: {} });
  open(store.state.lastId);
  expect(store.state).toMatchObject({ notice: { kind: "died" }, ownWeights: {} });
  store.dispatch({ type: "open", settings: SETTINGS });
  open(store.state.lastId);
  expect(store.state.ownWeights).toBeUndefined();
});

test("two more seeds are the next two, trained to the same step", () => {
  const { store, answer, last } = trained(40);
  store.dispatch({ type: "spread" });
  expect(last()).toEqual({ type: "spread", id: 1, seeds: [43, 44], steps: 40 });
  const losses = perRun(() => new Float32Array(40));
  for (const seed of [43, 44])
    answer({ type: "seed", id: 1, done: { seed, losses, smooth: losses, measured: [] } });
  answer({ type: "idle", id: 1, did: "spread" });
  store.dispatch({ type: "spread" });
  expect(last()).toMatchObject({ seeds: [45, 46] });
});

test("of two sessions requested one after the other, the first stays if the second is refused", () => {
  const { store, open, last, refuse } = trained(40);
  const narrow = { ...SETTINGS, dModel: 8 };
  store.dispatch({ type: "open", settings: narrow });
  store.dispatch({ type: "open", settings: { ...SETTINGS, batchSize: 999 } });
  open(2);
  refuse(3, "out-of-range");
  expect(store.state).toMatchObject({ session: 2, settings: narrow, openings: [], steps: 0 });
  store.dispatch({ type: "step" });
  expect(last()).toEqual({ type: "train", id: 2, until: 1 });
});

test("if the first settings are refused, the defaults are opened and the refusal stays visible", () => {
  const { store, answer, open, last } = opening({ ...SETTINGS, batchSize: 128 });
  const refusal = { code: "out-of-range", message: "", details: { field: "batchSize" } };
  answer({ type: "refused", id: 1, refusal });
  expect(last()).toMatchObject({ type: "open", id: 2, settings: SETTINGS });
  open(2);
  expect(store.state).toMatchObject({ session: 2, settings: SETTINGS, refusal });
  const again = opening();
  again.answer({ type: "refused", id: 1, refusal });
  expect(again.store.state.openings).toEqual([]);
});
