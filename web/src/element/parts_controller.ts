/** The parts that stand beside the stage: they come to life after the first picture, and show the player's moment. */
import type { LitElement, ReactiveController, ReactiveControllerHost } from "lit";
import type { PlayerState } from "../timeline/player.js";
import { stageStands } from "../views/stage/first_picture.js";
import type { StageElement } from "../views/stage/stage_element.js";
import type { TransportElement } from "../views/transport/transport_element.js";
import { loadParts } from "./load_parts.js";

const PARTS = ["stage", "strip", "side", "legend", "transport", "grid"] as const;

interface Whole extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly player: { readonly state: PlayerState };
}

export class PartsController implements ReactiveController {
  readonly #host: Whole;
  #made: Promise<void> | undefined;

  constructor(host: Whole) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#made = undefined;
  }

  /** Once the element is seen, with all of its words. */
  make(words: { readonly complete: Promise<void> }): void {
    this.#made ??= this.#make(words);
  }

  async #make(words: { readonly complete: Promise<void> }): Promise<void> {
    const [parts] = await Promise.all([loadParts(), stageStands()]);
    await words.complete;
    await parts?.defineParts();
    this.show(this.#host.player.state);
  }

  show({ t }: PlayerState): void {
    const root = this.#host.renderRoot as HTMLElement | DocumentFragment | undefined;
    const stage = root?.querySelector<StageElement>("heads-up-stage");
    // Until the parts come to life, what is set on one would stand in the way of its own.
    const transport = root?.querySelector<TransportElement>("heads-up-transport:defined");
    if (stage) stage.t = t;
    if (transport) transport.t = t;
  }

  /** Settles when all of them stand as the element has them. */
  async complete(): Promise<void> {
    await this.#made;
    for (const name of PARTS)
      await this.#host.renderRoot?.querySelector<LitElement>(`heads-up-${name}`)?.updateComplete;
  }
}
