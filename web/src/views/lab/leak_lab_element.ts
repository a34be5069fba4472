/** <leak-lab>: three models train side by side; the page around them goes from the prediction to what to take away. */
import { html, LitElement, type TemplateResult } from "lit";
import { property } from "lit/decorators/property.js";
import { guard } from "lit/directives/guard.js";
import { type Palette, paletteOf } from "../../draw/theme.js";
import { latestOf } from "../../lab/curves.js";
import type { LabStore } from "../../lab/lab_store.js";
import { perRun, RUN_KEYS } from "../../lab/runs.js";
import type { LabState, Prediction } from "../../lab/state.js";
import { nextFrame } from "../../timeline/frames.js";
import { format } from "../../words/number_text.js";
import type { LabWords, PageWords } from "../../words/words.js";
import { FileFieldController } from "../common/file_field.js";
import { pixelRatio } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { registerElements } from "../common/register.js";
import { followSystem, shownTheme } from "../common/shown_theme.js";
import { followSize } from "../common/while_connected.js";
import { attentionTemplate, type HeadAt, leakiest } from "./attention.js";
import type { LabModel } from "./lab_model.js";
import { labStyles } from "./leak_lab_styles.js";
import { predictTemplate } from "./predict.js";
import { settingsTemplate } from "./settings.js";
import { type OpenBlock, readModel, takeAwayTemplate } from "./take_away.js";
import { trainTemplate, verdictTemplate } from "./train.js";
import { arrive, walkTemplate } from "./walk.js";
import { writingTemplate } from "./writing.js";

/** What a report of the training changes, in the order of drawing: the numbers, three panels of curves, three models. */
const DRAWN = ["numbers", "training", "heldOut", "asUsed", ...RUN_KEYS] as const;
type Drawn = (typeof DRAWN)[number];

