/** Loads and defines the parts around the stage after the first picture, and tells them the moment within the step. */
import type { LitElement, ReactiveController, ReactiveControllerHost } from "lit";
import type { Store } from "../store/store.js";
import { momentOf } from "../timeline/playback.js";
import { whenUsed } from "../views/common/when_used.js";
import { firstPicturePainted } from "../views/stage/first_picture.js";
import type { StageElement } from "../views/stage/stage_element.js";
import type { TransportElement } from "../views/transport/transport_element.js";
import { loadParts } from "./load_parts.js";

const PARTS = ["stage", "strip", "side", "legend", "transport", "grid"] as const;

interface PartsHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly store: Store;
}

/** Loads the words that the first picture does not need. */
interface LateWords {
  complete(): Promise<void>;
  openLaboratory(isAwaited: boolean): void;
}

export class PartsController implements ReactiveController {
  readonly #host: PartsHost;
  #made: Promise<void> | undefined;

  constructor(host: PartsHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#made = undefined;
  }

  /** Called when the element is visible; waits for all words. */
  make(words: LateWords): void {
    this.#made ??= this.#make(words);
  }

  async #make(words: LateWords): Promise<void> {
    const [parts] = await Promise.all([loadParts(), firstPicturePainted()]);
    await words.complete();
    const { run, playback } = this.#host.store.state;
    await parts?.defineParts(run?.steps[playback.index]?.stage(run.trace));
    whenUsed(() => words.openLaboratory(false));
    this.show(momentOf(this.#host.store.state.playback));
  }

  show(t: number): void {
    const root = this.#host.renderRoot as HTMLElement | DocumentFragment | undefined;
    const stage = root?.querySelector<StageElement>("heads-up-stage");
    // A property set before the upgrade would shadow the accessor.
    const transport = root?.querySelector<TransportElement>("heads-up-transport:defined");
    if (stage) stage.t = t;
    if (transport) transport.t = t;
  }

  /** Resolves when all parts have updated. */
  async complete(): Promise<void> {
    await this.#made;
    for (const name of PARTS)
      await this.#host.renderRoot?.querySelector<LitElement>(`heads-up-${name}`)?.updateComplete;
  }
}
