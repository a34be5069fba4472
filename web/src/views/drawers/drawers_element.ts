/**
 * The panels above the transport, each with its button there: the settings and the "take away" menu. One is open at a time; a
 * press beside the transport closes it, and so does Escape. What they show are template functions of the store's state; this
 * element owns the focus, the pause in typing, and the tokenizer for sentences.
 */
import { adoptStyles, type CSSResult, css, html, LitElement, nothing, type TemplateResult } from "lit";
import type { UserAction } from "../../store/actions.js";
import { loadedModule } from "../../store/lesson_runner.js";
import { requested, type SettingsDraft, TYPING_PAUSE_MS } from "../../store/settings.js";
import type { Drawer, State } from "../../store/state.js";
import { loadAuthoring } from "../authoring/load_authoring.js";
import { FileFieldController } from "../common/file_field.js";
import { icons } from "../common/icons.js";
import { focusIfLost, isFocusLost } from "../common/keyboard_focus.js";
import { isForElement, isWithin, keyAction } from "../common/keys.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { whileConnected } from "../common/while_connected.js";
import type { FormModel } from "../settings/form_model.js";
import { keepTyped, typedOver } from "../settings/kept_text.js";
import { SelectionController } from "../settings/selection_controller.js";
import type { formStyles, settingsForm } from "../settings/settings_form.js";
import type { menuStyles, TakeAwayModel, takeAwayMenu } from "../take_away/take_away_menu.js";

interface Panels {
  readonly settingsForm: typeof settingsForm;
  readonly formStyles: typeof formStyles;
  readonly takeAwayMenu: typeof takeAwayMenu;
  readonly menuStyles: typeof menuStyles;
}

/** What <heads-up> gives. */
export interface DrawersModel
  extends Omit<FormModel, "tokenizer" | "file" | "draft">,
    Omit<TakeAwayModel, "words" | "run" | "draft"> {
  readonly open: Drawer | undefined;
  /** The panels that there are. */
  readonly offered: readonly Drawer[];
  readonly settings: SettingsDraft;
  readonly takeAway: TakeAwayModel["draft"];
  /** The templates of the panels, which are in the second script. */
  readonly panels: Panels | undefined;
}

