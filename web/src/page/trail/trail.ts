/**
 * The trail: what the reader did, in order, each entry with the URL that leads back to it. As data, and as a file that is
 * checked strictly when read.
 */

import { isLessonName } from "../../lessons/lessons.js";
import { clipped } from "../../module/errors.js";
import { asObject } from "../../spec/as_object.js";
import type { Change } from "../../store/changes.js";
import { type Progress, progressOf } from "../progress.js";

export interface TrailEntry {
  readonly kind: "visit" | "change" | "answer";
  /** When, in milliseconds since 1970. */
  readonly at: number;
  /** The URL of what was shown; without language and theme. */
  readonly address: string;
  readonly lesson: string;
  readonly step: string;
  /** For a change. */
  readonly changes?: readonly Change[];
  /** For an answer: whether it was right, if the reader was told. */
  readonly right?: boolean;
}

export type Trail = readonly TrailEntry[];

/** The oldest entries are dropped. */
export const LONGEST_TRAIL = 300;

export const withEntry = (trail: Trail, entry: TrailEntry): Trail => [...trail, entry].slice(-LONGEST_TRAIL);

/** Ignores a visit to where the last entry already is. */
export const withVisit = (trail: Trail, entry: TrailEntry): Trail =>
  trail.at(-1)?.address === entry.address ? trail : withEntry(trail, entry);

/** Merges a continued change into the last entry; drops it if it led back to its beginning. */
export function withChangeContinued(trail: Trail, entry: TrailEntry): Trail {
  const before = trail.at(-1)?.kind === "change" ? trail.slice(0, -1) : trail;
  return entry.changes?.length === 0 ? before : withEntry(before, entry);
}

const FORMAT = "heads-up-trail";
export const VERSION = 1;
/** In characters; a long trail with long sentences has some hundred thousand. */
export const LONGEST_FILE = 4_000_000;
const LONGEST_ADDRESS = 50_000;
const LONGEST_NAME = 200;
const MOST_CHANGES = 30;

export const trailText = (trail: Trail, progress: Progress): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, progress, entries: trail }, undefined, 1)}\n`;

/** Why a file is refused; `got` is a piece of it. */
export type TrailRefusal =
  | { readonly refused: "noTrail" | "badEntry"; readonly got: string }
  | { readonly refused: "newer" | "tooLong"; readonly got: string; readonly wants: string };

export type TrailFile = { readonly trail: Trail; readonly progress: Progress } | TrailRefusal;

/** Reads the whole file or refuses it. */
export function trailOf(text: string): TrailFile {
  if (text.length > LONGEST_FILE)
    return { refused: "tooLong", got: String(text.length), wants: String(LONGEST_FILE) };
  const file = asObject(jsonOf(text));
  if (file["format"] !== FORMAT) return { refused: "noTrail", got: clipped(text.trim(), 40) };
  const { version, entries } = file;
  if (typeof version === "number" && version > VERSION)
    return { refused: "newer", got: String(version), wants: String(VERSION) };
  if (version !== VERSION || !Array.isArray(entries))
    return { refused: "noTrail", got: clipped(text.trim(), 40) };
  const read = entries.map(entryOf);
  const wrong = read.indexOf(undefined);
  if (wrong >= 0) return { refused: "badEntry", got: String(wrong + 1) };
  const trail = read.filter((entry) => entry !== undefined).slice(-LONGEST_TRAIL);
  return { trail, progress: progressOf(textOf(file["progress"])) };
}

/** Reads the stored trail; unreadable text gives an empty one. */
export function keptTrailOf(text: string | undefined): Trail {
  const read = text === undefined ? undefined : trailOf(text);
  return read && "trail" in read ? read.trail : [];
}

/** Only known fields of known types; URLs must be relative to the page. */
function entryOf(value: unknown): TrailEntry | undefined {
  const { kind, at, address, lesson, step, changes, right } = asObject(value);
  if (kind !== "visit" && kind !== "change" && kind !== "answer") return undefined;
  if (typeof at !== "number" || !(Math.abs(at) <= 8.64e15)) return undefined;
  if (!isText(address, LONGEST_ADDRESS) || !address.startsWith("?")) return undefined;
  if (!isText(lesson, LONGEST_NAME) || !isLessonName(lesson) || !isText(step, LONGEST_NAME)) return undefined;
  const entry = { kind, at, address, lesson, step } as const;
  if (kind === "answer") return typeof right === "boolean" ? { ...entry, right } : entry;
  if (kind === "visit") return entry;
  const read = Array.isArray(changes) && changes.length <= MOST_CHANGES ? changes.map(changeOf) : [];
  const valid = read.filter((change) => change !== undefined);
  return valid.length > 0 && valid.length === read.length ? { ...entry, changes: valid } : undefined;
}

function changeOf(value: unknown): Change | undefined {
  const { field, from, to } = asObject(value);
  const isValid = isText(field, LONGEST_NAME) && isText(from, LONGEST_ADDRESS) && isText(to, LONGEST_ADDRESS);
  return isValid ? { field, from, to } : undefined;
}

const isText = (value: unknown, longest: number): value is string =>
  typeof value === "string" && value.length <= longest;

/** Undefined for a value that is nested too deeply to be written. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
