/** A lesson on a page, in the terms of its reader: where its parts are, what it shows, and what can be done with it. */
import type { Frame, Locator, Page } from "playwright-core";
import type { HeadsUpElement } from "../../web/src/element/heads_up_element.js";

/** The page's element, as seen by functions that run in the page. */
export type Instrument = HeadsUpElement;

export class Lesson<Place extends Page | Frame = Page> {
  readonly #at: Place;

  constructor(at: Place) {
    this.#at = at;
  }

  /** The panel beside the stage. */
  get side(): Locator {
    return this.#at.locator("heads-up-side");
  }

  get title(): Locator {
    return this.side.locator("h2");
  }

  /** The arithmetic of a number. */
  get callout(): Locator {
    return this.#at.locator("heads-up-callout");
  }

  get questions(): Locator {
    return this.#at.locator("heads-up-questions");
  }

  /** "Why?" in the reader's own words. */
  get why(): Locator {
    return this.#at.locator("heads-up-why");
  }

  /** The open sheet: the map, a comparison, an exercise … */
  get sheet(): Locator {
    return this.#at.getByRole("dialog");
  }

  /** What the page reports about its address. */
  get problems(): Locator {
    return this.#at.locator(".problems");
  }

  /** A button of the transport, by its class. */
  turn(name: string): Locator {
    return this.#at.locator(`heads-up-transport .${name}`);
  }

  /** A field of the settings. */
  field(id: string): Locator {
    return this.#at.locator(`.drawer.settings #${id}`);
  }

  /** The messages in the settings. */
  get refusals(): Locator {
    return this.#at.locator('.drawer.settings [role="alert"]');
  }

  /** The menu of what can be taken away. */
  get menu(): Locator {
    return this.#at.locator(".takeAway .panel");
  }

  view = () => this.#at.evaluate(() => document.querySelector<Instrument>("heads-up")?.view);

  /** The name of the step on the stage. */
  step = (): Promise<string> =>
    this.#at.evaluate(() => document.querySelector<Instrument>("heads-up")?.currentStep ?? "");

  /** The moment of the step, 0 … 1. */
  moment = async (): Promise<number> => (await this.view())?.t ?? Number.NaN;

  isPlaying = async (): Promise<boolean> => (await this.view())?.playing ?? false;

  spec = () => this.#at.evaluate(() => document.querySelector<Instrument>("heads-up")?.trace?.spec);

  seed = async (): Promise<number | undefined> => (await this.spec())?.seed;

  /** The numbers of a tensor of the trace. */
  numbers(name: string): Promise<number[]> {
    return this.#at.evaluate((step) => {
      const { trace } = document.querySelector<Instrument>("heads-up") ?? {};
      return Array.from(trace?.steps.find((one) => one.name === step)?.data ?? []);
    }, name);
  }

  /** A parameter of the address. It is written shortly after the screen, so poll for the expected value. */
  address = async (name: string): Promise<string | null> => new URL(this.#at.url()).searchParams.get(name);

  async seek(step: string, t = 1): Promise<void> {
    await this.#at
      .locator("heads-up")
      .evaluate((element: Instrument, [to, moment]) => element.seek(to, moment), [step, t] as const);
  }

  /** Opens the arithmetic of a number. */
  async ask(name: string, ...index: number[]): Promise<void> {
    await this.#at
      .locator("heads-up")
      .evaluate((element: Instrument, [of, at]) => element.openCell(of, at), [name, index] as const);
  }

  /** Sets properties of the element. */
  set(properties: object): Promise<void> {
    return this.#at.evaluate(
      (all) => void Object.assign(document.querySelector("heads-up") ?? {}, all),
      properties,
    );
  }

  setAttribute(name: string, value: string): Promise<void> {
    return this.#at
      .locator("heads-up")
      .evaluate((element, [key, text]) => element.setAttribute(key, text), [name, value] as const);
  }

  /** Opens or closes the drawer with the settings, or with what can be taken away. */
  toggle(drawer: "settings" | "takeAway"): Promise<void> {
    return this.#at.locator(`.drawer.${drawer} .toggle`).click();
  }

  /** Waits until all pending updates are drawn. */
  rested(): Promise<void> {
    return this.#at.evaluate(async () => {
      await document.querySelector<Instrument>("heads-up")?.updateComplete;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    });
  }
}
