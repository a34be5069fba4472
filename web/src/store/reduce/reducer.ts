/** The reducer, the only code that makes a new state. It is pure: work that takes time or can fail is an effect (effects.ts). */
import { openingSpec } from "../../lessons/lessons.js";
import {
  advance,
  atMoment,
  atStart,
  atStep,
  badMoment,
  isAtStart,
  momentOf,
  movedTo,
  paused,
  resumed,
  withSpeed,
  withStills,
  withThrough,
} from "../../timeline/playback.js";
import type { Action, EffectResult } from "../actions.js";
import {
  designedLesson,
  isAsOpened,
  openingLesson,
  withDrawnWeights,
  withoutModel,
} from "../lesson_runner.js";
import { goBack, NO_SELECTION, openNext } from "../selection.js";
import { stopsAtStepEnd } from "../selectors.js";
import { draftAtRun } from "../settings.js";
import type { State } from "../state.js";
import {
  focusIn,
  glanceAtCell,
  goToCell,
  isCell,
  openCell,
  requestExplanations,
  withStepChosen,
} from "./point.js";
import {
  dataOf,
  readerMissing,
  request,
  retryIfRefused,
  startIfReady,
  withAttributes,
  withFile,
  withWeightsFile,
} from "./request.js";
import {
  badFocus,
  placeOf,
  unknownStep,
  withError,
  withPath,
  withPlayback,
  withRefusal,
  withRun,
} from "./show.js";

export function reduce(state: State, action: Action): State {
  if ("id" in action && !isPending(state, action.id)) return state; // a stale result
  return followStage(state, requestExplanations(state, applyAction(state, action)));
}

/** Whether the result of the effect with this id is still wanted. */
export const isPending = ({ computing, file, weightsFile, explanationId }: State, id: number): boolean =>
  (computing.kind === "computing" && computing.id === id) ||
  (file.kind === "coming" && file.id === id) ||
  (weightsFile.kind === "reading" && weightsFile.id === id) ||
  explanationId === id;

