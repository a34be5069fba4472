/** Both sides of a frame with the leak lab, as self-contained functions that run in a page. */
import type { LeakLabElement } from "../../../web/src/views/lab/leak_lab_element.js";

export interface FrameSeen {
  readonly origin: string;
  readonly steps: number;
  readonly activity: string;
  readonly losses: readonly number[];
  readonly notice: string;
}

/** Runs in the frame: starts the training as a reader would, and tells the surrounding page how it ended. */
export async function tellOfLab(): Promise<void> {
  const lab = (): LeakLabElement | null => document.querySelector<LeakLabElement>("leak-lab");
  const skip = (): HTMLElement | null | undefined => lab()?.shadowRoot?.querySelector(".plain");
  const ready = (): boolean => skip() instanceof HTMLElement && lab()?.store.state.opened !== undefined;
  while (!ready()) await new Promise((done) => setTimeout(done, 20));
  const { store } = lab() as LeakLabElement;
  const told = ({ steps, activity, losses }: typeof store.state): void => {
    if (steps < 400 || activity !== "idle") return;
    const notice = lab()?.shadowRoot?.querySelector(".notice")?.textContent?.trim() ?? "";
    const seen = { steps, activity, notice, losses: Object.values(losses).map((all) => all.length) };
    parent.postMessage({ told: { ...seen, origin: window.origin } }, "*");
  };
  store.subscribe(told);
  // The surrounding page may listen later than the training ends.
  addEventListener("message", () => told(store.state));
  skip()?.click();
}

/** Runs in the surrounding page. */
export function heardFromLab(): Promise<FrameSeen> {
  return new Promise((heard) => {
    addEventListener("message", ({ data }) => data.told && heard(data.told));
    document.querySelector("iframe")?.contentWindow?.postMessage("tell", "*");
  });
}
