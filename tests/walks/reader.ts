/**
 * A simulated reader in one engine: finds elements through all shadow roots, and uses them by keyboard, mouse or touch. A
 * place is a chain of selectors, each searched inside the previous match: `heads-up-drawers >> .settings .toggle`.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, vi } from "vitest";
import type { HeadsUpElement } from "../../web/src/element/heads_up_element.js";
import type { Engine } from "../page/engines/engine.js";
import { lessonReady } from "../page/page_state.js";

export type By = "keyboard" | "mouse" | "touch";

/** The visible state of one element. */
export interface Seen {
  readonly text: string;
  readonly value: string;
  readonly classes: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly disabled: boolean;
}

type Find = (place: string) => Element[];
type WithFindAll = { readonly findAll: Find };

const POLL = { timeout: 30_000, interval: 20 };

/** Far more frames than any scrolling takes. */
const MOST_FRAMES = 1000;

/** Runs in the page: waits until all pending updates are done. */
async function updated(): Promise<void> {
  await document.querySelector<HeadsUpElement>("heads-up")?.updateComplete;
  await new Promise((done) => setTimeout(done));
}

/** Runs in the page: installs the helper that the functions below use to find elements. */
function installFindAll(): void {
  const within = (root: ParentNode, selector: string): Element[] => {
    const shadows = [...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
    const own = root instanceof Element && root.shadowRoot ? [root.shadowRoot] : [];
    return [
      ...root.querySelectorAll(selector),
      ...[...own, ...shadows].flatMap((inner) => within(inner, selector)),
    ];
  };
  const findAll: Find = (place) =>
    place
      .split(" >> ")
      .reduce<ParentNode[]>((roots, selector) => roots.flatMap((root) => within(root, selector)), [document])
      .filter((node, i, all) => all.indexOf(node) === i) as Element[];
  Object.assign(window, { findAll });
}

const find = (place: string): Element | null => (window as unknown as WithFindAll).findAll(place)[0] ?? null;

function stateOf(place: string): Seen[] {
  return (window as unknown as WithFindAll).findAll(place).map((one) => ({
    text: (one as HTMLElement).innerText ?? one.textContent ?? "",
    value: (one as HTMLInputElement).value ?? "",
    classes: one.className,
    attributes: Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
    disabled: one.matches(':disabled, [aria-disabled="true"]'),
  }));
}

/**
 * Scrolls an element into view and returns its centre once it stops moving; of the stage, the
 * place on a cell that is nearest to the centre. Older WebKit measures in zoomed CSS pixels. */
async function centreOf(place: string, mostFrames: number): Promise<[x: number, y: number]> {
  // Found again in each frame, because an update may replace it.
  const find = () => (window as unknown as WithFindAll).findAll(place)[0];
  find()?.scrollIntoView({ block: "center", inline: "nearest" });
  const box = () => find()?.getBoundingClientRect() ?? new DOMRect();
  let stillFrames = 0;
  for (let frames = 0, before = box(); stillFrames < 4; frames++) {
    if (frames > mostFrames) throw new Error(`${place} has no place to be pressed`);
    await new Promise((done) => requestAnimationFrame(done));
    const now = box();
    const isStill = now.width > 0 && now.x === before.x && now.y === before.y;
    stillFrames = isStill ? stillFrames + 1 : 0;
    before = now;
  }
  let zoom = 1;
  for (let around: Node | null = find() ?? null; around && !("currentCSSZoom" in around); )
    if (around instanceof Element) {
      zoom *= Number(getComputedStyle(around).zoom) || 1;
      around = around.assignedSlot ?? around.parentNode;
    } else around = around instanceof ShadowRoot ? around.host : null;
  const centre = { x: zoom * (box().x + box().width / 2), y: zoom * (box().y + box().height / 2) };
  const drawing = find();
  const stage = (drawing?.getRootNode() as ShadowRoot | undefined)?.host;
  if (!drawing || stage?.localName !== "heads-up-stage") return [centre.x, centre.y];
  // The stage says which cell the pointer is on.
  let isCell = false;
  const onGlance = (event: Event): void => {
    // An event without a cell has null.
    isCell = (event as CustomEvent<unknown>).detail !== null;
  };
  stage.addEventListener("cell-glance", onGlance);
  const STEP = 5;
  const places = Array.from({ length: 101 * 101 }, (_, i) => ({
    x: centre.x + ((i % 101) - 50) * STEP,
    y: centre.y + (Math.floor(i / 101) - 50) * STEP,
  }));
  const far = ({ x, y }: { x: number; y: number }): number => Math.hypot(x - centre.x, y - centre.y);
  const found = places
    .sort((a, b) => far(a) - far(b))
    .find(({ x, y }) => {
      const isAt = (clientX: number, clientY: number): boolean => {
        const init = { clientX, clientY, pointerType: "mouse" };
        drawing.dispatchEvent(new PointerEvent("pointermove", init));
        return isCell;
      };
      // Not at the edge of a table, because engines round the places of fingers.
      return isAt(x - STEP, y) && isAt(x + STEP, y) && isAt(x, y);
    });
  drawing.dispatchEvent(new PointerEvent("pointerleave"));
  stage.removeEventListener("cell-glance", onGlance);
  if (!found) throw new Error(`${place} shows no cell`);
  return [found.x, found.y];
}

/** Focuses an element; returns whether Tab could reach it and it matches `seen` afterwards. */
function focusLikeTab(place: string, seen: string): boolean {
  const one = (window as unknown as WithFindAll).findAll(place)[0] as HTMLElement | undefined;
  one?.focus();
  return one !== undefined && one.tabIndex >= 0 && one.matches(seen);
}

/** Runs in the page: the focused element, and whether it is at the place. */
export function focused(place: string): { isThere: boolean; isVisible: boolean; name: string } {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  const text = (active as HTMLElement | null)?.innerText?.trim().slice(0, 30);
  return {
    isThere: (window as unknown as WithFindAll).findAll(place).some((one) => one === active),
    isVisible: active?.matches(":focus-visible") === true,
    name: active?.localName === "body" ? "body" : `${active?.localName} ${active?.id || text}`,
  };
}

/** More tab stops than any page has between two places. */
const MOST_STOPS = 250;

export class Reader {
  readonly engine: Engine;
  readonly by: By;

  constructor(engine: Engine, by: By) {
    this.engine = engine;
    this.by = by;
  }

  /** Opens an address as a first-time visitor, and waits until `ready`, which runs in the page, returns an empty text. */
  async open(url: string, ready = lessonReady): Promise<void> {
    await this.engine.evaluate(() => {
      if (!location.protocol.startsWith("http")) return;
      localStorage.clear();
      sessionStorage.clear();
    });
    await this.engine.open(url);
    await expect.poll(() => this.engine.evaluate(ready)).toBe("");
    await this.rest();
    await this.engine.evaluate(installFindAll);
    // The first interaction loads everything that the first picture does not need.
    if (this.by === "keyboard") await this.engine.press("Tab");
    else await this.engine.draw(this.by, [[1, 1]]);
  }

  look(place: string): Promise<Seen[]> {
    return this.engine.evaluate(stateOf, place);
  }

  /** Waits until the first element at the place is as wanted. */
  see(place: string, wanted: (seen: Seen) => boolean = () => true): Promise<Seen> {
    return vi.waitFor(async () => {
      const all = await this.look(place);
      const [first] = all;
      if (first && wanted(first)) return first;
      throw new Error(`${place}: ${JSON.stringify(all).slice(0, 500)}`);
    }, POLL);
  }

  async expectNone(place: string): Promise<void> {
    await expect.poll(() => this.look(place), POLL).toEqual([]);
  }

  /** Activates a button or another control; by keyboard with this key. */
  async use(place: string, key: "Enter" | "Space" = "Enter"): Promise<void> {
    await this.see(place, ({ disabled }) => !disabled);
    if (this.by === "keyboard") {
      await this.focus(place);
      await this.engine.press(key);
    } else await this.engine.draw(this.by, [await this.#centreOf(place)]);
  }

  #centreOf(place: string): Promise<[x: number, y: number]> {
    return this.engine.evaluate(centreOf, place, MOST_FRAMES);
  }

  /** Waits until all pending updates are done. */
  rest(): Promise<void> {
    return this.engine.evaluate(updated);
  }

  /** Drags with the mouse or a finger over these places. */
  async draw(places: readonly string[]): Promise<void> {
    const points = [];
    for (const place of places) points.push(await this.#centreOf(place));
    await this.engine.draw(this.by === "touch" ? "touch" : "mouse", points);
  }

  /** Presses Tab or Shift+Tab until the place has a visible focus. Fails if the focus was lost before. */
  async tabTo(place: string, keys: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    await this.see(place, ({ disabled }) => !disabled);
    const start = async () => (await this.engine.evaluate(focused, place)).name;
    await expect.poll(start, { ...POLL, message: `the focus before Tab goes to ${place}` }).not.toBe("body");
    const passed = [await this.engine.evaluate(focused, place)];
    for (let i = 0; i < MOST_STOPS; i++) {
      await this.engine.press(keys);
      const now = await this.engine.evaluate(focused, place);
      if (now.isThere) {
        const isVisible = async () => (await this.engine.evaluate(focused, place)).isVisible;
        return expect.poll(isVisible, { ...POLL, message: `${place} shows its focus` }).toBe(true);
      }
      passed.push(now);
    }
    const last = passed.slice(-20).map(({ name }) => name);
    throw new Error(`Tab never reaches ${place}, but ${last.join(" | ")}`);
  }

  async focus(place: string): Promise<void> {
    await this.see(place);
    const seen = this.by === "keyboard" ? ":focus-visible" : ":focus";
    const takes = (): Promise<boolean> => this.engine.evaluate(focusLikeTab, place, seen);
    await expect.poll(takes, { ...POLL, message: `${place} takes the focus` }).toBe(true);
  }

  /** Replaces the text of a field. */
  async write(place: string, text: string): Promise<void> {
    if (this.by === "keyboard") await this.focus(place);
    else {
      await this.use(place);
      await this.expectFocus(place);
    }
    await this.engine.press("Control+a");
    await this.engine.type(text);
    await this.see(place, ({ value }) => value === text);
  }

  /** Waits until the place has the focus. */
  expectFocus(place: string): Promise<void> {
    const isThere = async () => (await this.engine.evaluate(focused, place)).isThere;
    return expect.poll(isThere, { ...POLL, message: `${place} has the focus` }).toBe(true);
  }

  async choose(place: string, file: string): Promise<void> {
    await this.see(place);
    await this.engine.choose(file, find, place);
  }

  /** The clipboard's text, read by pasting it. */
  async pasted(): Promise<string> {
    await this.engine.evaluate(() => {
      const field = document.body.appendChild(document.createElement("textarea"));
      field.id = "pasted";
      field.focus();
    });
    await this.engine.press("Control+v");
    const { value } = await this.see("#pasted", (seen) => seen.value !== "");
    await this.engine.evaluate(() => document.querySelector("#pasted")?.remove());
    return value;
  }

  /** A file that the browser has saved, once it stops growing. */
  saved(name: string): Promise<Buffer> {
    const file = path.join(this.engine.saved, name);
    let before = 0;
    return vi.waitFor(
      () => {
        const bytes = readFileSync(file);
        const isWhole = bytes.length > 0 && bytes.length === before;
        before = bytes.length;
        if (!isWhole) throw new Error(`${name} is still being saved: it has ${before} bytes`);
        return bytes;
      },
      { ...POLL, interval: 50 },
    );
  }

  /** The numbers of a tensor on the stage. */
  async tensor(name: string): Promise<number[]> {
    const texts = await this.engine.evaluate((step) => {
      const trace = document.querySelector<HeadsUpElement>("heads-up")?.trace;
      // As text, because JSON has no infinity.
      return Array.from(trace?.steps.find((one) => one.name === step)?.data ?? [], String);
    }, name);
    return texts.map(Number);
  }

  async seeTensor(name: string, wanted: (numbers: readonly number[]) => boolean): Promise<void> {
    await expect.poll(async () => wanted(await this.tensor(name)), { ...POLL, message: name }).toBe(true);
  }

  view(): Promise<{ step: string; t: number; seed: number | undefined; playing: boolean }> {
    return this.engine.evaluate(() => {
      const element = document.querySelector<HeadsUpElement>("heads-up");
      const { t = -1, playing = false } = element?.view ?? {};
      return { step: element?.currentStep ?? "", t, seed: element?.trace?.spec.seed, playing };
    });
  }

  async address(): Promise<URLSearchParams> {
    return new URLSearchParams(await this.engine.evaluate(() => location.search));
  }
}
