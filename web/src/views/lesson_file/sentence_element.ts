/** The sentence on the stage as words, each with its position and id. */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { Focus } from "../../draw/tensor_view.js";
import type { Trace } from "../../module/types.js";
import { idsOf } from "../../operations/asking.js";
import type { Words } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";

const SENTENCES = ["ids", "target_ids"] as const;

export class SentenceElement extends LitElement {
  static override properties = reactive<SentenceElement>("words", "labels", "trace", "focused");
  declare words: Words;
  /** Words by token id. */
  declare labels: Readonly<Record<string, string>>;
  declare trace: Trace;
  declare focused: Focus;

  static override styles = [
    base,
    css`
      :host { display: block; padding: 0 14px; font-size: 13px; }
      ol { list-style: none; margin: 0 0 4px; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 26px; }
      li { white-space: nowrap; }
      small { font-size: 13px; color: var(--hu-muted); font-variant-numeric: tabular-nums; }
      b { font-weight: 600; font-size: 16px; margin: 0 6px 0 5px; }
      code { font: 13px var(--hu-mono); color: var(--hu-muted); }
    `,
  ];

  override render(): TemplateResult {
    return html`${SENTENCES.map((name) => this.#sentence(name))}`;
  }

  #sentence(name: (typeof SENTENCES)[number]): TemplateResult | typeof nothing {
    const { trace, focused, labels, words } = this;
    const ids = trace.steps.find((step) => step.name === name);
    if (!ids || focused.batch >= (ids.shape[0] ?? 0)) return nothing;
    const { settings } = words;
    return html`<ol aria-label=${name === "ids" ? settings.sequences : settings.target}>
      ${idsOf(ids, focused.batch).map((id, at) => {
        const label = labels[id];
        return html`<li><small>${at}</small>${label === undefined ? " " : html`<b>${label}</b>`}<code>id ${id}</code></li>`;
      })}
    </ol>`;
  }
}
