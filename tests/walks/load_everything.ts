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
  /** Waits until `read` returns something. */
  const until = async <T>(read: () => T | null | undefined, what: string): Promise<T> => {
    const deadline = performance.now() + 10_000;
    for (;;) {
      const value = read();
      if (value) return value;
      if (performance.now() > deadline) throw new Error(`not there: ${what}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  /** The element at this path of selectors, each searched in the shadow root of the previous match. */
  const at = (...path: string[]): HTMLElement | null | undefined =>
    path.reduce<HTMLElement | null | undefined>(
      (place, selector) => place?.shadowRoot?.querySelector(selector),
      element,
    );
  const find = (...path: string[]): Promise<HTMLElement> => until(() => at(...path), path.join(" "));
  const saved: string[] = [];
  HTMLAnchorElement.prototype.click = function (): void {
    saved.push(this.download);
  };
  const inMenu = (place: string): string[] => ["heads-up-drawers", `.takeAway .panel ${place}`];
  (await find("heads-up-drawers", ".takeAway .toggle")).click();
  const copied = async (what: string, before = ""): Promise<string> => {
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
    (await find(...inMenu(`.copy-${what}`))).click();
    return until(() => {
      const text = (at(...inMenu("textarea")) as HTMLTextAreaElement | null | undefined)?.value;
      return text === before ? undefined : text;
    }, `the copied ${what}`);
  };
  const link = await copied("link");
  const script = await copied("script", link);
  for (const kind of ["svg", "json"]) {
    (await find(...inMenu(`.${kind}`))).click();
    await until(() => saved.find((name) => name.endsWith(kind)), `the saved .${kind}`);
  }
  (await find("heads-up-drawers", ".settings .toggle")).click();
  const settings = (await find("heads-up-drawers", "#seed")).isConnected;
  (await find("heads-up-drawers", ".settings .toggle")).click();
  const questionsPath = ["heads-up-side", "heads-up-questions"];
  (await find(...questionsPath, "summary")).click();
  const field = (await find(...questionsPath, "form input")) as HTMLInputElement;
  field.click();
  (await find(...questionsPath, ".check")).click();
  const verdict = (await find(...questionsPath, "p.wrong, p.right")).isConnected;
  element?.seek("scores", 1);
  await element?.updateComplete;
  element?.store.dispatch({ type: "sheet", sheet: { kind: "compare", id: "" } });
  const compare = await find("heads-up-sheets", "dialog.compare");
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
