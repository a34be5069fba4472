/** The lab's reducer: pure functions from a state and an action to the next state. A resulting command is put in `command`. */
import type { Refusal } from "../module/refusal.js";
import type { NamedFloats } from "../module/training/types.js";
import type { Answer, Checkpoint, Command, Origin, Progress } from "./messages.js";
import { type PerRun, perRun } from "./runs.js";
import type { LabSettings } from "./settings.js";
import { type LabState, noResults, type Opening, type Prediction, type Results } from "./state.js";

export type Action =
  | { readonly type: "open"; readonly settings: LabSettings }
  | { readonly type: "load"; readonly weights: NamedFloats }
  | { readonly type: "predict"; readonly prediction: Prediction }
  | { readonly type: "play" }
  | { readonly type: "pause" }
  | { readonly type: "step" }
  /** Returns to the checkpoint of a step, or to the last one before the current step. */
  | { readonly type: "back"; readonly step?: number }
  /** Returns to the last checkpoint that was reached before the reader went back. */
  | { readonly type: "forward" }
  | { readonly type: "restart" }
  | { readonly type: "spread" }
  | { readonly type: "answer"; readonly answer: Answer }
  /** The page is shown again after it was hidden. */
  | { readonly type: "shown" }
  | { readonly type: "died" };

/** Play trains up to the next multiple of this, so that training does not run forever. */
export const PLAYED_STEPS = 400;
/** How many other seeds are trained at a time. */
const SEEDS_AT_ONCE = 2;
/** Beyond this many bytes, checkpoints are thinned out. */
const CHECKPOINT_BYTES = 48e6;

export function reduce(state: LabState, action: Action): LabState {
  switch (action.type) {
    case "open":
      return open(state, action.settings);
    case "load":
      return open(state, state.settings, { weights: action.weights });
    case "predict":
      return play({ ...state, prediction: action.prediction });
    case "play":
      return play(state);
    case "step":
      return train(state, state.steps + 1);
    case "pause":
      return state.activity === "training" ? send(state, { type: "pause", id: state.session }) : state;
    case "back":
      return restore(state, checkpointAt(state, action.step) ?? checkpointBefore(state));
    case "forward":
      return restore(state, checkpointAhead(state));
    case "restart":
      return restore(state, checkpointAt(state, 0) ?? state.checkpoints[0]);
    case "spread":
      return spread(state);
    case "answer":
      return handleAnswer(state, action.answer);
    case "shown":
      return state.activity === "idle" ? state : { ...state, notice: { kind: "hidden" } };
    case "died":
      return handleDeath(state);
  }
}

const send = (state: LabState, command: Command): LabState => ({ ...state, command });

const checkpointAt = ({ checkpoints }: LabState, at: number | undefined): Checkpoint | undefined =>
  checkpoints.find(({ step }) => step === at);

/** The last checkpoint before the current step. */
export const checkpointBefore = ({ checkpoints, steps }: LabState): Checkpoint | undefined =>
  checkpoints.findLast(({ step }) => step < steps);

/** The last checkpoint after the current step, if the reader has gone back. */
export const checkpointAhead = ({ later, steps }: LabState): Checkpoint | undefined =>
  later?.checkpoints.findLast(({ step }) => step > steps);

/** Whether a command to train would be lost: there is work already, or no session yet. */
export const isBusy = ({ activity, session }: LabState): boolean => activity !== "idle" || session === 0;

function open(state: LabState, settings: LabSettings, origin?: Origin, back?: number): LabState {
  const id = state.lastId + 1;
  const opening = { id, settings, ...(origin && { origin }), ...(back !== undefined && { back }) };
  const openings = [...state.openings, opening];
  return send({ ...state, lastId: id, openings, refusal: undefined }, { type: "open", id, settings, origin });
}

const play = (state: LabState): LabState =>
  train(state, (Math.floor(state.steps / PLAYED_STEPS) + 1) * PLAYED_STEPS);

/** Does nothing before the reader has been asked for a prediction. */
function train(state: LabState, until: number): LabState {
  if (isBusy(state) || !state.prediction) return state;
  return send(
    { ...state, activity: "training", notice: undefined },
    { type: "train", id: state.session, until },
  );
}

function restore(state: LabState, to: Checkpoint | undefined): LabState {
  if (!to || state.session === 0) return state;
  const next = state.lastId + 1;
  const { later = state } = state;
  const restored = truncatedAt(state, to.step, later);
  return send(
    { ...restored, later, lastId: next, session: next, activity: "idle", notice: undefined },
    { type: "restore", id: state.session, next, states: to.states },
  );
}

/** The state with the results up to a step. */
const truncatedAt = (
  state: LabState,
  lastStep: number,
  { losses, measured, checkpoints }: Results = state,
): LabState => ({
  ...state,
  steps: lastStep,
  losses: perRun((key) => losses[key].slice(0, lastStep)),
  measured: measured.filter(({ step }) => step <= lastStep),
  checkpoints: checkpoints.filter(({ step }) => step <= lastStep),
});

