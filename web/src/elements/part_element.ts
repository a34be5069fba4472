/**
 * A part of <heads-up> that stands beside the stage. All parts come to life at once, after the first picture of the page; each
 * is made in a task of its own, so that a key is answered in between.
 */
import { LitElement } from "lit";

export abstract class PartElement extends LitElement {
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await new Promise((rested) => setTimeout(rested));
    await super.scheduleUpdate();
  }
}
