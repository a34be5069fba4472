/** The PyTorch lines of a step; those that the stage plays are marked, visibly and for screen readers. */
import { html, type TemplateResult } from "lit";
import type { Words } from "../../words/words.js";

export function codeTemplate(
  words: Words,
  code: readonly string[],
  current: readonly number[],
): TemplateResult {
  const line = (text: string, i: number): TemplateResult => {
    const now = current.includes(i);
    return now
      ? html`<span class="line now" aria-current="step">${text || " "}</span>`
      : html`<span class="line">${text || " "}</span>`;
  };
  return html`<pre tabindex="0" role="group" aria-label=${words.app.code}><code lang="en"
    translate="no">${code.map(line)}</code></pre>`;
}
