/** The leak lab's display and state, as self-contained functions that run in the page of any engine. */
import type { LeakLabElement } from "../../../web/src/views/lab/leak_lab_element.js";

/** An empty text once the lab and its models are there; until then what is shown instead. */
export function labReady(): string {
  const lab = document.querySelector<LeakLabElement>("leak-lab");
  const isReady = lab?.shadowRoot?.querySelector(".shift svg") && lab.store.state.measured.length > 0;
  return isReady ? "" : `no lab: ${document.body.innerText.slice(0, 300)}`;
}

export interface LabSnapshot {
  readonly steps: number;
  readonly activity: string;
  readonly session: number;
  /** The number of training losses of each model. */
  readonly losses: readonly number[];
  /** Means of the last 20 losses. */
  readonly training: Readonly<Record<string, number>>;
  readonly asUsed: Readonly<Record<string, number>>;
  readonly notice: string;
}

/** Waits until the lab is idle at this step or later. */
export async function labIdle(step: number): Promise<LabSnapshot> {
  const lab = document.querySelector<LeakLabElement>("leak-lab");
  if (!lab) throw new Error("there is no lab");
  const { store } = lab;
  await new Promise<void>((resolve) => {
    const check = (): void => {
      const { steps, activity, openings } = store.state;
      if (activity !== "idle" || openings.length > 0 || steps < step) return;
      leave();
      resolve();
    };
    const leave = store.subscribe(check);
    check();
  });
  await lab.updateComplete;
  const { steps, activity, session, losses, measured } = store.state;
  const mean = (all: Float32Array): number => all.slice(-20).reduce((sum, loss) => sum + loss / 20, 0);
  return {
    ...{ steps, activity, session },
    losses: Object.values(losses).map((all) => all.length),
    training: Object.fromEntries(Object.entries(losses).map(([run, all]) => [run, mean(all)])),
    asUsed: { ...measured.at(-1)?.asUsed },
    notice: lab.shadowRoot?.querySelector(".notice")?.textContent?.trim() ?? "",
  };
}

/** Opens the settings and the table of losses. */
export function openFolds(): void {
  const folds = document.querySelector("leak-lab")?.shadowRoot?.querySelectorAll("details") ?? [];
  for (const fold of folds) fold.open = true;
}

/** The text that each model has written. */
export function textsWritten(): string[] {
  const texts = document.querySelector("leak-lab")?.shadowRoot?.querySelectorAll(".writing .text") ?? [];
  return [...texts].map((one) => (one.textContent ?? "").trim());
}

/** Shows the page in this theme, as its header does. */
export async function setTheme(theme: string): Promise<void> {
  const select = document.querySelector<HTMLSelectElement>("header .pick select");
  if (!select) throw new Error("the header offers no themes");
  select.value = theme;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

/** The horizontal overflow of the page, in pixels. */
export const overflow = (): number => document.documentElement.scrollWidth - innerWidth;
