/** `heads-up-attention/element/class`: the element's class for types and subclasses. It does not register <heads-up>. */
import type { HeadsUpEvents, HeadsUpMethods, HeadsUpProperties } from "../element/element_api.js";
import { HeadsUpElement as Element } from "../element/heads_up_element.js";

export type { HeadsUpEvents, HeadsUpMethods, HeadsUpProperties } from "../element/element_api.js";
export type { LessonName, LessonSpec, Step, Trace } from "../module/types.js";

export interface HeadsUpElement extends HTMLElement, HeadsUpProperties, HeadsUpMethods {
  addEventListener<Name extends keyof HeadsUpEvents>(
    type: Name,
    listener: (this: HeadsUpElement, event: CustomEvent<HeadsUpEvents[Name]>) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends keyof HTMLElementEventMap>(
    type: Name,
    listener: (this: HeadsUpElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

export const HeadsUpElement: { new (): HeadsUpElement; readonly prototype: HeadsUpElement } = Element;
