/** The "take away" button and, above it, its menu. */

import { css, html, type TemplateResult } from "lit";
import type { Theme } from "../../draw/theme.js";
import type { LessonStep } from "../../lessons/lesson.js";
import type { WholeWords } from "../../words/words.js";
import { DrawerElement } from "../common/drawer_element.js";
import { icons } from "../common/icons.js";
import { reactive } from "../common/reactive.js";
import type { TakenFrom } from "./taken_from.js";

export class TakeAwayElement extends DrawerElement {
  static override properties = reactive<TakeAwayElement>("language", "step", "theme", "from");
  declare language: string;
  declare step: LessonStep;
  /** The theme of the page. */
  declare theme: Theme;
  declare from: TakenFrom;

  static override styles = [
    ...DrawerElement.styles,
    css`
      svg { display: none; width: 20px; height: 20px; fill: currentColor; vertical-align: middle; }
      @container heads-up (max-width: 599px) {
        /* In the slider's row, within reach of a thumb; only the icon fits. */
        .toggle { width: 44px; padding: 0; }
        /* The name is for screen readers only. */
        .name { font-size: 0; }
        svg { display: inline-block; }
      }
    `,
  ];

  protected override label(): TemplateResult {
    return html`${icons["save"]}<span class="name">${this.words.controls.takeAway} ${this.open ? "▴" : "▾"}</span>`;
  }

  protected override panel(words: WholeWords): TemplateResult {
    return html`<heads-up-take-away-menu id="panel" role="group" aria-label=${this.words.controls.takeAway}
      ?hidden=${!this.open} .words=${words} .language=${this.language} .step=${this.step}
      .theme=${this.theme} .from=${this.from}></heads-up-take-away-menu>`;
  }
}
