/** The help sheet: every key and every gesture, what it does, and the licences of what the page is made of. */
import { css, html, nothing, type TemplateResult } from "lit";
import type { Rules } from "../lessons/rules.js";
import { BESIDE_STAGE } from "../store/beside_stage.js";
import { areLetterKeysOn, setLetterKeys } from "../store/kept/kept_text.js";
import { BESIDE_KEYS } from "../views/lecture/lecture.js";
import type { WholeWords } from "../words/words.js";
import { adopt } from "./adopt.js";

adopt(css`
  dialog {
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    padding: 20px 24px 24px;
    max-width: min(620px, calc(100vw - 24px));
  }
  dialog::backdrop { background: rgb(0 0 0 / 40%); }
  dialog h2 { font-size: 20px; margin: 0 0 12px; }
  dialog h2:focus { outline: none; } /* it is read from its beginning; its controls show their focus */
  dialog h3 { font-size: 16px; margin: 0 0 8px; }
  dialog dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 20px; margin: 0 0 16px; }
  dialog dd { margin: 0; }
  dialog .letters { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0 0 16px; cursor: pointer; }
  dialog .letters input { width: 18px; height: 18px; flex: none; margin: 0; accent-color: var(--hu-accent); }
  dialog .licences { margin: 0 0 16px; }
  dialog .licences > :is(a, summary) { padding: 10px 0; color: inherit; cursor: pointer; }
  dialog .licences > a { display: inline-block; }
  dialog .licences pre { font: 13px/1.5 var(--hu-mono); white-space: pre-wrap; overflow-wrap: anywhere; }
  kbd {
    display: inline-block;
    font: 13px var(--hu-mono);
    border: 1px solid var(--hu-muted);
    border-radius: 3px;
    padding: 1px 6px;
  }
  .close { border: 1px solid var(--hu-muted); padding: 0 16px; min-height: 44px; }
  @media (max-width: 640px) {
    dialog dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
    dialog dd { margin-bottom: 10px; }
  }
`);

/** Keys that a locked lesson has turned off are left out. */
export function helpTemplate(words: WholeWords, rules: Rules, close: () => void): TemplateResult {
  const { app, help, controls, lecture } = words;
  const keys = (names: readonly string[], what: string, isOn = true): TemplateResult | typeof nothing =>
    isOn ? keyTemplate(names, what) : nothing;
  const keyTemplate = (names: readonly string[], what: string): TemplateResult =>
    html`<dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt><dd>${what}</dd>`;
  const gesture = (name: string, what: string): TemplateResult => html`<dt>${name}</dt><dd>${what}</dd>`;
  return html`<h2 id="help-title" tabindex="-1" autofocus>${controls.help}</h2>
    <h3>${help.keys}</h3>
    <dl>
      ${keys([controls.space], help.play, rules.play)}
      ${keys(["←", "→"], help.steps, rules.steps)}
      ${keys(["Tab"], help.tab)}
      ${keys(["↑", "↓", "←", "→"], help.cells)}
      ${keys(["Home", "End"], help.ends)}
      ${keys(["Enter"], help.open, rules.ask)}
      ${keys(["Esc"], help.close)}
      ${keys(["←", "→"], help.scrubKeys, rules.play)}
      ${keys(["Ctrl+Z", "⌘Z"], help.undo, rules.data)}
      ${keys(["Ctrl+Y", "Ctrl+Shift+Z", "⇧⌘Z"], help.redo, rules.data)}
      ${keys(["/"], help.search, rules.links)}
      ${keys(["M"], help.map, rules.steps)}
      ${keys(["L"], help.lecture, rules.data)}
      ${keys(["?"], help.sheet)}
    </dl>
    <label class="letters"><input type="checkbox" .checked=${areLetterKeysOn()} @change=${onLetters} />${help.letters}</label>
    <h3>${app.notebook}</h3>
    <dl>
      ${keys(["Enter"], help.enter)}
      ${keys(["Esc"], help.leave)}
      ${keys(["Shift+←", "Shift+→"], help.turn)}
    </dl>
    <h3>${lecture.title}</h3>
    <dl>
      ${keys(["Page Down", "→", "↓"], help.onward)}
      ${keys(["Page Up", "←", "↑"], help.back)}
      ${keys(["Home", "End"], help.firstLast)}
      ${keys([controls.space], help.play)}
      ${BESIDE_STAGE.map((part) => keys([BESIDE_KEYS[part]], lecture[part]))}
      ${keys(["F"], lecture.fullscreen)}
      ${keys(["B", "."], help.blank)}
      ${keys(["L", "Esc"], lecture.leave)}
    </dl>
    <h3>${help.gestures}</h3>
    <dl>
      ${gesture(help.pointer, help.hover)}
      ${gesture(help.cell, help.press)}
      ${gesture(help.slider, help.scrub)}
      ${gesture(help.picture, help.strip)}
      ${gesture("‹ ›", help.choose)}
    </dl>
    ${licences(help.licences)}
    <button class="close" @click=${close}>${controls.close}</button>`;
}

/** The single-file page has the licence texts at its end; other builds have a file for them. */
const textsInPage = document.getElementById("licences")?.textContent;

const licences = (name: string): TemplateResult =>
  textsInPage
    ? html`<details class="licences"><summary>${name}</summary><pre>${textsInPage}</pre></details>`
    : html`<p class="licences"><a href="LICENSE.txt">${name}</a></p>`;

const onLetters = ({ target }: Event): void => setLetterKeys((target as HTMLInputElement).checked);
