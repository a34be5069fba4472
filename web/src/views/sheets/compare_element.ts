/** A step beside another run of it, with the choice of what is compared, at which step, and of which sentence and head. */
import { css, html, nothing, type TemplateResult } from "lit";
import type { Focus } from "../../draw/tensor_view.js";
import { comparedSteps, compare as comparison, comparisonsAt } from "../../lessons/comparisons.js";
import { membersOf } from "../../lessons/groups.js";
import type { ComparisonId } from "../../lessons/offers.js";
import { wordsOf } from "../../store/lesson_words.js";
import { fill } from "../../words/number_text.js";
import { stepTitle } from "../../words/rich_text.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { choices } from "../common/visible_matrix.js";
import { SheetElement } from "./sheet_element.js";
import { sheetStyles } from "./sheet_styles.js";

export class CompareElement extends SheetElement {
  static override properties = reactive<CompareElement>("focused");
  declare focused: Focus;

  static override styles = [base, axisColors, sheetStyles, css`.sees { min-height: 3em; }`];

  override render(): TemplateResult | typeof nothing {
    const { words, run, step, focused } = this;
    const offered = comparisonsAt(run.trace, step.id);
    const id = this.#shown;
    if (!id) return nothing;
    const { compare } = words;
    const { name, sees } = compare.variants[id];
    const pair = this.core && comparison(this.core, run.trace, id, step.id);
    return this.sheet(
      fill(compare.title, { step: stepTitle(words, step) }),
      html`<div class="choices">
          ${this.#select(
            compare.what,
            id,
            offered.map((other) => [other, compare.variants[other].name]),
            (to) => this.ask({ kind: "compare", id: to }),
          )}
          ${this.#select(compare.step, step.id, this.#steps(id), (to) => this.#goTo(to, id))}
          ${
            pair
              ? html`<heads-up-focus .words=${words} .focused=${focused} .batches=${choices(pair.asItIs).batches}
                  .heads=${choices(pair.asItIs).heads} @focus-change=${this.#onFocus}></heads-up-focus>`
              : nothing
          }
        </div>
        <p class="sees" role="status">${sees}</p>
        ${
          pair
            ? html`<heads-up-panels .words=${words} .pair=${pair} .focused=${focused} .theme=${this.theme} opens
                .trace=${run.trace} .tokens=${wordsOf(run, words)}
                .names=${{ asItIs: compare.asItIs, other: name }}></heads-up-panels>`
            : html`<p role="status">${words.app.computing}</p>`
        }`,
    );
  }

  /** The chosen comparison if this step offers it, else the first one offered. */
  get #shown(): ComparisonId | undefined {
    const offered = comparisonsAt(this.run.trace, this.step.id);
    return offered.find((other) => other === this.chosen) ?? offered[0];
  }

  /** Keeps the address in step with the shown comparison. */
  override updated(): void {
    const id = this.#shown;
    if (id && id !== this.chosen) this.ask({ kind: "compare", id });
  }

  #steps(id: ComparisonId): [string, string][] {
    const comparable = comparedSteps(this.run.trace, id);
    return this.run.steps
      .flatMap(membersOf)
      .filter((step) => comparable.includes(step.id))
      .map((step) => [step.id, stepTitle(this.words, step)]);
  }

  #select(
    label: string,
    value: string,
    options: readonly (readonly [string, string])[],
    choose: (value: string) => void,
  ): TemplateResult {
    return html`<label>${label}
      <select @change=${(e: Event) => choose((e.target as HTMLSelectElement).value)}>
        ${options.map(([option, name]) => html`<option value=${option} ?selected=${option === value}>${name}</option>`)}
      </select>
    </label>`;
  }

  #goTo(step: string, id: ComparisonId): void {
    this.ask({ kind: "compare", id });
    this.dispatchEvent(new CustomEvent("step-choose", { detail: step }));
  }

  readonly #onFocus = (event: CustomEvent<Focus>): void => {
    this.dispatchEvent(new CustomEvent("focus-change", { detail: event.detail }));
  };
}
