/**
 * Uses every part that a page loads after its first picture: a self-contained function that runs in the page of any
 * engine.
 */
import type { HeadsUpElement } from "../../web/src/element/heads_up_element.js";

export interface Used {
  readonly sentences: number;
  readonly link: string;
  readonly script: boolean;
  readonly figure: boolean;
  /** The name of the file that was saved. */
  readonly file: string;
  readonly settings: boolean;
  readonly verdict: boolean;
  readonly compare: boolean;
}

export async function loadEverything(): Promise<Used> {
  const element = document.querySelector<HeadsUpElement>("heads-up");
  /** Waits for the element at this path of selectors, each searched in the shadow root of the previous match. */
  const find = async (...path: string[]): Promise<HTMLElement> => {
    const deadline = performance.now() + 10_000;
    for (;;) {
      let place: Element | null | undefined = element;
      for (const selector of path) place = place?.shadowRoot?.querySelector(selector);
      if (place) return place as HTMLElement;
      if (performance.now() > deadline) throw new Error(`not there: ${path.join(" ")}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const saved: string[] = [];
  HTMLAnchorElement.prototype.click = function (): void {
    saved.push(this.download);
  };
  const menuPath = ["heads-up-take-away", "heads-up-take-away-menu"];
  (await find("heads-up-take-away", ".toggle")).click();
  const copied = async (what: string, before = ""): Promise<string> => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    (await find(...menuPath, `.copy-${what}`)).click();
    const deadline = performance.now() + 10_000;
    for (;;) {
      const { value } = (await find(...menuPath, "textarea")) as HTMLTextAreaElement;
      if (value !== before || performance.now() > deadline) return value;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const link = await copied("link");
  const script = await copied("script", link);
  for (const kind of ["svg", "json"]) {
    (await find(...menuPath, `.${kind}`)).click();
    const deadline = performance.now() + 10_000;
    while (!saved.some((name) => name.endsWith(kind)) && performance.now() < deadline)
      await new Promise((done) => setTimeout(done, 20));
  }
  (await find("heads-up-settings", ".toggle")).click();
  const settings = (await find("heads-up-settings", "heads-up-settings-form", "#seed")).isConnected;
  (await find("heads-up-settings", ".toggle")).click();
  const questionsPath = ["heads-up-side", "heads-up-questions"];
  (await find(...questionsPath, "summary")).click();
  const field = (await find(...questionsPath, "form input")) as HTMLInputElement;
  field.value = "(1, 2)";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  (await find(...questionsPath, ".check")).click();
  const verdict = (await find(...questionsPath, ".wrong")).isConnected;
  element?.seek("scores", 1);
  await element?.updateComplete;
  element?.store.dispatch({ type: "sheet", sheet: { kind: "compare", id: "" } });
  const compare = await find("heads-up-compare");
  return {
    sentences: element?.trace?.spec.sequences.length ?? 0,
    link: link.slice(0, link.indexOf("?") + 1),
    script: script.includes("import torch"),
    figure: saved.some((name) => name.endsWith(".svg")),
    file: saved.at(-1) ?? "",
    settings,
    verdict,
    compare: compare.isConnected,
  };
}