function applyAction(state: State, action: Action): State {
  switch (action.type) {
    case "attributes":
      return withAttributes(state, action.changed);
    case "data": {
      const next: State =
        "weights" in action.data
          ? { ...state, weightsFile: { kind: "none" }, weightsAsked: undefined }
          : state;
      return request(next, { ...dataOf(state), ...action.data });
    }
    case "changes": {
      const place = { cell: state.selection.openedCells.at(-1) };
      return request(state, { ...dataOf(state), changes: action.changes }, place);
    }
    case "weights": {
      const shown = dataOf(state);
      const { designed, layerNorm } = action;
      const next: State = { ...state, weightsFile: { kind: "none" }, weightsAsked: undefined };
      if (designed) return request(next, designedLesson(shown, designed.lang));
      const bare = withoutModel(shown);
      return request(next, layerNorm === undefined ? bare : { ...bare, spec: { ...bare.spec, layerNorm } });
    }
    case "lesson":
      return request(
        state,
        isAsOpened(dataOf(state))
          ? openingLesson(action.lesson, dataOf(state).weights?.designed?.lang ?? action.lang)
          : withDrawnWeights(openingSpec(action.lesson)),
        { step: action.step ?? 0, t: action.step === undefined ? 0 : 1 },
      );
    case "visit": {
      const { data, place, mode, allow } = action;
      const opened: State = {
        ...state,
        mode,
        allow,
        asked: {},
        file: { kind: "none" },
        src: "",
        weightsAsked: undefined,
        weightsFile: { kind: "none" },
        selection: NO_SELECTION,
        sheet: undefined,
        drawer: undefined,
      };
      return request(opened, data, place);
    }
    case "restore":
      return request(
        { ...state, file: { kind: "none" }, selection: NO_SELECTION },
        action.data,
        action.place,
      );
    case "weightsFile": {
      const id = state.lastId + 1;
      const weightsFile: State["weightsFile"] = { kind: "reading", id, file: action.file };
      return { ...state, lastId: id, weightsFile, weightsAsked: undefined };
    }
    case "play":
      return {
        ...state,
        selection: NO_SELECTION,
        playback: resumed(withThrough(state.playback, action.through)),
      };
    case "through":
      return { ...state, playback: withThrough(state.playback, action.through) };
    case "pause":
      return { ...state, playback: paused(state.playback) };
    case "next":
      return withPlayback(state, atStart(state.playback, state.playback.index + 1));
    case "previous":
      return withPlayback(state, atStep(state.playback, state.playback.index - 1));
    case "goTo":
      return withPlayback(state, movedTo(state.playback, action.step));
    case "seek":
      return seek(state, action);
    case "speed":
      return { ...state, playback: withSpeed(state.playback, action.speed) };
    case "choose": {
      const refused = badFocus(state, action.focus);
      const focus = focusIn(state, { ...state.focus, ...action.focus });
      return refused ? withError(state, refused) : { ...state, selection: NO_SELECTION, focus };
    }
    case "glance":
      return glanceAtCell(state, action.cell);
    case "open":
      return openCell(state, action.cell, action.isShown);
    case "openOperand":
      return isCell(state, action.cell)
        ? { ...state, selection: openNext(state.selection, action.cell) }
        : state;
    case "back":
      return { ...state, selection: goBack(state.selection) };
    case "close":
      return { ...state, selection: NO_SELECTION };
    case "goToCell":
      return goToCell(state, action.step);
    case "sheet":
      return {
        ...state,
        sheet: action.sheet,
        drafts: { ...state.drafts, pointed: undefined },
        playback: paused(state.playback),
      };
    case "draft":
      return { ...state, drafts: { ...state.drafts, ...action.change } };
    case "asking": {
      const asking = isAtStart(state.playback) ? action.step : undefined;
      return asking === state.asking ? state : { ...state, asking };
    }
    case "besideStage": {
      const { part } = action;
      return { ...state, besideStage: { ...state.besideStage, [part]: !state.besideStage[part] } };
    }
    case "drawer":
      return { ...state, drawer: action.drawer };
    case "settings":
      return { ...state, settings: { ...state.settings, ...action.change } };
    case "path":
      return withPath(state, action.path);
    case "mode":
      return { ...state, mode: action.mode };
    case "frame":
      return withPlayback(state, advance(state.playback, action.ms, stopsAtStepEnd(state)));
    case "seen":
      return startIfReady({
        ...state,
        seen: action.seen,
        computing: state.run ? state.computing : retryIfRefused(state),
      });
    case "stills":
      return { ...state, playback: withStills(state.playback, action.stills) };
    default:
      return applyResult(state, action);
  }
}

function seek(before: State, { step, t }: Extract<Action, { type: "seek" }>): State {
  if (!before.run) return { ...before, pendingPlace: { ...before.pendingPlace, step, t } };
  const refused = unknownStep(before, step) ?? badMoment(t);
  if (refused) return withError(before, refused);
  const state = withStepChosen(before, step);
  const moment = t ?? momentOf(state.playback);
  return withPlayback(state, atMoment(state.playback, placeOf(state, step), moment));
}

function applyResult(state: State, result: EffectResult): State {
  switch (result.type) {
    case "computed":
      return withRun(state, result.run);
    case "refused":
      return withRefusal(state, result.error, result.fallback);
    case "fileRead":
      return result.read
        ? withFile(state, result.read)
        : withError(
            { ...state, file: { kind: "missing", error: readerMissing(state.src) } },
            readerMissing(state.src),
          );
    case "weightsRead":
      return withWeightsFile(state, result);
    case "explained":
      return { ...state, explanationId: undefined, explained: { ...state.explained, ...result.explained } };
  }
}

/** The settings take over what another part of the page has requested or put on the stage. */
export function followStage(before: State, state: State): State {
  const { run, data, settings } = state;
  // Undo requests another spec, and redo the same one again: neither comes from the settings.
  const isOther = data?.spec !== before.data?.spec && data?.spec !== settings.asked;
  const draft = isOther && settings.asked ? { ...settings, asked: undefined } : settings;
  const next =
    run && run.trace !== before.run?.trace ? draftAtRun(draft, before.run, run, data?.spec) : draft;
  return next === settings ? state : { ...state, settings: next };
}
