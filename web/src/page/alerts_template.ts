/** Lists the parts of the URL that could not be used: what each got and what it wants. */
import { html, nothing } from "lit";
import { problemText } from "../words/problem_text.js";
import type { PageWords } from "../words/words.js";
import type { Problem } from "./address/url_reader.js";

export function alertsTemplate(words: PageWords, problems: readonly Problem[], dismiss: () => void): unknown {
  if (problems.length === 0) return nothing;
  return html`<div class="problems" role="alert">
    <ul>${problems.map((problem) => html`<li>${problemText(words, problem)}</li>`)}</ul>
    <button @click=${dismiss}>${words.controls.close}</button>
  </div>`;
}
