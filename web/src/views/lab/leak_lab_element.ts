/** <leak-lab>: three models train side by side; the page around them goes from the prediction to what to take away. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { latestOf } from "../../lab/curves.js";
import type { LabStore } from "../../lab/lab_store.js";
import { endingOf } from "../../lab/next_token.js";
import type { Action } from "../../lab/reduce.js";
import { perRun, RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { LabSettings } from "../../lab/settings.js";
import type { LabState, Prediction } from "../../lab/state.js";
import type { NamedFloats, Tokens, TrainingTask } from "../../module/training/types.js";
import { PartWords } from "../../store/part_words.js";
import { fill } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import { richText } from "../../words/rich_text.js";
import { type LabWords, loadLabWords, type Words } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { saveFile } from "../common/save_file.js";
import { base } from "../common/styles.js";
import { separateFrame } from "./in_turn.js";
import { leakLabStyles } from "./leak_lab_styles.js";
import type { OpenBlock } from "./model/model_file.js";
import { predictedTemplate, predictTemplate, type QuestionName } from "./predict_template.js";
import { runStyles } from "./run_styles.js";
import { shiftTemplate } from "./shift_template.js";
import { type TrainActions, trainTemplate } from "./train_template.js";
import { verdictTemplate } from "./verdict_template.js";

const NOTHING_CHOSEN: Prediction = { loss: undefined, text: undefined };

export class LeakLabElement extends LitElement {
  static override properties = {
    ...reactive<LeakLabElement>("words", "store", "openBlock", "lab", "chosen", "isTableOpen", "finished"),
    lang: {},
  };
  declare words: Words;
  declare lang: string;
  declare store: LabStore;
  /** Shows a block of a model as a lesson. */
  declare openBlock: ((block: OpenBlock) => Promise<void>) | undefined;
  declare lab: LabWords | undefined;
  /** The choices made before the prediction is sent. */
  declare chosen: Prediction;
  declare isTableOpen: boolean;
  /** The announcement for screen readers when training stops, or the reader has gone to a checkpoint. */
  declare finished: string;
  readonly #words = new PartWords(this, loadLabWords);
  #unsubscribe: (() => void) | undefined;
  /** Whether training was under way both before and after the last change. */
  #isTraining = false;
  /** The cached sections that training does not change, and the values they were rendered from. */
  #cached: (Record<"write" | "take", TemplateResult> & { readonly of: readonly unknown[] }) | undefined;

  constructor() {
    super();
    this.chosen = NOTHING_CHOSEN;
    this.isTableOpen = false;
    this.finished = "";
  }

  static override styles = [base, runStyles, leakLabStyles];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.store.subscribe(this.#onState);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe?.();
  }

  /** The skip link leads to the first heading of a section. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
  }

  readonly #onState = (state: LabState, before: LabState): void => {
    this.requestUpdate();
    this.#isTraining = before.activity === "training" && state.activity === "training";
    // Cleared in between, the same result is announced again.
    if (state.activity !== "idle") this.finished = "";
    else if (before.activity === "training" || before.session !== state.session) {
      this.finished = this.#resultText(state);
      this.performUpdate(); // the buttons work at once: an update may still be waiting for its frame
    }
  };

  /** Each report is drawn over several frames: this element takes one, the curves and the attention take later ones. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.#isTraining) await separateFrame();
    super.scheduleUpdate();
  }

  override willUpdate(): void {
    this.lab = this.#words.in(this.lang);
  }

  /** Complete once its words have loaded. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#words.idle();
    return super.getUpdateComplete();
  }

  override render(): TemplateResult {
    const { lab, store, words } = this;
    if (!lab)
      return html`<p class="loading" role="status">${this.#words.hasFailed ? words.errors["not-loaded"] : words.app.loading}</p>`;
    const { state } = store;
    return html`<article>
      <header><h1>${lab.title}</h1><p class="lead">${lab.lead}</p></header>
      ${this.#predict(lab, state)}
      ${state.prediction ? this.#trained(lab, state) : this.#settings(lab, state)}
      <p class="unseen" role="status">${this.finished}</p>
    </article>`;
  }

  #predict(lab: LabWords, state: LabState): TemplateResult {
    const row = this.#sampleRow(state);
    const actions = {
      choose: (question: QuestionName, run: RunKey) => {
        this.chosen = { ...this.chosen, [question]: run };
      },
      start: () => this.#begin(this.chosen),
      skip: () => this.#begin(NOTHING_CHOSEN),
    };
    return section(
      "predict",
      1,
      lab.predict.title,
      html`<div class="pair">
        ${row ? shiftTemplate(lab, row) : html`<p class="shift" role="status">${this.#waiting(lab, state)}</p>`}
        ${state.prediction ? predictedTemplate(lab, state.prediction) : predictTemplate(lab, this.chosen, actions)}
      </div>`,
    );
  }

  /** Why there are no models yet. */
  #waiting(lab: LabWords, { refusal, openings }: LabState): string {
    return refusal && openings.length === 0 ? problemText(this.words, refusal) : lab.loading;
  }

  /** The symbols of the row whose attention is shown. */
  #sampleRow({ opened }: LabState): string[] | undefined {
    if (!opened) return undefined;
    const { task } = opened;
    const row = task.heldOut[0] ?? task.data[0] ?? [];
    return row.map((id) => task.symbols[id] ?? String(id));
  }

  #begin(prediction: Prediction): void {
    this.#act({ type: "predict", prediction });
    void this.updateComplete.then(() => {
      const heading = this.renderRoot.querySelector<HTMLElement>("#train");
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: "start" });
    });
  }

  #trained(lab: LabWords, state: LabState): TemplateResult {
    const actions: TrainActions = {
      act: (action) => this.#act(action),
      openTable: (isOpen) => {
        this.isTableOpen = isOpen;
      },
    };
    const model = { lab, lang: this.lang, state, isTableOpen: this.isTableOpen };
    const { write, take } = this.#unchanging(lab, state);
    return html`
      ${section("train", 2, lab.train.title, html`<p>${lab.train.what}</p>${trainTemplate(model, actions)}`)}
      ${this.#settings(lab, state)}
      <section class="verdict">${verdictTemplate(lab, state)}</section>
      ${section("leak", 3, lab.leak.title, this.#leak(lab, state))}
      ${write}
      ${section("walk", 5, lab.walk.title, this.#walk(lab, state))}
      ${take}`;
  }

  /** The sections that training does not change, so that its reports do not render their elements again. */
  #unchanging(lab: LabWords, state: LabState): Record<"write" | "take", TemplateResult> {
    const of = [lab, this.words, this.lang, state.opened];
    if (!this.#cached || of.some((value, i) => value !== this.#cached?.of[i]))
      this.#cached = {
        of,
        write: section("write", 4, lab.write.title, this.#write(lab, state)),
        take: section("take", 6, lab.take.title, this.#take(lab, state)),
      };
    return this.#cached;
  }

  #settings(lab: LabWords, { settings, refusal }: LabState): TemplateResult {
    const change = ({ detail }: CustomEvent<LabSettings>): void =>
      this.#act({ type: "open", settings: detail });
    return html`<details class="settings" ?open=${refusal !== undefined}><summary>${lab.settings.title}</summary>
      <lab-settings .words=${this.words} .lab=${lab} .settings=${settings} .refusal=${refusal}
        @settings-change=${change}></lab-settings></details>`;
  }

  #leak(lab: LabWords, { opened, attention, activity }: LabState): TemplateResult {
    const runs = attention
      ? RUN_KEYS.map((key) => ({ key, label: lab.runs[key], attention: attention[key] }))
      : [];
    return html`<p>${lab.leak.what}</p>
      ${
        opened && attention
          ? html`<lab-attention .lab=${lab} .symbols=${opened.task.symbols} .tokens=${opened.sample} .runs=${runs}
        .isResting=${activity !== "training"}></lab-attention>`
          : nothing
      }
      <p>${lab.leak.why}</p><p class="note">${lab.leak.note}</p>`;
  }

  #write(lab: LabWords, { opened }: LabState): TemplateResult {
    const runs = RUN_KEYS.map((key) => ({ key, label: lab.runs[key], seesLater: key !== "masked" }));
    return html`<p>${lab.write.what}</p>
      ${
        opened
          ? html`<lab-writing .lab=${lab} .symbols=${opened.task.symbols} .padId=${opened.task.padId}
        .prompt=${promptOf(opened.task)} .context=${(opened.task.data[0]?.length ?? 1) - 1} .end=${endingOf(opened.task)} .runs=${runs}
        .store=${this.store.writing}></lab-writing>`
          : nothing
      }`;
  }

  #walk(lab: LabWords, state: LabState): TemplateResult {
    return html`<p>${lab.walk.what}</p>
      <lab-step-walk .words=${this.words} .lab=${lab} .store=${this.store} .steps=${state.steps}></lab-step-walk>`;
  }

  #take({ take }: LabWords, { opened, settings, ownWeights }: LabState): TemplateResult {
    const ask = (run: RunKey) => this.store.ask("weights", { run });
    const load = (weights: NamedFloats): Promise<void> => this.store.load(weights);
    const runs = RUN_KEYS.map((key) => ({ key, label: this.lab?.runs[key] ?? key }));
    const { title } = this.words.lessons["masked-self-attention"];
    return html`<ul>${Object.values(take.points).map((point) => html`<li>${richText(point)}</li>`)}</ul>
      <p><a href="?lesson=masked-self-attention&lang=${this.lang}">${fill(take.lesson, { lesson: title })}</a></p>
      <div class="scripts" role="group" aria-labelledby="script"><span id="script">${take.script}</span>
        ${runs.map(({ key, label }) => html`<button @click=${() => this.#saveScript(key)}>${label}</button>`)}
        <span class="hint">${ownWeights ? take.scriptOwnWeights : take.scriptWhat}</span></div>
      <lab-model-file .lab=${this.lab} .words=${this.words} .runs=${runs} .symbols=${opened?.task.symbols ?? []}
        .padId=${opened?.task.padId ?? 0} .tokens=${opened?.sample ?? []} .layers=${settings.layers} .ask=${ask}
        .load=${load} .open=${this.openBlock}></lab-model-file>`;
  }

  /** Saves nothing if the session is replaced in the meantime. */
  async #saveScript(run: RunKey): Promise<void> {
    const [model, { trainingScript }] = await Promise.all([
      this.store.ask("weights", { run }).catch(() => undefined),
      import("../../module/training/script.js"),
    ]);
    if (model)
      saveFile(`leak_lab_${run}.py`, new Blob([trainingScript(model.spec, Math.max(1, model.steps))]));
  }

  #act(action: Action): void {
    this.store.dispatch(action);
  }

  #resultText(state: LabState): string {
    const latest = latestOf(state);
    if (!latest || !this.lab) return "";
    const losses = perRun((run) => latest.training[run].toFixed(2));
    return fill(this.lab.train.finished, { step: state.steps, ...losses });
  }
}

/** The prompt of the task's first held-out row. */
const promptOf = ({ heldOut, promptLengths }: TrainingTask): Tokens =>
  heldOut[0]?.slice(0, promptLengths[0] ?? 1) ?? [];

/** A numbered section; its heading can be focused by script. */
const section = (id: string, n: number, title: string, content: unknown): TemplateResult =>
  html`<section aria-labelledby=${id}><h2 id=${id} tabindex="-1"><span class="n" aria-hidden="true">${n}</span>${title}</h2>${content}</section>`;