function spread(state: LabState): LabState {
  if (isBusy(state) || state.steps === 0) return state;
  const { seed } = state.settings;
  const seeds = Array.from({ length: SEEDS_AT_ONCE }, (_, i) => seed + state.seeds.length + i + 1);
  return send(
    { ...state, activity: "spreading", seedShare: 0 },
    { type: "spread", id: state.session, seeds, steps: state.steps },
  );
}

/** The command that the session carries out during each activity. */
const COMMANDS = { idle: undefined, training: "train", spreading: "spread" } as const;

/** Answers of replaced sessions are ignored; answers to questions are handled by the store. */
function handleAnswer(state: LabState, answer: Answer): LabState {
  const opening = state.openings.find(({ id }) => id === answer.id);
  // Several sessions may have been requested; if a later one is refused, the earlier one stays.
  if (answer.type === "opened" && opening) {
    const { task, sample, parameters } = answer;
    return beginSession(state, opening, { task, sample, parameters });
  }
  if (answer.type === "refused" && opening) return handleRefusal(state, opening, answer.refusal);
  if (answer.id !== state.session) return state;
  switch (answer.type) {
    case "progress":
      return advance(state, answer.progress);
    case "idle":
      // A session that was just opened may become idle before it has received the command to train.
      return answer.did === COMMANDS[state.activity] ? { ...state, activity: "idle" } : state;
    case "seed":
      return { ...state, seeds: [...state.seeds, answer.done] };
    case "seedProgress":
      return { ...state, seedShare: answer.share };
    case "refused":
      return { ...state, activity: "idle", refusal: answer.refusal };
    case "broken": {
      const { run, step, loss } = answer;
      const to = state.checkpoints.findLast((checkpoint) => checkpoint.step < step);
      const { learningRate } = state.settings;
      const notice = { kind: "broken", run, step, loss, back: to?.step ?? 0, learningRate } as const;
      return { ...restore(state, to), notice };
    }
    default:
      return state;
  }
}

/** The current session stays; if there is none, one is opened with the settings before. */
function handleRefusal(state: LabState, { id, settings }: Opening, refusal: Refusal): LabState {
  const rest = { ...state, openings: state.openings.filter((opening) => opening.id !== id) };
  const isAlone = state.session === 0 && rest.openings.length === 0 && settings !== state.settings;
  return { ...(isAlone ? reopen(rest) : rest), refusal };
}

/** A session that continues from checkpoints keeps the results up to them. The first session trains at once if asked to. */
function beginSession(
  state: LabState,
  { id, settings, origin, back }: Opening,
  opened: NonNullable<LabState["opened"]>,
): LabState {
  const begun: LabState = {
    ...state,
    ...(origin?.states ? {} : { ...noResults, ownWeights: origin?.weights }),
    notice: back !== undefined ? { kind: "died", back } : origin?.weights && { kind: "loaded" },
    session: id,
    settings,
    opened,
    activity: "idle",
    openings: state.openings.filter((opening) => opening.id > id),
  };
  // The reader may have made a prediction while the first models were being created.
  return !state.opened && state.prediction ? play(begun) : begun;
}

function advance(
  state: LabState,
  { steps, losses, measured, checkpoints, exact, attention }: Progress,
): LabState {
  const isNewStep = steps !== state.steps || state.attention === undefined;
  return {
    ...state,
    steps,
    losses: isNewStep ? concatenated(state.losses, losses) : state.losses,
    measured: measured.length > 0 ? [...state.measured, ...measured] : state.measured,
    checkpoints: checkpoints.length > 0 ? thinned([...state.checkpoints, ...checkpoints]) : state.checkpoints,
    exact: exact ?? state.exact,
    attention,
    later: isNewStep ? undefined : state.later,
  };
}

const concatenated = (a: PerRun<Float32Array>, b: PerRun<Float32Array>): PerRun<Float32Array> =>
  perRun((key) => {
    const both = new Float32Array(a[key].length + b[key].length);
    both.set(a[key]);
    both.set(b[key], a[key].length);
    return both;
  });

/** Keeps the first and the last checkpoint, and every second one between them if there are too many. */
function thinned(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  const bytesPerRun = checkpoints[0]?.states.masked.numbers.byteLength ?? 0;
  const most = Math.max(4, Math.floor(CHECKPOINT_BYTES / Math.max(1, bytesPerRun * 3)));
  if (checkpoints.length <= most) return checkpoints;
  return checkpoints.filter((_, i) => i % 2 === 0 || i === checkpoints.length - 1);
}

/** Opens the latest request, or the session before, in another engine. */
function handleDeath(state: LabState): LabState {
  const deaths = state.deaths + 1;
  const base: LabState = { ...state, deaths, session: 0, activity: "idle", notice: undefined };
  const latest = state.openings.at(-1);
  return latest ? open({ ...base, openings: [] }, latest.settings, latest.origin, latest.back) : reopen(base);
}

/** Opens the last checkpoint, or the models at step 0. */
function reopen(state: LabState): LabState {
  const { ownWeights, deaths } = state;
  const to = state.checkpoints.at(-1);
  const step = to?.step ?? 0;
  const origin = { ...(ownWeights && { weights: ownWeights }), ...(to && { states: to.states }) };
  return open(truncatedAt(state, step), state.settings, origin, deaths > 0 ? step : undefined);
}
