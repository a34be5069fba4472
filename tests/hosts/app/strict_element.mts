/** The types of the element and of the widget; nothing of it is run. */
import "heads-up-attention/element";
import { HeadsUpElement, type HeadsUpEvents } from "heads-up-attention/element/class";
import widget, { type WidgetModel } from "heads-up-attention/widget";

export function inBrowser(element: HTMLElementTagNameMap["heads-up"], model: WidgetModel): () => void {
  const made: HeadsUpElement = new HeadsUpElement();
  made.addEventListener("heads-up-step", ({ detail }) => detail.index.toFixed());
  const answered = ({ right }: HeadsUpEvents["heads-up-answer"]): boolean => right;
  element.addEventListener("heads-up-answer", ({ detail }) => answered(detail));
  element.seek("scores", 0.5);
  element.spec = { lesson: "multi-head", dModel: 8 };
  // @ts-expect-error a kind of controls that there is not
  element.controls = "some";
  // @ts-expect-error the trace is the element's own
  element.trace = undefined;
  return widget.render({ model, el: made });
}
