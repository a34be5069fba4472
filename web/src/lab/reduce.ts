/** The lab's reducer: pure functions from a state and an action to the next state. A resulting command is put in `command`. */
import type { Refusal } from "../module/errors.js";
import type { NamedFloats } from "../module/training/types.js";
import type { Answer, Command, Progress } from "./messages.js";
import { perRun } from "./runs.js";
import type { LabSettings } from "./settings.js";
import { freshView, type LabState, noResults, type Opening, type Prediction, type View } from "./state.js";

export type Action =
  | { readonly type: "open"; readonly settings: LabSettings }
  | { readonly type: "load"; readonly weights: NamedFloats }
  | { readonly type: "predict"; readonly prediction: Prediction }
  | { readonly type: "play" }
  | { readonly type: "pause" }
  | { readonly type: "step" }
  /** Goes to the checkpoint of a step, or to the last one before the current step. */
  | { readonly type: "back"; readonly step?: number }
  /** Goes to the last checkpoint that has been reached. */
  | { readonly type: "forward" }
  | { readonly type: "restart" }
  | { readonly type: "spread" }
  | { readonly type: "view"; readonly view: Partial<View> }
  | { readonly type: "answer"; readonly answer: Answer }
  /** The engine has stopped and will not answer any more. */
  | { readonly type: "died" };

/** Play trains up to the next multiple of this, so that training does not run forever. */
export const PLAYED_STEPS = 400;
/** How many other seeds are trained at a time. */
const SEEDS_AT_ONCE = 2;

export function reduce(state: LabState, action: Action): LabState {
  switch (action.type) {
    case "open":
      return open(state.opened ? { ...state, notice: undefined } : state, action.settings);
    case "load":
      return open({ ...state, notice: undefined }, state.settings, action.weights);
    case "predict":
      return play({ ...state, prediction: action.prediction });
    case "play":
      return play(state);
    case "step":
      return train(state, state.steps + 1);
    case "pause":
      return state.activity === "training" ? send(state, { type: "pause", id: state.session }) : state;
    case "back":
      return go(state, action.step ?? stepBefore(state));
    case "forward":
      return go(state, stepAhead(state));
    case "restart":
      return go(state, state.checkpoints[0]);
    case "spread":
      return spread(state);
    case "view":
      return { ...state, view: { ...state.view, ...action.view } };
    case "answer":
      return handleAnswer(state, action.answer);
    case "died":
      return handleDeath(state);
  }
}

const send = (state: LabState, command: Command): LabState => ({ ...state, command });

/** The last checkpoint before the current step. */
export const stepBefore = ({ checkpoints, steps }: LabState): number | undefined =>
  checkpoints.findLast((step) => step < steps);

/** The last checkpoint after the current step, if the reader has gone back. */
export const stepAhead = ({ checkpoints, steps }: LabState): number | undefined =>
  checkpoints.findLast((step) => step > steps);

/** Whether a command to train would be lost: there is work already, or no session yet. */
export const isBusy = ({ activity, session }: LabState): boolean => activity !== "idle" || session === 0;

function open(state: LabState, settings: LabSettings, weights?: NamedFloats): LabState {
  const id = state.lastId + 1;
  const openings = [...state.openings, { id, settings, weights }];
  return send(
    { ...state, lastId: id, openings, refusal: undefined },
    { type: "open", id, settings, weights },
  );
}

const play = (state: LabState): LabState =>
  train(state, (Math.floor(state.steps / PLAYED_STEPS) + 1) * PLAYED_STEPS);

/** Waits for the first models if they are still being created; does nothing before the reader was asked for a prediction. */
function train(state: LabState, until: number): LabState {
  if (!state.prediction) return state;
  if (!state.opened) return { ...state, resumeAt: until };
  if (isBusy(state)) return state;
  return send(
    { ...state, activity: "training", notice: undefined },
    { type: "train", id: state.session, until },
  );
}

function go(state: LabState, step: number | undefined): LabState {
  if (step === undefined || !state.checkpoints.includes(step) || state.session === 0) return state;
  const next = state.lastId + 1;
  return send(
    { ...shownUpTo(state, step), lastId: next, session: next, activity: "idle", notice: undefined },
    { type: "go", id: state.session, next, step },
  );
}

const shownUpTo = (state: LabState, steps: number): LabState => ({
  ...state,
  steps,
  losses: perRun((key) => state.reached.losses[key].slice(0, steps)),
  smooth: perRun((key) => state.reached.smooth[key].slice(0, steps)),
  measured: state.reached.measured.filter(({ step }) => step <= steps),
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
      const back = stepBefore(state) ?? 0;
      const { learningRate } = state.settings;
      return { ...go(state, back), notice: { kind: "broken", run, step, loss, back, learningRate } };
    }
    default:
      return state;
  }
}

/** The current session stays; if there is none, one is opened with the settings before. */
function handleRefusal(state: LabState, { id, settings }: Opening, refusal: Refusal): LabState {
  const rest = { ...state, openings: state.openings.filter((opening) => opening.id !== id) };
  const isAlone = state.session === 0 && rest.openings.length === 0 && settings !== state.settings;
  return { ...(isAlone ? open(rest, state.settings) : rest), refusal };
}

function beginSession(
  state: LabState,
  { id, settings, weights }: Opening,
  opened: NonNullable<LabState["opened"]>,
): LabState {
  const { notice, resumeAt, view } = state;
  const isSameTask = settings.task === state.settings.task;
  const { prompt, sentence, tokenAt } = isSameTask ? view : freshView;
  const begun: LabState = {
    ...state,
    ...noResults,
    ownWeights: weights,
    notice: notice ?? (weights && { kind: "loaded" }),
    session: id,
    settings,
    opened,
    activity: "idle",
    openings: state.openings.filter((opening) => opening.id > id),
    resumeAt: 0,
    view: { ...view, ...freshView, prompt, sentence, tokenAt },
  };
  return resumeAt > 0 ? { ...train(begun, resumeAt), notice: begun.notice } : begun;
}

const advance = (state: LabState, { steps, exact = state.exact, ...progress }: Progress): LabState =>
  shownUpTo({ ...state, ...progress, exact }, steps);

/** Opens the same models in another engine, and trains them up to the step that they had reached. */
function handleDeath(state: LabState): LabState {
  const { opened, settings, ownWeights, steps } = state;
  const latest = opened ? { settings, weights: ownWeights } : state.openings.at(-1);
  const died: LabState = {
    ...state,
    session: 0,
    activity: "idle",
    openings: [],
    resumeAt: Math.max(state.resumeAt, steps),
    notice: { kind: "died", back: steps },
  };
  return latest ? open(died, latest.settings, latest.weights) : died;
}
