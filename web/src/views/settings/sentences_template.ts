/**
 * The settings fields for sentences: the reader's own, with a table below that shows the pieces, their ids, and the padding
 * that makes all rows as long as the longest; and the one that the trained model reads, whose unknown words are named.
 */
import { html, nothing, type TemplateResult } from "lit";
import { designedVocabulary } from "../../lessons/designed.js";
import { TRAINED } from "../../lessons/trained.js";
import type { Refusal } from "../../module/errors.js";
import type { TrainedSentence } from "../../store/lesson_runner.js";
import { withSentences } from "../../store/settings.js";
import { formText } from "../../store/settings_fields.js";
import { textProblem, WRITTEN_LESSON } from "../../store/written_text.js";
import { format } from "../../words/number_text.js";
import type { Piece, Written } from "../../words/own_words.js";
import { problemText } from "../../words/problem_text.js";
import { shownSymbol } from "../../words/prompt_text.js";
import type { FormActions, FormModel } from "./form_model.js";

/** Limits of the table; for more rows or places, a sentence below it gives the full size. */
const ROWS = 12;
const PLACES = 48;

/** `refused`: why the core refused the ids. Nothing until the tokenizer has loaded. */
export function ownWordsTemplate(
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
export function trainedSentenceTemplate(
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
