/** The reader's trail in localStorage, to which other tabs add too. */
import { KeptText } from "../../store/kept/kept_text.js";
import type { ReportedChange } from "../../store/past.js";
import { NO_PROGRESS, type Progress } from "../progress.js";
import {
  keptTrailOf,
  type Trail,
  type TrailEntry,
  trailText,
  withChangeContinued,
  withEntry,
  withVisit,
} from "./trail.js";

/** The reader's place, as an entry has it. */
export type Place = Pick<TrailEntry, "address" | "lesson" | "step">;

export class KeptTrail {
  readonly #text = new KeptText("trail");

  get now(): Trail {
    return keptTrailOf(this.#text.now);
  }

  /** Whether storage took the last entry. */
  get isKept(): boolean {
    return this.#text.isStored;
  }

  visit(place: Place): void {
    this.#keep(withVisit(this.now, { kind: "visit", at: Date.now(), ...place }));
  }

  change({ changes, goesOn }: ReportedChange, place: Place): void {
    const entry = { kind: "change", at: Date.now(), changes, ...place } as const;
    this.#keep(goesOn ? withChangeContinued(this.now, entry) : withEntry(this.now, entry));
  }

  answer(right: unknown, place: Place): void {
    const entry = { kind: "answer", at: Date.now(), ...place } as const;
    this.#keep(withEntry(this.now, typeof right === "boolean" ? { ...entry, right } : entry));
  }

  /** Replaces the trail by one from a file. */
  replace(trail: Trail): void {
    this.#keep(trail);
  }

  forget(): void {
    this.#text.keep(undefined);
  }

  text(progress: Progress): string {
    return trailText(this.now, progress);
  }

  #keep(trail: Trail): void {
    const text = trailText(trail, NO_PROGRESS);
    if (text !== this.#text.now) this.#text.keep(text);
  }
}
