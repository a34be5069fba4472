/** The help sheet: which keys do what, and how to ask a number where it came from. */
import { html, type TemplateResult } from "lit";
import type { Words } from "../elements/words.js";

export function helpTemplate(words: Words, close: () => void): TemplateResult {
  const { help, controls } = words;
  const row = (keys: readonly string[], what: string): TemplateResult =>
    html`<dt>${keys.map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${what}</dd>`;
  return html`<h2 id="help-title">${controls.help}</h2>
    <p>${help.point}</p>
    <h2>${controls.keys}</h2>
    <dl>
      ${row([controls.space], help.play)}
      ${row(["←", "→"], help.steps)}
      ${row(["Tab"], help.tab)}
      ${row(["↑", "↓", "←", "→"], help.cells)}
      ${row(["Enter"], help.open)}
      ${row(["Esc"], help.close)}
      ${row(["?"], controls.help)}
    </dl>
    <button class="close" @click=${close}>${controls.close}</button>`;
}
