/**
 * The state document that stores the progress for the next visit. Each step seen and each question answered right is a property
 * of its own, and none is ever taken away: an LRS adds the properties that it receives to those that it has, so the lesson may
 * be open twice.
 */
import type { UnknownFields } from "../../spec/as_object.js";
import { type Done, type Progress, parseProgress } from "../progress.js";
import type { Reached } from "./statements.js";

const LISTS = ["seen", "right"] as const;

/** Without dots, which some databases of LRSs take for paths: `right/q/projection_shape`. */
const property = (list: string, name: string): string => `${list}/${name.replaceAll(".", "/")}`;

export function stateOf(progress: Progress, reached: Reached, seconds: number): UnknownFields {
  const { hasTried, why, step } = progress;
  const properties = LISTS.flatMap((list) => progress[list].map((name) => [property(list, name), true]));
  const on = Object.entries({ hasTried, ...reached }).filter(([, isOn]) => isOn);
  return { v: 1, why, step, seconds, ...Object.fromEntries([...properties, ...on]) };
}

/** The progress in a state document. Earlier versions of this page stored it as lists of names, which may still be there. */
export function doneIn(document: UnknownFields): Done {
  const done = parseProgress(JSON.stringify(document));
  const names = document["v"] === 1 ? Object.keys(document) : [];
  const withProperties = (list: (typeof LISTS)[number]): string[] => {
    const prefix = property(list, "");
    const found = names.filter((name) => name.startsWith(prefix));
    const added = found.map((name) => name.slice(prefix.length).replaceAll("/", "."));
    return [...new Set([...done[list], ...added])];
  };
  return { ...done, seen: withProperties("seen"), right: withProperties("right") };
}