export class LeakLabElement extends LitElement {
  @reactive words!: PageWords;
  @property() override lang!: string;
  /** The lab's own words; undefined until they have loaded. */
  @reactive lab!: LabWords | undefined;
  /** Why they have not. */
  @reactive failure!: string | undefined;
  @reactive store!: LabStore;
  /** Shows a block of a model as a lesson. */
  @reactive openBlock!: (block: OpenBlock) => Promise<void>;
  readonly #field = new FileFieldController(this, (file) => {
    if (this.lab) void readModel(this.#model(this.lab), file);
  });
  /** The states that are drawn: while the models train, one part of the page after the other becomes that of the store. */
  readonly #drawn = new Map<Drawn, LabState>();
  /** The parts that are older than the last report. */
  readonly #due = new Set<Drawn>();
  #isDrawing = false;
  /** Where the answer leaks most. */
  #leak: HeadAt = { layer: 0, head: 0, row: 0 };
  /** The announcement for screen readers when training stops, or the reader has gone to a checkpoint. */
  #finished = "";
  /** The widths of the curves and of one model's picture; kept, because measuring them while curves grow would force a layout. */
  #width = 0;
  #room = 0;
  #ratio = 1;
  #palette: Palette | undefined;
  readonly #themes = new MutationObserver(() => this.#retheme());
  #leave: readonly (() => void)[] = [];

  static override styles = labStyles;

  constructor() {
    super();
    followSize(this, () => this.#measure());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { store } = this;
    const update = (): void => this.requestUpdate();
    this.#themes.observe(document.documentElement, { attributeFilter: ["theme"] });
    this.#leave = [
      store.subscribe(this.#onState),
      store.writing.subscribe(update),
      store.explanation.subscribe(update),
      store.walk.subscribe(({ answer }, before) => {
        if (answer !== before.answer) arrive(this, answer?.trace);
        update();
      }),
      followSystem(() => this.#retheme()),
      () => this.#themes.disconnect(),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const leave of this.#leave) leave();
  }

  /** Whether the reader has predicted, and the training is not drawn yet. */
  #begins = false;

  /** The skip link leads to the first heading of a section. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
  }

  readonly #onState = (state: LabState, before: LabState): void => {
    const { attention, activity, view } = state;
    if (attention !== before.attention || view.head !== before.view.head)
      this.#leak = leakiest(attention ? Object.values(attention) : [], this.#leak, view.head);
    // Cleared in between, the same result is announced again.
    if (activity !== "idle") this.#finished = "";
    else if (before.activity === "training" || before.session !== state.session)
      this.#finished = this.#resultText(state);
    const isReport =
      before.activity === "training" && view === before.view && state.session === before.session;
    if (isReport) for (const part of DRAWN) this.#due.add(part);
    else if (activity !== "training") for (const part of DRAWN) this.#draw(part);
    if (activity !== before.activity) this.#draw("numbers"); // the buttons work at once
    if (!isReport || activity !== "training") this.requestUpdate();
    void this.#drawInTurn();
  };

  /** Draws each report over several frames, one part in each: drawing all at once would drop frames. */
  async #drawInTurn(): Promise<void> {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    for (const part of this.#due) {
      await nextFrame();
      this.#draw(part);
      this.requestUpdate();
    }
    this.#isDrawing = false;
  }

  #draw(part: Drawn): void {
    this.#due.delete(part);
    this.#drawn.set(part, this.store.state);
  }

  #stateOf(part: Drawn): LabState {
    return this.#drawn.get(part) ?? this.store.state;
  }

  #retheme(): void {
    this.#palette = undefined;
    this.requestUpdate();
  }

  #measure(): void {
    const widthOf = (place: string): number => this.renderRoot.querySelector(place)?.clientWidth ?? 0;
    const measured = [widthOf(".curves"), widthOf(".heads"), pixelRatio(this)] as const;
    if (String(measured) === String([this.#width, this.#room, this.#ratio])) return;
    [this.#width, this.#room, this.#ratio] = measured;
    this.requestUpdate();
  }

  override updated(): void {
    this.#focusTraining();
    const isMissing = (place: string, width: number): boolean =>
      width === 0 && this.renderRoot.querySelector(place) !== null;
    if (isMissing(".curves", this.#width) || isMissing(".heads", this.#room)) this.#measure();
  }

  #model(lab: LabWords): LabModel {
    const { words, lang, store } = this;
    const focus = (place: string): void => {
      void this.updateComplete.then(() => {
        const find = (at: string): HTMLElement | null => this.renderRoot.querySelector(at);
        const [list, chosen, found] = [find(".parts"), find(".parts [aria-pressed=true]"), find(place)];
        // Scrolls the list of tensors to the chosen one without scrolling the page.
        if (list && chosen) list.scrollTop = chosen.offsetTop - list.offsetTop - list.clientHeight / 2;
        found?.focus();
        // focus() alone does not scroll to what is partly visible.
        found?.scrollIntoView({ block: "nearest", inline: "nearest" });
      });
    };
    return { words, lab, lang, store, state: this.#stateOf("numbers"), view: store.state.view, focus };
  }

  override render(): TemplateResult {
    const { words, lab } = this;
    if (!lab) return html`<p class="loading" role="status">${this.failure ?? words.app.loading}</p>`;
    const model = this.#model(lab);
    const { opened, prediction, refusal } = model.state;
    const predict = guard([words, lab, opened, prediction, refusal, model.view], () =>
      predictTemplate(model, this.#begin),
    );
    return html`<article>
      <header><h1>${lab.title}</h1><p class="lead">${lab.lead}</p></header>
      ${section("predict", 1, lab.predict.title, predict)}
      ${prediction ? this.#trained(model) : settingsTemplate(model)}
      <p class="unseen" role="status">${this.#finished}</p>
    </article>`;
  }

  readonly #begin = (prediction: Prediction): void => {
    this.#begins = true;
    this.store.dispatch({ type: "predict", prediction });
  };

  /** The form is gone once its answer is drawn: then the focus goes to the training. */
  #focusTraining(): void {
    const heading = this.renderRoot.querySelector<HTMLElement>("#train");
    if (!this.#begins || !heading) return;
    this.#begins = false;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "start" });
  }

  #trained(model: LabModel): TemplateResult {
    const { lab, words, store, state, view } = model;
    this.#palette ??= paletteOf(shownTheme(document.documentElement.getAttribute("theme") ?? ""));
    const canvases = { room: this.#room, ratio: this.#ratio, palette: this.#palette };
    const curves = (["training", "heldOut", "asUsed"] as const).map((panel) => this.#stateOf(panel));
    const pictures = perRun((run) => this.#stateOf(run));
    // Reports of the training do not render these again.
    const same = [words, lab, view, state.opened];
    const settings = guard([...same, state.settings, state.refusal], () => settingsTemplate(model));
    const writing = guard([...same, store.writing.state], () => writingTemplate(model));
    const takeAway = guard([...same, state.settings, state.ownWeights, this.#field.over], () =>
      takeAwayTemplate(model, { field: this.#field, openBlock: this.openBlock }),
    );
    return html`
      ${section("train", 2, lab.train.title, html`<p>${lab.train.what}</p>${trainTemplate(model, curves, this.#width)}`)}
      ${settings}
      <section class="verdict">${verdictTemplate(model)}</section>
      ${section(
        "leak",
        3,
        lab.leak.title,
        html`<p>${lab.leak.what}</p>${attentionTemplate(model, pictures, this.#leak, canvases)}
          <p>${lab.leak.why}</p><p class="note">${lab.leak.note}</p>`,
      )}
      ${section("write", 4, lab.write.title, html`<p>${lab.write.what}</p>${writing}`)}
      ${section("walk", 5, lab.walk.title, html`<p>${lab.walk.what}</p>${walkTemplate(model)}`)}
      ${section("take", 6, lab.take.title, takeAway)}`;
  }

  #resultText(state: LabState): string {
    const latest = latestOf(state);
    if (!latest || !this.lab) return "";
    const losses = perRun((run) => latest.training[run].toFixed(2));
    return format(this.lab.train.finished, { step: state.steps, ...losses });
  }
}

/** A numbered section; its heading can be focused by script. */
const section = (id: string, n: number, title: string, content: unknown): TemplateResult =>
  html`<section aria-labelledby=${id}><h2 id=${id} tabindex="-1"><span class="n" aria-hidden="true">${n}</span>${title}</h2>${content}</section>`;

registerElements([["leak-lab", LeakLabElement]]);
