/**
 * The settings field for readable and trained weights and for a weight file, which is chosen or dropped. With a file, the lesson
 * then runs with its tensors. If the file is refused, the error appears here and the stage does not change.
 */
import { html, nothing, type TemplateResult } from "lit";
import { TRAINED } from "../../lessons/trained.js";
import type { Refusal } from "../../module/errors.js";
import type { BadFileKind } from "../../module/weights/state_dict_builder.js";
import { areReadable } from "../../store/lesson_runner.js";
import { fill } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import type { WholeWords } from "../../words/words.js";
import type { FormActions, FormModel } from "./form_model.js";

/** `trainable`: the lesson can show the trained model. */
export function weightsTemplate(
  { words, run, weightsFile, file }: FormModel,
  { dispatch }: FormActions,
  trainable: boolean,
): TemplateResult {
  const { takeAway } = words;
  const { weights } = run;
  const button = (name: string, label: string, press: () => void): TemplateResult =>
    html`<button class=${name} @click=${press}>${label}</button>`;
  const useTrained = (): void =>
    dispatch({ type: "weightsFile", file: { name: TRAINED, lang: words.language.code } });
  return html`<div class="weights wide"><span class="name" id="weights-name">${takeAway.weights}</span>
    <div class="field ${file.over ? "over" : ""}" role="group" aria-labelledby="weights-name" aria-describedby="weights-hint"
      @dragover=${file.onOver} @dragleave=${file.onLeave} @drop=${file.onDrop}>
      ${button("choose", takeAway.choose, file.choose)}
      ${areReadable(weights) ? nothing : button("formula", takeAway.readable, () => dispatch({ type: "weights", readable: true }))}
      ${trainable && !weights?.trained ? button("training", takeAway.trained, useTrained) : nothing}
      <span role="status">${stateOf({ words, run, weightsFile })}</span>
      ${weights ? button("drop", takeAway.backToSeed, () => dispatch({ type: "weights", readable: false })) : nothing}
      <input type="file" hidden accept=".npz,.safetensors,.json" @change=${file.onChosen} />
    </div>
    <p id="weights-hint">${takeAway.weightsHint} ${trainable ? nothing : takeAway.notTrained}</p>
    ${weightsFile.kind === "refused" && !weights?.trained ? html`<p class="error" role="alert">${sentence(words, weightsFile.name, weightsFile.error)}</p>` : nothing}
  </div>`;
}

function stateOf({ words, run, weightsFile }: Pick<FormModel, "words" | "run" | "weightsFile">) {
  const { takeAway } = words;
  const { weights } = run;
  if (weightsFile.kind === "reading" && weightsFile.file.name !== TRAINED)
    return fill(takeAway.reading, { file: weightsFile.file.name });
  if (!weights) return takeAway.fromSeed;
  if (areReadable(weights)) return takeAway.byFormula;
  return weights.trained ? takeAway.byTraining : html`<span class="file">${weights.name}</span>`;
}

/** Groups the many errors of the file readers into a few sentences for the reader who chose the file. */
function sentence(words: WholeWords, file: string, refusal: Refusal): string {
  const { files } = words.takeAway;
  if (file === TRAINED) return problemText(words, refusal);
  if (refusal.code !== "bad-file") return fill(files.unfit, { file, why: problemText(words, refusal) });
  return fill(files[(refusal.details["kind"] as BadFileKind | undefined) ?? "damaged"], refusal.details);
}
