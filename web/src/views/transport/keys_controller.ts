/** Handles the keys of an element while it is on a page: keys.ts says what they mean, rules.ts what is allowed. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { Rules } from "../../lessons/rules.js";
import { isAllowed, isForElement, type KeyAction, keyAction } from "../common/keys.js";

interface KeysHost extends ReactiveControllerHost, HTMLElement {
  readonly rules: Rules;
}

export class KeysController implements ReactiveController {
  readonly #host: KeysHost;
  readonly #act: (action: KeyAction) => void;

  constructor(host: KeysHost, act: (action: KeyAction) => void) {
    this.#host = host;
    this.#act = act;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("keydown", this.#onKey);
  }

  hostDisconnected(): void {
    window.removeEventListener("keydown", this.#onKey);
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const action = keyAction(event);
    if (!action || !isForElement(event, this.#host, action) || !isAllowed(action, this.#host.rules)) return;
    this.#act(action);
    if (action !== "close") event.preventDefault();
  };
}
