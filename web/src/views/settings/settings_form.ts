/**
 * The settings form: sentences or tokens, seed, masks, weights. Input stays as typed and takes effect once the core accepts
 * it; until then the message beside the field says what it got and what it wants.
 */
import { css, html, nothing, type TemplateResult } from "lit";
import { designedVocabulary } from "../../lessons/designed.js";
import { canShowTrained } from "../../lessons/opening.js";
import { TRAINED } from "../../lessons/trained.js";
import { DESIGNED } from "../../module/designed.js";
import type { Refusal } from "../../module/errors.js";
import type { BadFileKind } from "../../module/weights/state_dict_builder.js";
import { type Field, type FieldName, NONE } from "../../spec/fields.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import { areDesigned } from "../../store/lesson_runner.js";
import { restored, type Source, typed, typedText, withSentences, withSource } from "../../store/settings.js";
import {
  type ControlName,
  FILLS,
  FORM_FIELDS,
  type FormText,
  fieldOf,
  formText,
  isShown,
} from "../../store/settings_fields.js";
import { textProblem, WRITTEN_LESSON } from "../../store/written_text.js";
import { format } from "../../words/number_text.js";
import type { Piece, Written } from "../../words/own_words.js";
import { problemText, withLabels } from "../../words/problem_text.js";
import { shownSymbol } from "../../words/prompt_text.js";
import type { WholeWords } from "../../words/words.js";
import { fileField } from "../common/file_field.js";
import type { FormActions, FormModel } from "./form_model.js";

/** The sizes that given weights fix. */
const SIZES = ["dModel", "vocabSize", "dAttention", "dFf"] as const;
const isOfWeights = ({ code, details }: Refusal): boolean =>
  code === "shape-mismatch" && details["field"]?.startsWith("weights.") === true;

/** The operations that draw numbers from the seed. */
const DRAWN: readonly string[] = ["normal", "uniform"];

/** Why the input is not on the stage. */
const problemOf = ({ draft, refused }: FormModel): Refusal | undefined => draft.unread ?? refused;

export function settingsForm(model: FormModel, actions: FormActions): TemplateResult {
  const { words, run, draft } = model;
  const { settingsForm: texts } = words;
  const problem = problemOf(model);
  const general = problem && placeOf(model, problem) === undefined ? problem : undefined;
  return html`${run.weights?.trained ? nothing : sources(model, actions)}
    ${FORM_FIELDS.map(([name, field]) => fieldTemplate(model, actions, name, field))}
    ${weightsTemplate(model, actions, !run.own && canShowTrained(run.trace.spec.lesson))}
    ${general ? html`<p class="error wide" role="alert">${sentenceOf(model, general)}</p>` : nothing}
    ${problem || draft.large ? html`<p class="hint wide">${texts.lastGood}</p>` : nothing}
    <button class="reset wide" @click=${() => {
      actions.dispatch({ type: "weights" });
      restore(model, actions, Object.keys(formText(run.defaults)) as ControlName[]);
    }}>${texts.reset}</button>`;
}

function restore({ run }: FormModel, { change, request }: FormActions, fields: readonly ControlName[]): void {
  change((draft) => restored(run, draft, fields));
  request();
}

/** The field at which a problem is shown. Weights that do not fit are shown at the size that was changed. */
function placeOf({ run, draft }: FormModel, problem: Refusal): ControlName | undefined {
  if (!isOfWeights(problem)) return fieldOf(problem);
  const [now, given] = [typedText(run, draft), formText(run.trace.spec)];
  return SIZES.find((size) => now[size] !== given[size]);
}

/** The sentence of a problem, with the labels of this form. */
function sentenceOf({ words }: FormModel, problem: Refusal): string {
  const sentence = problemText(words, withLabels(problem, words.settings));
  return isOfWeights(problem) ? `${sentence} ${words.settingsForm.givenSizes}` : sentence;
}

