/** The form that opens a class. */
import { html, nothing, type TemplateResult } from "lit";
import { fill } from "../../words/number_text.js";
import type { ClassroomWords } from "./classroom_words.js";
import type { FieldName, Fields, Mistake } from "./form.js";
import { lessonSteps } from "./lesson_steps.js";

export interface FormShown {
  readonly words: ClassroomWords;
  readonly fields: Fields;
  readonly isKept: boolean;
  readonly mistakes: readonly Mistake[];
  readonly onInput: (field: FieldName, value: string) => void;
  readonly onKeep: (isKept: boolean) => void;
  readonly onOpen: () => void;
}

interface Field {
  readonly name: FieldName;
  readonly label: string;
  readonly type: "url" | "text" | "password";
  readonly hint?: string;
}

export function formTemplate(shown: FormShown): TemplateResult {
  const { words, isKept, onKeep, onOpen } = shown;
  const { form } = words.classroom;
  const submit = (event: Event): void => {
    event.preventDefault();
    onOpen();
  };
  const field = (one: Field): TemplateResult => fieldTemplate(shown, one);
  return html`<form class="setup" novalidate autocomplete="off" @submit=${submit}>
    <fieldset class="wide">
      <legend>${form.lrs}</legend>
      ${field({ name: "endpoint", label: form.endpoint, type: "url", hint: form.endpointHint })}
    </fieldset>
    <fieldset>
      <legend>${form.writing}</legend>
      <p class="hint">${form.writingHint}</p>
      ${field({ name: "writeKey", label: form.key, type: "text" })}
      ${field({ name: "writeSecret", label: form.secret, type: "password" })}
    </fieldset>
    <fieldset>
      <legend>${form.reading}</legend>
      <p class="hint">${form.readingHint}</p>
      ${field({ name: "readKey", label: form.key, type: "text" })}
      ${field({ name: "readSecret", label: form.secret, type: "password" })}
    </fieldset>
    <fieldset class="wide pair">
      <legend>${form.lessonLegend}</legend>
      ${lessonTemplate(shown)} ${field({ name: "step", label: form.step, type: "text", hint: form.stepHint })}
    </fieldset>
    <div class="wide">
      <label class="keep"
        ><input
          type="checkbox"
          name="keep"
          .checked=${isKept}
          @change=${({ currentTarget }: Event) => onKeep((currentTarget as HTMLInputElement).checked)}
        />${form.keep}</label
      >
      <button class="primary" type="submit">${form.open}</button>
    </div>
  </form>`;
}

function fieldTemplate(shown: FormShown, { name, label, type, hint }: Field): TemplateResult {
  const mistake = shown.mistakes.find(({ field }) => field === name);
  const described = [hint ? `${name}-hint` : "", mistake ? `${name}-mistake` : ""].filter(Boolean).join(" ");
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <input
      id=${name}
      name=${name}
      type=${type}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      .value=${shown.fields[name]}
      aria-invalid=${mistake ? "true" : "false"}
      aria-describedby=${described || nothing}
      @input=${({ currentTarget }: Event) => shown.onInput(name, (currentTarget as HTMLInputElement).value)}
    />
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : nothing}
    ${mistake ? html`<p class="mistake" id="${name}-mistake">${sentence(shown, mistake)}</p>` : nothing}
  </div>`;
}

function lessonTemplate({ words, fields, onInput }: FormShown): TemplateResult {
  const change = ({ currentTarget }: Event): void =>
    onInput("lesson", (currentTarget as HTMLSelectElement).value);
  return html`<div class="field">
    <label for="lesson">${words.classroom.form.lesson}</label>
    <select id="lesson" name="lesson" @change=${change}>
      ${Object.entries(words.lessons).map(
        ([name, { title }]) =>
          html`<option value=${name} ?selected=${name === fields.lesson}>${title}</option>`,
      )}
    </select>
  </div>`;
}

function sentence({ words, fields }: FormShown, { got, wants }: Mistake): string {
  const { mistake, nothing: none, secret, wants: wanted } = words.classroom;
  const steps = lessonSteps.get(fields.lesson)?.join(", ") ?? "";
  return fill(mistake, {
    got: got === undefined ? secret : got === "" ? none : got,
    wants: fill(wanted[wants], { steps }),
  });
}
