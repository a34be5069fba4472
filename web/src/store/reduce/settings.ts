/** The settings follow what is requested and put on the stage. */
import { draftAtRun } from "../settings.js";
import type { State } from "../state.js";

/** Takes over what another part of the page has requested or put on the stage. */
export function followStage(before: State, state: State): State {
  const { run, data, settings } = state;
  // Undo requests another spec, and redo the same one again: neither comes from the settings.
  const isOther = data?.spec !== before.data?.spec && data?.spec !== settings.asked;
  const draft = isOther && settings.asked ? { ...settings, asked: undefined } : settings;
  const next =
    run && run.trace !== before.run?.trace ? draftAtRun(draft, before.run, run, data?.spec) : draft;
  return next === settings ? state : { ...state, settings: next };
}
