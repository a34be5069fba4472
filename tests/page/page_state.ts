/**
 * The state that a reader sees, as self-contained functions that run in the page of any engine. The async ones wait until
 * pending drawing is done; poll the others.
 */
import type { HeadsUpElement } from "../../web/src/element/heads_up_element.js";
import type { SideElement } from "../../web/src/views/side/side_element.js";

type Instrument = HeadsUpElement;

/** The middle of the first picture of the strip, once it stays in its place. */
export async function firstThumbnail(): Promise<[x: number, y: number]> {
  const element = document.querySelector<Instrument>("heads-up");
  await element?.updateComplete;
  const strip = element?.shadowRoot?.querySelector("heads-up-strip");
  const box = () =>
    strip?.shadowRoot?.querySelector("[data-index]")?.getBoundingClientRect() ?? new DOMRect();
  for (let stillFrames = 0, before = box(); stillFrames < 4; before = box()) {
    await new Promise((done) => requestAnimationFrame(done));
    stillFrames = before.x === box().x && before.y === box().y ? stillFrames + 1 : 0;
  }
  const { x, y, width, height } = box();
  return [x + width / 2, y + height / 2];
}

export interface StepState {
  readonly lang: string;
  readonly step: string;
  readonly heading: string;
  /** All text beside the stage. */
  readonly words: string;
  /** The share of the stage's pixels that differ from the first pixel. */
  readonly painted: number;
  /** How many code lines are marked, and how many the step plays. */
  readonly marked: number;
  readonly playing: number;
  /** The messages that the page reports. */
  readonly alerts: string;
}

/** An empty text once a lesson is on the stage; until then what is shown instead. */
export function lessonReady(): string {
  const element = document.querySelector<Instrument>("heads-up");
  const isReady = element?.trace && element.shadowRoot?.querySelector("heads-up-stage");
  return isReady ? "" : `no lesson: ${document.body.innerText.slice(0, 300)}`;
}

/** The number of steps in the strip; 0 until it is drawn. */
export function stepCount(): number {
  const strip = document.querySelector("heads-up")?.shadowRoot?.querySelector("heads-up-strip");
  return strip?.shadowRoot?.querySelectorAll("[data-index]").length ?? 0;
}

/** The step on the stage in every language: first in the page's own, then in the others by the page's buttons. */
export async function stepState(languages: readonly string[]): Promise<StepState[]> {
  const here = document.documentElement.lang;
  const element = document.querySelector<Instrument>("heads-up");
  const part = (name: string) => element?.shadowRoot?.querySelector(`heads-up-${name}`)?.shadowRoot;
  const seen: StepState[] = [];
  for (const lang of [here, ...languages.filter((other) => other !== here)]) {
    const sideElement = element?.shadowRoot?.querySelector<SideElement>("heads-up-side");
    // The words also change when more words of the previous language have loaded.
    const isOther = () => lang !== here && sideElement?.words.language.code !== lang;
    const deadline = performance.now() + 20_000;
    if (lang !== here) document.querySelector<HTMLElement>(`.languages [lang="${lang}"]`)?.click();
    while (isOther() && performance.now() < deadline) await new Promise((done) => setTimeout(done));
    if (isOther()) throw new Error(`the page did not change to ${lang}`);
    await element?.updateComplete;
    await sideElement?.updateComplete;
    await new Promise((done) => requestAnimationFrame(done));
    const side = part("side");
    const canvas = part("stage")?.querySelector("canvas");
    const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
    const points = new Uint32Array(data?.buffer ?? new ArrayBuffer(4));
    const alerts = [document.querySelector(".problems"), element?.shadowRoot?.querySelector("[role=alert]")];
    const words = [...(side?.querySelectorAll("p:not(.shapes)") ?? [])];
    seen.push({
      lang: document.documentElement.lang,
      step: element?.currentStep ?? "",
      heading: side?.querySelector("h2")?.textContent?.trim() ?? "",
      words: words.map((p) => p.textContent).join(" "),
      painted: points.filter((point) => point !== points[0]).length / points.length,
      marked: side?.querySelectorAll("pre .now").length ?? 0,
      playing: sideElement?.code.current.length ?? -1,
      alerts: alerts.map((alert) => alert?.textContent ?? "").join(""),
    });
  }
  return seen;
}

/** Walks over every step, those that an earlier lesson has shown too. */
export async function unfoldSteps(): Promise<void> {
  const element = document.querySelector<Instrument>("heads-up");
  element?.store.dispatch({ type: "path", path: "whole" });
  await element?.updateComplete;
  await element?.shadowRoot?.querySelector<HTMLElement & Pick<Instrument, "updateComplete">>("heads-up-strip")
    ?.updateComplete;
}

export interface TableSeen {
  /** The focused element, through all shadow roots: its tag and its label. */
  readonly focused: string;
  readonly label: string;
  /** Whether the focused element is the button back to the previous number. */
  readonly back: boolean;
  /** The number whose arithmetic is open, and how many of its operands can be opened. */
  readonly open: string;
  readonly operands: number;
}

export async function seeTable(): Promise<TableSeen> {
  const element = document.querySelector<Instrument>("heads-up");
  await element?.updateComplete;
  await new Promise((done) => requestAnimationFrame(done));
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const stage = element?.shadowRoot?.querySelector("heads-up-stage")?.shadowRoot;
  const callout = stage?.querySelector("heads-up-callout:not([glance])")?.shadowRoot;
  return {
    focused: active?.localName ?? "",
    label: active?.getAttribute("aria-label") ?? "",
    back: active?.matches("header button") ?? false,
    open: callout?.querySelector("h2")?.textContent?.trim() ?? "",
    operands: callout?.querySelectorAll(".operand").length ?? 0,
  };
}

/** Whether the step has been played to its end. */
export function isPlayed(): boolean {
  const { playing, t } = document.querySelector<Instrument>("heads-up")?.view ?? { playing: true, t: 0 };
  return !playing && t === 1;
}

/** Records the moments of the step that are shown from now on; playback may end before a test can ask. */
export function recordMoments(): void {
  const element = document.querySelector<Instrument>("heads-up");
  const moments: number[] = [];
  const record = (): void => {
    const t = element?.view.t;
    if (t !== undefined && t !== moments.at(-1)) moments.push(t);
  };
  record();
  element?.store.subscribe(record);
  Object.assign(window, { moments });
}

/** The recorded moments, 0 … 1, beginning with the one in view before. */
export const recordedMoments = (): number[] => (window as unknown as { moments: number[] }).moments;
