/** The settings button and, above it, the form. */
import { html, type TemplateResult } from "lit";
import type { Refusal } from "../../module/refusal.js";
import type { LessonSpec } from "../../module/types.js";
import type { Run } from "../../store/lesson_runner.js";
import type { FullSpec } from "../../store/settings_fields.js";
import type { WeightsFile } from "../../store/state.js";
import type { WholeWords } from "../../words/words.js";
import { DrawerElement } from "../common/drawer_element.js";
import { reactive } from "../common/reactive.js";

export class SettingsElement extends DrawerElement {
  static override properties = reactive<SettingsElement>(
    "given",
    "text",
    "defaults",
    "refused",
    "own",
    "weightsFile",
    "wanted",
  );
  /** The spec of the trace on the stage. */
  declare given: FullSpec;
  /** The sentences that its sequences were typed as; undefined if ids were typed. */
  declare text: string | undefined;
  declare defaults: FullSpec;
  /** Why the core refused the last change. */
  declare refused: Refusal | undefined;
  /** The run on the stage. */
  declare own: Run;
  declare weightsFile: WeightsFile;
  /** The spec that was requested last. */
  declare wanted: LessonSpec;

  protected override label(): TemplateResult {
    return html`${this.words.controls.settings} ${this.open ? "▴" : "▾"}`;
  }

  protected override panel(words: WholeWords): TemplateResult {
    return html`<heads-up-settings-form id="panel" role="group" aria-label=${words.settings.title}
      ?hidden=${!this.open} .words=${words} .given=${this.given} .text=${this.text}
      .defaults=${this.defaults}
      .refused=${this.refused} .own=${this.own}
      .weightsFile=${this.weightsFile} .wanted=${this.wanted}></heads-up-settings-form>`;
  }
}
