/** The settings: the task and the numbers of the runs. They take effect when the form is sent; a refusal is shown at its field. */
import { html, nothing, type TemplateResult } from "lit";
import {
  defaultSettings,
  NUMBER_NAMES,
  readSettings,
  type SettingName,
  typedSettings,
} from "../../lab/settings.js";
import { TASKS } from "../../module/training/types.js";
import { problemText, withLabels } from "../../words/problem_text.js";
import type { LabModel } from "./lab_model.js";

export function settingsTemplate({ lab, words, store, state, view, focus }: LabModel): TemplateResult {
  const { settings } = lab;
  const { refusal } = state;
  const typed = view.typed ?? typedSettings(state.settings);
  const problems = refusal ? [...view.unread, refusal] : view.unread;
  const problemOf = (name: SettingName) => problems.find(({ details }) => details["field"] === name);
  const wrong = (name: SettingName): "true" | "false" => (problemOf(name) ? "true" : "false");
  const error = (name: SettingName): TemplateResult | typeof nothing => {
    const problem = problemOf(name);
    return problem
      ? html`<p class="error" role="alert" id="${name}-error">${problemText(words, withLabels(problem, settings))} ${settings.refused}</p>`
      : nothing;
  };
  const onInput = (event: Event): void => {
    const { id, value } = event.target as HTMLInputElement | HTMLSelectElement;
    store.show({ typed: { ...typed, [id]: value } });
  };
  const onCheck = (event: Event): void => {
    const { id, checked } = event.target as HTMLInputElement;
    store.show({ typed: { ...typed, [id]: String(checked) } });
  };
  const send = (event: Event): void => {
    event.preventDefault();
    const { settings: read, problems: unread } = readSettings(typed, state.settings);
    store.show({ unread });
    const first = unread[0]?.details["field"];
    if (first === undefined) store.dispatch({ type: "open", settings: read });
    else focus(`#${first}`);
  };
  const reset = (): void => {
    const defaults = defaultSettings(words.language.code);
    store.show({ unread: [], typed: typedSettings(defaults) });
    store.dispatch({ type: "open", settings: defaults });
  };
  // A refusal of the engine that belongs to no field.
  const isOther = refusal && !((refusal.details["field"] ?? "") in typed);
  return html`<details class="settings" ?open=${refusal !== undefined}><summary>${settings.title}</summary>
    <form novalidate @submit=${send}>
      <p class="wide">${settings.what}</p>
      <div><label for="task">${settings.task}</label>
        <select id="task" @change=${onInput} aria-invalid=${wrong("task")} aria-describedby="task-error">
          ${TASKS.map((name) => html`<option value=${name} .selected=${name === typed.task}>${settings.tasks[name]}</option>`)}
        </select>${error("task")}</div>
      ${NUMBER_NAMES.map(
        (name) => html`<div><label for=${name}>${settings[name]}</label>
          <input id=${name} inputmode="decimal" autocomplete="off" .value=${typed[name]} @input=${onInput}
            aria-invalid=${wrong(name)} aria-describedby="${name}-error" />${error(name)}</div>`,
      )}
      <label class="check"><input id="tiedHead" type="checkbox" .checked=${typed.tiedHead === "true"}
        @change=${onCheck} />${settings.tiedHead}</label>
      ${isOther ? html`<p class="wide error" role="alert">${problemText(words, refusal)} ${settings.refused}</p>` : nothing}
      <p class="wide sent"><button>${settings.apply}</button><button type="button" @click=${reset}>${settings.reset}</button></p>
    </form></details>`;
}
