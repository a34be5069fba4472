/**
 * Escape closes the panel around a form or menu, wherever the focus is in the lesson, before anything else that is open; but
 * with the focus on the stage it first closes the arithmetic that was opened there.
 */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import type { DrawerElement } from "../common/drawer_element.js";
import { isForElement, isWithin, keyAction } from "../common/keys.js";

const hostOf = <T extends Element>(node: Node): T => (node.getRootNode() as ShadowRoot).host as T;

export class EscapeController implements ReactiveController {
  readonly #content: ReactiveControllerHost & HTMLElement;

  constructor(content: ReactiveControllerHost & HTMLElement) {
    this.#content = content;
    content.addController(this);
  }

  hostConnected(): void {
    window.addEventListener("keydown", this.#onKey, true);
  }

  hostDisconnected(): void {
    window.removeEventListener("keydown", this.#onKey, true);
  }

  /** Captured, because the element would close the arithmetic. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (keyAction(event) !== "close" || isWithin(event, "dialog")) return;
    const drawer = hostOf<DrawerElement>(this.#content);
    const element = hostOf<HTMLElement & { isOpen(): boolean }>(drawer);
    const isOnStage = element.shadowRoot?.activeElement?.closest(".stage");
    if (!drawer.open || !isForElement(event, element, "close") || (isOnStage && element.isOpen())) return;
    event.stopPropagation();
    drawer.open = false;
    if (drawer.shadowRoot?.activeElement) drawer.renderRoot.querySelector<HTMLElement>(".toggle")?.focus();
  };
}