function fieldTemplate(
  model: FormModel,
  actions: FormActions,
  name: FieldName,
  field: Field,
): TemplateResult | typeof nothing {
  if (!isShown(name, model.run.defaults)) return nothing;
  const control = name as ControlName;
  switch (field.type) {
    case "rows":
      return name === "sequences" ? sequences(model, actions) : area(model, actions, "target");
    case "integer":
      return input(model, actions, control);
    case "fill":
      return select(model, actions, control, FILLS);
    case "choice":
      return select(model, actions, control, [NONE, ...(field.choices ?? [])]);
    case "mask":
      return masks(model, actions, Object.keys(field.parts) as ControlName[]);
    case "layer":
      return html`${Object.entries(field.parts).map(([part, { choices }]) =>
        choices
          ? select(model, actions, part as ControlName, [...choices, NONE])
          : input(model, actions, part as ControlName),
      )}`;
    default:
      return nothing;
  }
}

function sources({ words, run, draft }: FormModel, { change, request }: FormActions): TemplateResult {
  const choice = (source: Source, label: string): TemplateResult =>
    html`<label><input type="radio" name="source" .checked=${draft.source === source}
      @change=${() => {
        const requests = source === "text" && draft.read !== undefined;
        change((now) => withSource(run, now, source));
        if (requests) request();
      }} />${label}</label>`;
  return html`<fieldset class="wide">
    <legend class="unseen">${words.text.source}</legend>
    ${choice("text", words.text.own)} ${choice("ids", words.settings.sequences)}
  </fieldset>`;
}

function sequences(model: FormModel, actions: FormActions): TemplateResult {
  const { words, run, draft } = model;
  const { trained } = run.weights ?? {};
  if (trained) return trainedSentenceTemplate(model, actions, trained);
  const { large } = draft;
  const count = large?.toLocaleString(words.language.code, { maximumSignificantDigits: 2 });
  return html`${draft.source === "text" ? sentences(model, actions) : area(model, actions, "sequences")}
    ${
      count === undefined
        ? nothing
        : html`<p class="hint wide" role="status">${format(words.text.large, { count })}
          <button class="reset" @click=${() => actions.request(true)}>${words.settingsForm.apply}</button></p>`
    }`;
}

function sentences(model: FormModel, actions: FormActions): TemplateResult {
  const { words, draft } = model;
  const problem = problemOf(model);
  const shown = problem && fieldOf(problem) === "sequences" ? withLabels(problem, words.settings) : undefined;
  const isUsual = isUnchanged(model, "sequences") && draft.text === undefined;
  return html`<div class="wide sentences">
    ${back(model, actions, isUsual, words.text.label, ["sequences", "vocabSize", "target"])}
    ${ownWordsTemplate(model, actions, shown)}
  </div>`;
}

const isUnchanged = ({ run, draft }: FormModel, field: ControlName): boolean =>
  typedText(run, draft)[field] === formText(run.defaults)[field];

