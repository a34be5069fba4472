/** Both sides of a frame with the leak lab, as self-contained functions that run in a page. */
import type { LeakLabElement } from "../../../web/src/views/lab/leak_lab_element.js";

export interface FrameSeen {
  readonly origin: string;
  readonly steps: number;
  readonly activity: string;
  readonly losses: readonly number[];
  /** What the reader is told, or why the training did not start. */
  readonly notice: string;
}

/** Runs in the frame: starts the training as a reader would, and reports the result to the surrounding page. */
export async function reportLab(): Promise<void> {
  const lab = (): LeakLabElement | null => document.querySelector<LeakLabElement>("leak-lab");
  const skip = (): HTMLElement | null | undefined => lab()?.shadowRoot?.querySelector(".plain");
  const ready = (): boolean => skip() instanceof HTMLElement && lab()?.store.state.opened !== undefined;
  const deadline = performance.now() + 60_000;
  while (!ready() && performance.now() < deadline) await new Promise((done) => setTimeout(done, 20));
  if (!ready()) {
    const notice = `no lab: ${document.body.innerText.slice(0, 300)}`;
    const report = { origin: window.origin, steps: 0, activity: "", losses: [], notice };
    addEventListener("message", () => parent.postMessage({ report }, "*"));
    parent.postMessage({ report }, "*");
    return;
  }
  const { store } = lab() as LeakLabElement;
  const report = ({ steps, activity, losses }: typeof store.state): void => {
    if (steps < 400 || activity !== "idle") return;
    const notice = lab()?.shadowRoot?.querySelector(".notice")?.textContent?.trim() ?? "";
    const seen = { steps, activity, notice, losses: Object.values(losses).map((all) => all.length) };
    parent.postMessage({ report: { ...seen, origin: window.origin } }, "*");
  };
  store.subscribe(report);
  // The surrounding page may start to listen after the training has ended.
  addEventListener("message", () => report(store.state));
  skip()?.click();
}

/** Runs in the surrounding page: the report of the frame. */
export function labReport(): Promise<FrameSeen> {
  return new Promise((resolve) => {
    addEventListener("message", ({ data }) => data.report && resolve(data.report));
    document.querySelector("iframe")?.contentWindow?.postMessage("tell", "*");
  });
}
