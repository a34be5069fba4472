/** The trail as the page uses it; its code is loaded with the first change or visit. */

import { once } from "../../store/once.js";
import type { ReportedChange } from "../../store/past.js";
import type { Place } from "./kept_trail.js";
import type { TrailPage, TrailSheet } from "./trail_sheet.js";

const loadSheet = once(() => import("./trail_sheet.js"));
/** A visit without a change is recorded after this time. */
const REST_MS = 2000;

export class LateTrail {
  readonly #page: TrailPage;
  #made: TrailSheet | undefined;
  #visited: Place | undefined;

  constructor(page: TrailPage) {
    this.#page = page;
  }

  visit(place: Place): void {
    this.#visited = place;
    if (this.#made) void this.#make();
    else setTimeout(() => void this.#make(), REST_MS);
  }

  change(change: ReportedChange, place: Place): void {
    void this.#make().then((sheet) => sheet?.trail.change(change, place));
  }

  answer(right: unknown, place: Place): void {
    void this.#make().then((sheet) => sheet?.trail.answer(right, place));
  }

  open(): void {
    void this.#make().then((sheet) => sheet?.open());
  }

  /** Call when the words change. */
  render(): void {
    this.#made?.render();
  }

  forget(): void {
    void this.#make().then((sheet) => sheet?.trail.forget());
  }

  async #make(): Promise<TrailSheet | undefined> {
    const parts = await loadSheet();
    if (parts) this.#made ??= new parts.TrailSheet(this.#page);
    if (this.#visited) this.#made?.trail.visit(this.#visited);
    this.#visited = undefined;
    return this.#made;
  }
}