/** The button that resets fields to their defaults. It disappears when clicked, so the focus moves to the first field. */
function back(
  model: FormModel,
  actions: FormActions,
  isUsual: boolean,
  label: string,
  fields: readonly ControlName[],
): TemplateResult | typeof nothing {
  if (isUsual) return nothing;
  const name = format(model.words.text.back, { field: label });
  return html`<button class="back" aria-label=${name} title=${name} @click=${() => {
    restore(model, actions, fields);
    actions.focus(`#${fields[0]}`);
  }}>\u21ba</button>`;
}

function labelled(
  model: FormModel,
  actions: FormActions,
  field: ControlName,
  control: TemplateResult,
  isWide = false,
): TemplateResult {
  const label = model.words.settings[field];
  return html`<div class=${isWide ? "wide" : nothing}>
    ${back(model, actions, isUnchanged(model, field), label, [field])}<label for=${field}>${label}</label>
    ${control}
    ${errorOf(model, field)}
  </div>`;
}

/** Typing requests the run after a pause, a choice at once. */
const onInput =
  ({ change, request, afterPause }: FormActions) =>
  (event: Event): void => {
    const { id, type, checked, value } = event.target as HTMLInputElement;
    change((draft) => typed(draft, { [id]: type === "checkbox" ? checked : value }));
    if (event.type === "change") request();
    else afterPause(request);
  };

function area(model: FormModel, actions: FormActions, field: "sequences" | "target"): TemplateResult {
  const text = typedText(model.run, model.draft)[field];
  const rows = Math.max(2, Math.min(6, text.split("\n").length));
  const control = html`<textarea id=${field} rows=${rows} spellcheck="false" autocomplete="off" .value=${text}
      aria-invalid=${isWrong(model, field)} aria-describedby="${field}-hint ${field}-error"
      @input=${onInput(actions)}></textarea>
    <p class="hint" id="${field}-hint">${model.words.settingsForm[`${field}Hint`]}</p>`;
  return labelled(model, actions, field, control, true);
}

function input(model: FormModel, actions: FormActions, field: ControlName): TemplateResult {
  const { run, words, draft } = model;
  const isUnused = field === "seed" && !run.trace.steps.some(({ op }) => DRAWN.includes(op));
  const control = html`<input id=${field} inputmode="numeric" autocomplete="off" .value=${typedText(run, draft)[field]}
      aria-invalid=${isWrong(model, field)} aria-describedby="${field}-hint ${field}-error"
      @input=${onInput(actions)} />
    ${isUnused ? html`<p class="hint" id="${field}-hint">${words.settingsForm.seedUnused}</p>` : nothing}`;
  return labelled(model, actions, field, control);
}

function select(
  model: FormModel,
  actions: FormActions,
  field: ControlName,
  known: readonly string[],
): TemplateResult {
  const text = String(typedText(model.run, model.draft)[field]);
  const values = known.includes(text) ? known : [text, ...known];
  const names: Readonly<Record<string, string>> = model.words.settings.choices;
  const named = (value: string): string => names[value] ?? value.replaceAll("-", "−").replace("inf", "∞");
  const control = html`<select id=${field} aria-invalid=${isWrong(model, field)} aria-describedby="${field}-error"
      @change=${onInput(actions)}>
      ${values.map((value) => html`<option value=${value} .selected=${value === text}>${named(value)}</option>`)}
    </select>`;
  return labelled(model, actions, field, control);
}

function masks(model: FormModel, actions: FormActions, parts: readonly ControlName[]): TemplateResult {
  const { settings } = model.words;
  const now: FormText = typedText(model.run, model.draft);
  const isUsual = parts.every((part) => isUnchanged(model, part));
  return html`<fieldset class="wide">
    <legend>${settings.mask}</legend>
    ${back(model, actions, isUsual, settings.mask, parts)}
    ${parts.map(
      (part) => html`<label><input type="checkbox" id=${part} .checked=${now[part]}
        @change=${onInput(actions)} />${settings[part]}</label>`,
    )}
    ${parts.map((part) => errorOf(model, part))}
  </fieldset>`;
}

function isWrong(model: FormModel, field: ControlName): "true" | "false" {
  const problem = problemOf(model);
  return problem && placeOf(model, problem) === field ? "true" : "false";
}

function errorOf(model: FormModel, field: ControlName): TemplateResult | typeof nothing {
  const problem = problemOf(model);
  if (!problem || isWrong(model, field) === "false") return nothing;
  return html`<p class="error" role="alert" id="${field}-error">${sentenceOf(model, problem)}</p>`;
}

export const formStyles = [
  fileField,
  css`
    .panel { font-size: 13px; width: min(440px, calc(100vw - 16px)); display: grid; grid-template-columns: 1fr 1fr; gap: 10px 16px; }
    .wide { grid-column: 1 / -1; }
    label { display: block; color: var(--hu-muted); }
    input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select {
      display: block;
      width: 100%;
      font: 13px/1.6 var(--hu-mono);
      color: var(--hu-ink);
      background: var(--hu-paper);
      border: 1px solid var(--hu-muted);
      border-radius: 3px;
      padding: 4px 8px;
      min-height: 32px;
    }
    textarea { resize: vertical; white-space: pre; overflow-x: auto; }
    [aria-invalid="true"] { border-color: var(--hu-positive) !important; border-width: 2px !important; }
    fieldset {
      border: 0;
      margin: 0;
      padding: 0;
      display: flex;
      flex-wrap: wrap;
      gap: 4px 20px;
      align-items: center;
    }
    legend { color: var(--hu-muted); padding: 0; }
    fieldset label {
      display: inline-flex;
      gap: 8px;
      align-items: center;
      min-height: 32px;
      color: var(--hu-ink);
    }
    input[type="checkbox"], input[type="radio"] { accent-color: var(--hu-accent); width: 18px; height: 18px; margin: 0; }
    .error { color: var(--hu-positive); margin: 2px 0 0; overflow-wrap: anywhere; }
    .hint { color: var(--hu-muted); margin: 2px 0 0; }
    .back { float: right; color: var(--hu-accent); padding: 0; min-height: 24px; min-width: 24px; margin: -2px 0; line-height: 1; }
    .reset { text-decoration: underline; text-underline-offset: 3px; justify-self: start; padding: 0; }
    .sentences textarea, .trained textarea { font: 15px/1.6 var(--hu-sans); white-space: pre-wrap; }
    .sentences p, .trained p { color: var(--hu-muted); margin: 2px 0 0; }
    .sentences .error, .trained .error { color: var(--hu-positive); }
    .trained summary { cursor: pointer; min-height: 24px; }
    .rows { overflow-x: auto; margin-top: 8px; padding-bottom: 4px; }
    table { border-collapse: separate; border-spacing: 2px; white-space: nowrap; }
    th { font-weight: normal; color: var(--hu-muted); text-align: left; padding-right: 6px; position: sticky; left: 0; background: var(--hu-paper); }
    td { padding: 0 6px; min-width: 34px; text-align: center; border: 1px solid var(--hu-hairline); border-radius: 3px; }
    td span { display: block; line-height: 1.5; }
    .id { font: 12px/1.5 var(--hu-mono); color: var(--hu-muted); }
    .space { display: inline; color: var(--hu-muted); }
    .unknown { border: 1px dashed var(--hu-positive); }
    .padding { background: repeating-linear-gradient(135deg, transparent 0 4px, var(--hu-hairline) 4px 5px); }
    .weights .field { min-height: 46px; }
    .weights :is(.choose, .formula, .training) { border: 1px solid var(--hu-muted); }
    .weights .drop { text-decoration: underline; text-underline-offset: 3px; }
    .weights .file { font: 13px var(--hu-mono); overflow-wrap: anywhere; }
    .weights .name { color: var(--hu-muted); }
    .weights p { margin: 2px 0 0; color: var(--hu-muted); }
    .weights .error { color: var(--hu-positive); }
  `,
];

/**
 * The field for designed and trained weights and for a weight file, which is chosen or dropped. If the file is refused, the
 * error appears here and the stage does not change. `trainable`: the lesson can show the trained model.
 */
function weightsTemplate(
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
      ${areDesigned(weights) ? nothing : button("designed", takeAway.designed, () => dispatch({ type: "weights", designed: { name: DESIGNED, lang: words.language.code } }))}
      ${trainable && !weights?.trained ? button("training", takeAway.trained, useTrained) : nothing}
      <span role="status">${stateOf({ words, run, weightsFile })}</span>
      ${weights ? button("drop", takeAway.backToSeed, () => dispatch({ type: "weights" })) : nothing}
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
    return format(takeAway.reading, { file: weightsFile.file.name });
  if (!weights) return takeAway.fromSeed;
  if (areDesigned(weights)) return takeAway.byHand;
  return weights.trained ? takeAway.byTraining : html`<span class="file">${weights.name}</span>`;
}

/** Groups the many errors of the file readers into a few sentences for the reader who chose the file. */
function sentence(words: WholeWords, file: string, refusal: Refusal): string {
  const { files } = words.takeAway;
  if (file === TRAINED) return problemText(words, refusal);
  if (refusal.code !== "bad-file") return format(files.unfit, { file, why: problemText(words, refusal) });
  return format(files[(refusal.details["kind"] as BadFileKind | undefined) ?? "damaged"], refusal.details);
}

/** Limits of the table; for more rows or places, a sentence below it gives the full size. */
const ROWS = 12;
const PLACES = 48;

/** `refused`: why the core refused the ids. Nothing until the tokenizer has loaded. */
function ownWordsTemplate(
  model: FormModel,
  { change, request, afterPause }: FormActions,
  refused: Refusal | undefined,
): TemplateResult | typeof nothing {
  const { words, run, draft, tokenizer } = model;
  if (!tokenizer) return nothing;
  const isUsual =
    (draft.edits.sequences ?? formText(run.trace.spec).sequences) === formText(run.defaults).sequences;
  const isTutorial = isUsual && run.defaults.lesson === WRITTEN_LESSON;
  const shown = draft.text ?? (isTutorial ? tokenizer.TUTORIAL_TEXT : "");
  const unread = textProblem(shown);
  const problem = unread ?? refused;
  const inPieces = draft.inPieces ?? run.defaults.lesson === WRITTEN_LESSON;
  const { vocabSize: size, padId } = run.trace.spec;
  const { designed } = run.weights ?? {};
  const read = (text: string, asPieces: boolean): Written =>
    asPieces
      ? tokenizer.readPieces(text)
      : tokenizer.readWords(text, {
          size,
          padId,
          ...(designed && designedVocabulary(run.defaults.lesson, designed.lang)),
        });
  const take = (text: string, asPieces = inPieces): void => {
    const written = textProblem(text) ? undefined : read(text, asPieces);
    change((now) => ({
      inPieces: asPieces,
      ...withSentences(run, now, { text, ...(written && { written, ids: tokenizer.idsOf(written) }) }),
    }));
    if (written) afterPause(request);
  };
  const onInput = ({ target }: Event): void => {
    const text = (target as HTMLTextAreaElement).value;
    take(text);
  };
  return html`<label for="sequences">${words.text.label}</label>
    <textarea id="sequences" rows=${Math.min(6, Math.max(2, shown.split("\n").length))} spellcheck="false"
      autocomplete="off" .value=${shown} aria-invalid=${problem ? "true" : "false"}
      aria-describedby="text-hint ${problem ? "text-error" : ""}" @input=${onInput}></textarea>
    <p id="text-hint">${words.text.hint}</p>
    <div class="ready">${words.text.ready.split("|").map((sentence) => html`<button @click=${() => take(sentence)}>${sentence}</button>`)}</div>
    <label class="split"><input type="checkbox" .checked=${inPieces} @change=${() => take(shown, !inPieces)} />${words.text.pieces}</label>
    ${problem ? html`<p class="error" id="text-error" role="alert">${problemText(words, problem)}</p>` : nothing}
    ${unread ? html`<p>${words.settingsForm.lastGood}</p>` : nothing}
    ${unread || shown === "" ? nothing : table(model, read(shown, inPieces))}`;
}

function table({ words: { text }, run }: FormModel, { rows, isTutorial, inPieces }: Written): TemplateResult {
  const { padId } = run.trace.spec;
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const places = Math.min(longest, PLACES);
  const more = rows.length > ROWS || longest > PLACES;
  const isUnknown = rows.some((row) => row.some(({ known }) => !known));
  const padding = html`<td class="padding"><span aria-hidden="true">\u00b7</span><span
    class="unseen">${text.padding}</span><span class="id">${padId}</span></td>`;
  const rowTemplate = (row: readonly Piece[], b: number): TemplateResult =>
    html`<tr>
      <th scope="row">${format(text.sentence, { n: b + 1 })}</th>
      ${row.slice(0, places).map((piece) => pieceTemplate(piece, padId))}
      ${Array.from({ length: Math.max(0, places - row.length) }, () => padding)}
    </tr>`;
  return html`<div class="rows" tabindex="0" role="group" aria-label=${text.table}>
      <table>
        <caption class="unseen">${text.table}</caption>
        <tbody>${rows.slice(0, ROWS).map(rowTemplate)}</tbody>
      </table>
    </div>
    ${more ? html`<p>${format(text.more, { rows: rows.length, places: longest })}</p>` : nothing}
    ${isUnknown ? html`<p>${inPieces ? text.unknown : format(text.unknownWords, unknownFacts(rows, run))}</p>` : nothing}
    ${inPieces ? html`<p>${isTutorial ? text.tutorial : text.vocabulary}</p>` : nothing}`;
}

/** The words that the weights do not know, and those that they do. */
const unknownFacts = (rows: Written["rows"], { weights }: FormModel["run"]): Record<string, string> => ({
  words: [...new Set(rows.flat().flatMap(({ text, known }) => (known ? [] : text)))].join(", "),
  known: (weights?.words ?? []).filter(Boolean).join(", "),
});

/** A piece with the padding id is shown as padding, because the core treats it as padding, too. */
function pieceTemplate({ text, id, known }: Piece, padId: number): TemplateResult {
  const begins = /^[\u2581_](?=.)/.exec(text)?.[0] ?? "";
  const letters = text.slice(begins.length);
  const kind = id === padId ? "padding" : known ? "" : "unknown";
  return html`<td class=${kind}><span>${known ? nothing : "\u27e8?\u27e9 "}${
    begins ? html`<span class="space">${begins}</span>` : nothing
  }${letters}</span><span class="id">${id}</span></td>`;
}

/** A sentence with an unknown word changes nothing; the word is named. */
function trainedSentenceTemplate(
  { words, draft, weightsFile }: FormModel,
  { change, dispatch, afterPause }: FormActions,
  { text, model }: TrainedSentence,
): TemplateResult {
  const { trained: texts, settingsForm } = words;
  const refused =
    weightsFile.kind === "refused" && weightsFile.name === TRAINED ? weightsFile.error : undefined;
  const known = model.symbols.slice(1).map(shownSymbol).join(" ");
  const onInput = ({ target }: Event): void => {
    const sentence = (target as HTMLTextAreaElement).value;
    change(() => ({ sentence: { text: sentence, isRequested: false } }));
    afterPause(() => {
      change(() => ({ sentence: { text: sentence, isRequested: true } }));
      dispatch({ type: "weightsFile", file: { name: TRAINED, text: sentence, lang: words.language.code } });
    });
  };
  return html`<div class="trained wide"><label for="text">${texts.input}</label>
    <textarea id="text" rows="2" spellcheck="false" autocomplete="off" .value=${draft.sentence?.text ?? text}
      aria-invalid=${refused ? "true" : "false"} aria-describedby="text-hint ${refused ? "text-error" : ""}"
      @input=${onInput}></textarea>
    <p id="text-hint">${format(texts.hint, { longest: model.longest })}</p>
    ${
      refused
        ? html`<p class="error" id="text-error" role="alert">${problemText(words, refused)}</p><p>${settingsForm.lastGood}</p>`
        : nothing
    }
    <details><summary>${texts.known}</summary><p>${known}</p></details></div>`;
}