export class DrawersElement extends LitElement {
  @reactive model!: DrawersModel;
  @reactive store!: { readonly state: State; dispatch(action: UserAction): void };
  readonly #file = new FileFieldController(this, (file) =>
    this.store.dispatch({ type: "weightsFile", file }),
  );
  #tokenizer: FormModel["tokenizer"];
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Whether what was typed before a reload has been looked up. */
  #isRestored = false;
  #styles: readonly CSSResult[] | undefined;
  /** What the next update focuses. */
  #next: string | undefined;
  #hadFocus = false;

  constructor() {
    super();
    new SelectionController(this);
    whileConnected(this, (signal) => {
      window.addEventListener("pointerdown", this.#onPress, { signal });
      // Captured, because the element would close the arithmetic.
      window.addEventListener("keydown", this.#onKey, { signal, capture: true });
      signal.addEventListener("abort", () => {
        clearTimeout(this.#pause);
        this.#close();
      });
    });
  }

  override willUpdate(): void {
    const { open, panels } = this.model;
    this.#hadFocus = !isFocusLost();
    const styles = open && (open === "takeAway" ? panels?.menuStyles : panels?.formStyles);
    if (this.hasUpdated && styles === this.#styles) return;
    this.#styles = styles;
    adoptStyles(this.renderRoot as ShadowRoot, [base, drawerStyles, ...(styles ?? [])]);
  }

  override render(): TemplateResult {
    const { controls } = this.model.words;
    return html`${this.#drawer("settings", html`${controls.settings}`)}
      ${this.#drawer("takeAway", html`${icons["save"]}${controls.takeAway}`)}`;
  }

  #drawer(drawer: Drawer, label: TemplateResult): TemplateResult | typeof nothing {
    const { words, open, offered, panels } = this.model;
    if (!offered.includes(drawer)) return nothing;
    const isOpen = open === drawer;
    const name = drawer === "settings" ? words.settings?.title : words.controls.takeAway;
    return html`<div class="drawer ${drawer}">
      <button class="toggle" aria-expanded=${isOpen ? "true" : "false"} aria-controls=${isOpen ? "panel" : nothing}
        @click=${() => this.#toggle(drawer)}
        >${label} ${isOpen ? "▴" : "▾"}</button>
      ${
        isOpen && panels
          ? html`<div id="panel" class="panel" role="group" aria-label=${name ?? nothing}>
            ${drawer === "settings" ? this.#settings(panels) : this.#takeAway(panels)}</div>`
          : nothing
      }
    </div>`;
  }

  #toggle(drawer: Drawer): void {
    this.store.dispatch({ type: "drawer", drawer: this.model.open === drawer ? undefined : drawer });
  }

  #settings({ settingsForm }: Panels): TemplateResult {
    const model = {
      ...{ ...this.model, draft: this.model.settings },
      ...{ tokenizer: this.#tokenizer, file: this.#file },
    };
    return settingsForm(model, {
      dispatch: (action) => this.store.dispatch(action),
      change: (change) =>
        this.store.dispatch({ type: "settings", change: change(this.store.state.settings) }),
      request: (evenLarge) => this.#request(evenLarge),
      afterPause: (work) => this.#afterPause(work),
      focus: (selector) => {
        this.#next = selector;
      },
    });
  }

  #takeAway({ takeAwayMenu }: Panels): TemplateResult {
    return takeAwayMenu(
      { ...this.model, draft: this.model.takeAway },
      {
        dispatch: (action) => this.store.dispatch(action),
        focus: (selector) => {
          this.#next = selector;
        },
      },
    );
  }

  override updated(): void {
    const { open, run, settings, panels } = this.model;
    if (this.#next) this.#focus(this.#next);
    else if (this.#hadFocus)
      focusIfLost(
        this.renderRoot.querySelector<HTMLElement>(".weights .field") ??
          this.renderRoot.querySelector<HTMLElement>("#panel"),
      );
    this.#next = undefined;
    if (open !== "settings" || !panels) return;
    if (settings.source === "text") void this.#loadTokenizer();
    if (this.#isRestored) keepTyped(run, settings);
    else this.#restore();
  }

  /** Takes over what was typed before a reload. */
  #restore(): void {
    this.#isRestored = true;
    const edits = typedOver(this.model.run);
    if (!edits) return;
    this.store.dispatch({ type: "settings", change: { edits } });
    this.#request();
  }

  async #loadTokenizer(): Promise<void> {
    if (this.#tokenizer) return;
    this.#tokenizer = await loadAuthoring();
    if (this.#tokenizer) this.requestUpdate();
  }

  #focus(selector: string): void {
    const field = this.renderRoot.querySelector<HTMLElement>(selector);
    field?.focus();
    if (field instanceof HTMLTextAreaElement && field.readOnly) field.select();
  }

  #afterPause(work: () => void): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      work();
    }, TYPING_PAUSE_MS);
  }

  /** Requests what the input asks for. */
  #request(evenLarge = false): void {
    clearTimeout(this.#pause);
    const { run, settings } = this.store.state;
    if (!run) return;
    const { change, spec } = requested(loadedModule(), run, settings, evenLarge);
    this.store.dispatch({ type: "settings", change });
    if (spec) this.store.dispatch({ type: "data", data: { spec } });
  }

  /** A press on a button of the transport, such as play or undo, keeps an open panel open. */
  readonly #onPress = (event: Event): void => {
    if (this.model.open && !event.composedPath().includes(this.parentElement ?? this)) this.#close();
  };

  #close(): void {
    this.store.dispatch({ type: "drawer", drawer: undefined });
  }

  /** With the focus on the stage, Escape first closes the arithmetic that was opened there. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!this.model?.open || keyAction(event) !== "close" || isWithin(event, "dialog")) return;
    const element = (this.getRootNode() as ShadowRoot).host as HTMLElement & { isOpen(): boolean };
    const isOnStage = element.shadowRoot?.activeElement?.closest(".stage");
    if (!isForElement(event, element, "close") || (isOnStage && element.isOpen())) return;
    event.stopPropagation();
    if (this.shadowRoot?.activeElement)
      this.renderRoot.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    this.#close();
  };
}

const drawerStyles = css`
  :host { display: contents; font-size: 13px; }
  .toggle { position: relative; white-space: nowrap; min-height: 44px; }
  .toggle svg { display: none; width: 20px; height: 20px; fill: currentColor; vertical-align: middle; }
  /* Opens above the transport, over the stage, and beside the words if there is room. */
  .panel {
    position: absolute;
    right: 0;
    bottom: calc(100% + 9px);
    z-index: 4;
    max-height: min(560px, 72vh);
    overflow: auto;
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    padding: 14px 16px;
  }
  .panel:focus { outline: none; }
  @container heads-up (min-width: 900px) {
    .panel { right: 36cqw; }
  }
  @container heads-up (max-width: 599px) {
    /* In the slider's row, within reach of a thumb; only the icon fits. */
    .takeAway { order: -1; }
    .takeAway .toggle { width: 44px; padding: 0; }
    /* The name is for screen readers only. */
    .takeAway .toggle { font-size: 0; }
    .takeAway .toggle svg { display: inline-block; }
  }
`;
