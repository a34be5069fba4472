/**
 * `heads-up-attention/widget`: the element as a notebook widget, by the contract of anywidget (anywidget.dev/en/afm).
 * The model's traits set the element's attributes and spec; the current step, last answer and last error are written back.
 */
import { FIRST_LESSON } from "../lessons/opening.js";
import "../element/define.js";
import { openingSpec } from "../lessons/lessons.js";
import type { LessonSpec } from "../module/types.js";
import type { HeadsUpElement, HeadsUpEvents } from "./element_class.js";

/** The part of anywidget's model that is used here. */
export interface WidgetModel {
  get(trait: string): unknown;
  set(trait: string, value: unknown): void;
  save_changes(): void;
  on(event: string, changed: () => void): void;
  off(event: string, changed: () => void): void;
}

export interface WidgetView {
  readonly model: WidgetModel;
  readonly el: HTMLElement;
}

const ATTRIBUTES = [
  ...(["lesson", "step", "lang", "theme", "seed", "controls", "mode", "allow"] as const),
  ...(["src", "weights"] as const),
];
/** The traits with the data; `spec` takes precedence over `tokens`. */
const DATA = ["spec", "tokens"] as const;

/** What is written back to the model: the event, the trait, and a function from the event's detail to the trait's value. */
const ANSWERS = [
  ["heads-up-step", "step", ({ step }: HeadsUpEvents["heads-up-step"]) => step],
  ["heads-up-answer", "answer", (answer: HeadsUpEvents["heads-up-answer"]) => answer],
  ["heads-up-error", "error", (error: HeadsUpEvents["heads-up-error"]) => error],
] as const;

/** Sets an attribute, or removes it if the model lacks the trait or has it as None. */
function syncAttribute(element: HTMLElement, name: string, value: unknown): void {
  if (value === undefined || value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

const isFilled = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

/** The spec with the data of the traits; undefined if they have none, so that the lesson's own data are used. */
function specOf(model: WidgetModel): LessonSpec | undefined {
  const [spec, tokens] = DATA.map((name) => model.get(name));
  const lesson = (model.get("lesson") as LessonSpec["lesson"] | undefined) ?? FIRST_LESSON;
  const seed = model.get("seed") as number | null | undefined;
  const seeded = seed === undefined || seed === null ? {} : { seed };
  if (isFilled(spec)) return { lesson, ...seeded, ...spec };
  return isFilled(tokens)
    ? { ...openingSpec(lesson), ...seeded, sequences: tokens as number[][] }
    : undefined;
}

function render({ model, el }: WidgetView): () => void {
  const element: HeadsUpElement = document.createElement("heads-up");
  const removal = new AbortController();
  const listeners: [event: string, changed: () => void][] = [];
  const onChange = (names: readonly string[], changed: () => void): void => {
    changed();
    for (const name of names) listeners.push([`change:${name}`, changed]);
  };
  for (const name of ATTRIBUTES) onChange([name], () => syncAttribute(element, name, model.get(name)));
  onChange(DATA, () => {
    element.spec = specOf(model);
  });
  onChange(["code"], () => {
    element.code = (model.get("code") as string | null | undefined) ?? undefined;
  });
  // Their attributes alone would replace the data of the traits by the lesson's own.
  onChange(["lesson", "seed"], () => {
    element.spec = specOf(model) ?? element.spec;
  });
  for (const [event, changed] of listeners) model.on(event, changed);
  for (const [event, trait, toValue] of ANSWERS) {
    const writeBack = (fired: Event): void => {
      model.set(trait, toValue((fired as CustomEvent).detail));
      model.save_changes();
    };
    element.addEventListener(event, writeBack, { signal: removal.signal });
  }
  el.append(element);
  return () => {
    for (const [event, changed] of listeners) model.off(event, changed);
    removal.abort();
    element.remove();
  };
}

export default { render };
