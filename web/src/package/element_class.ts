/** `heads-up-attention/element/class`: the element's class for types and subclasses. It does not register <heads-up>. */
import type { HeadsUpEvents, HeadsUpMethods, HeadsUpProperties } from "../element/element_api.js";
import { HeadsUpElement as Element } from "../element/heads_up_element.js";

export type {
  HeadsUpEvents,
  HeadsUpMethods,
  HeadsUpProperties,
  LessonFileData,
} from "../element/element_api.js";
export type { LessonName, LessonSpec, Step, Trace } from "../module/types.js";

/** The events of <heads-up> as those of a page. They bubble, so all elements and the document have them. */
export type HeadsUpEventMap = { readonly [Name in keyof HeadsUpEvents]: CustomEvent<HeadsUpEvents[Name]> };

type EventMap = HTMLElementEventMap & HeadsUpEventMap;

// The properties come first: `lang` may be unset here, but not on other elements.
export interface HeadsUpElement extends HeadsUpProperties, HeadsUpMethods, HTMLElement {
  addEventListener<Name extends keyof EventMap>(
    type: Name,
    listener: (this: HeadsUpElement, event: EventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof EventMap>(
    type: Name,
    listener: (this: HeadsUpElement, event: EventMap[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

export const HeadsUpElement: { new (): HeadsUpElement; readonly prototype: HeadsUpElement } = Element;
