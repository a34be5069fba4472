/** The address of what is on the stage. */
import type { OwnLesson } from "../../lesson_file/read_lesson.js";
import { changedIn, withExplicitSizes } from "../../lessons/lessons.js";
import type { Practice } from "../../lessons/offers.js";
import { askedOf, type Run } from "../../store/lesson_runner.js";
import type { ViewState } from "../../store/selectors.js";
import { textOf } from "../../store/written_text.js";
import type { PageState } from "./url_state.js";

/** A lesson file without an address (`src`) cannot be linked to: its data are spelled out. */
export function shownState(
  { spec, weights, step, t, focus, cell, sheet }: ViewState,
  run: Run | undefined,
  own: OwnLesson | undefined,
  src?: string,
): PageState {
  const asked = src === undefined ? askedOf(spec, own) : spec;
  const trained = run?.weights?.trained;
  const text = trained?.text ?? (src === undefined ? textOf(asked) : undefined);
  return {
    // The trained model gave the lesson its own data, which the address need not repeat.
    spec: trained
      ? changedIn(trained.spec, run.trace.spec)
      : run && src === undefined
        ? withExplicitSizes(asked, run.trace.spec)
        : asked,
    ...(src === undefined ? {} : { src }),
    ...(text === undefined ? {} : { text }),
    ...(weights ? { weights } : {}),
    step,
    t,
    batch: focus.batch,
    head: focus.head,
    ...(cell ? { cell } : {}),
    compare: sheet?.kind === "compare" ? sheet.id || undefined : undefined,
    mistake: sheet?.kind === "mistakes" ? sheet.id : undefined,
    confusion: sheet?.kind === "confusions" ? sheet.id : undefined,
    query: sheet?.kind === "query" ? sheet.id : undefined,
    class: sheet?.kind === "class" ? (sheet.id === "whole" ? "whole" : "gaps") : undefined,
    practice: sheet?.kind === "practice" ? (sheet.id as Practice) : undefined,
    map: sheet?.kind === "map" ? "1" : undefined,
  };
}
