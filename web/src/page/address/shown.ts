/** The state of the URL for what is on the stage. */
import type { OwnLesson } from "../../lesson_file/read_lesson.js";
import { changedFields, withExplicitSizes } from "../../lessons/lessons.js";
import { specOver } from "../../spec/fields.js";
import { mergedSpec, type Run, specOfModel } from "../../store/lesson_runner.js";
import type { ViewState } from "../../store/selectors.js";
import { WRITTEN_LESSON, writtenOf } from "../../store/written_text.js";
import type { PageState } from "./url_state.js";

/** A lesson file without an address (`src`) cannot be linked to: its data are spelled out. */
export function shownState(
  { spec, weights, changes, step, t, focus, cell, sheet }: ViewState,
  run: Run | undefined,
  own: OwnLesson | undefined,
  src?: string,
): PageState {
  const shownSpec = src === undefined ? mergedSpec(spec, own) : spec;
  const trained = run?.weights?.trained;
  const model = run?.weights && specOfModel(run.weights);
  const written = writtenOf(shownSpec);
  const text = trained?.text ?? (src === undefined ? written?.text : undefined);
  const isUsual = !written || trained || written.inPieces === (shownSpec.lesson === WRITTEN_LESSON);
  return {
    // A model gave the lesson its own data, which the address need not repeat.
    spec:
      model && run
        ? changedFields(specOver(run.defaults, model), run.trace.spec)
        : run && src === undefined
          ? withExplicitSizes(shownSpec, run.trace.spec)
          : shownSpec,
    ...(isUsual ? {} : { pieces: written.inPieces ? "1" : "0" }),
    ...{ src, text, weights, changes, step, t, cell, sheet },
    batch: focus.batch,
    head: focus.head,
  };
}
