/**
 * The steps of a program in groups: its loops, its calls, and what one call of a library does. A group is one step until it is
 * entered. Which groups are entered follows from where the reader is: the step, and how many of the groups around it are open.
 */
import type { ProgramStep, SourcePlace } from "../module/python/types.js";

export type Place = Omit<SourcePlace, "frames" | "cell">;

export interface Group {
  readonly kind: "loop" | "call" | "module";
  /** The head of a loop, the expression of a call. */
  readonly place: Place;
  /** The number of a call; 0 for all else. */
  readonly call: number;
  /** A module's path within the call. */
  readonly module: string;
  /** The indices of its first step and its last. */
  readonly first: number;
  readonly last: number;
  /** The first step of each turn of a loop. */
  readonly turns: readonly number[];
}

/** The groups around each step, outermost first. */
export type Paths = readonly (readonly Group[])[];

/** A place in the program: a step within so many of the groups around it. At a group that is not entered, it is the group's last step. */
export interface Stop {
  readonly index: number;
  readonly level: number;
}

/** What is one step: a step, or a group that is not entered. */
export interface Item {
  readonly first: number;
  readonly last: number;
  readonly group: Group | undefined;
}

type Growing = { -readonly [K in keyof Group]: Group[K] } & { key: string; turn: number; turns: number[] };

/** What a library does in so few steps is seen as they are. */
const LEAST_OF_LIBRARY = 4;

const placeKey = ({ line, column, endLine, endColumn }: Place): string =>
  `${line}:${column}:${endLine}:${endColumn}`;

const isSamePlace = (a: Place, b: Place): boolean =>
  a.line === b.line && a.column === b.column && a.endLine === b.endLine && a.endColumn === b.endColumn;

/** A group is worth a fold: it has several steps, or turns, and not just those of the group around it. */
function isWorth({ kind, first, last, turns }: Group, outer: Group | undefined): boolean {
  const count = last - first + 1;
  if (kind === "loop") return turns.length > 1;
  if (outer?.kind === kind && outer.first === first && outer.last === last) return false;
  return count >= (kind === "module" ? LEAST_OF_LIBRARY : 2);
}

export function pathsOf(steps: readonly ProgramStep[]): Paths {
  const all: Growing[][] = [];
  let open: Growing[] = [];
  for (const [i, { around }] of steps.entries()) {
    if (i === 0 || steps[i - 1]?.around !== around) open = goingOn(open, around, i);
    for (const group of open) group.last = i;
    all.push(open);
  }
  const worth = new Map<readonly Growing[], readonly Group[]>();
  const paths = all.map((path) => {
    const known = worth.get(path);
    if (known) return known;
    const kept: Group[] = [];
    for (const group of path) if (isWorth(group, kept.at(-1))) kept.push(group);
    worth.set(path, kept);
    return kept;
  });
  for (let first = 0; first < steps.length; ) {
    const last = endOfExpression(steps, first);
    if (last - first + 1 >= LEAST_OF_LIBRARY) addModules(paths, steps, first, last, 0);
    first = last + 1;
  }
  return paths;
}

/** The groups around step `i`, some of which the step before may be in, too. */
function goingOn(open: readonly Growing[], around: ProgramStep["around"], i: number): Growing[] {
  const wanted = around.map(({ turn = 0, call = 0, ...place }): Growing => {
    const kind = call === 0 ? "loop" : "call";
    const key = call === 0 ? placeKey(place) : String(call);
    const turns = kind === "loop" ? [i] : [];
    return { kind, place, call, module: "", key, turn, turns, first: i, last: i };
  });
  const kept: Growing[] = [];
  for (const [level, { key, turn }] of wanted.entries()) {
    const group = open[level];
    if (group?.key !== key) break;
    kept.push(group);
    if (group.turn === turn) continue;
    group.turn = turn;
    group.turns.push(i);
    break;
  }
  return [...kept, ...wanted.slice(kept.length)];
}

/** The last of the steps that one expression has made without a break. */
export function endOfExpression(steps: readonly ProgramStep[], first: number): number {
  const { around, source } = steps[first] as ProgramStep;
  let last = first;
  for (let next = steps[last + 1]; next; next = steps[last + 1]) {
    if (next.around !== around || !isSamePlace(next.source, source)) break;
    last++;
  }
  return last;
}

/** "encoder.layers.0.att" → encoder, layers.0, att */
const partsOf = (module: string | undefined): readonly string[] => module?.match(/[^.]+(\.\d+)*/g) ?? [];

/** Groups what a library does in one expression: all of it, and in it the modules that have steps enough. */
function addModules(
  paths: (readonly Group[])[],
  steps: readonly ProgramStep[],
  first: number,
  last: number,
  depth: number,
): void {
  const partAt = (i: number, at: number): string => partsOf(steps[i]?.module)[at] ?? "";
  const outer = paths[first] ?? [];
  const module = depth === 0 ? "" : partAt(first, depth - 1);
  const { source: place } = steps[first] as ProgramStep;
  const group: Group = { kind: "module", place, call: 0, module, first, last, turns: [] };
  if (isWorth(group, outer.at(-1))) paths.fill([...outer, group], first, last + 1);
  for (let from = first; from <= last; ) {
    const part = partAt(from, depth);
    let to = from;
    while (to < last && partAt(to + 1, depth) === part) to++;
    if (part && to - from + 1 >= LEAST_OF_LIBRARY) addModules(paths, steps, from, to, depth + 1);
    from = to + 1;
  }
}

const NONE: readonly Group[] = [];
const pathAt = (paths: Paths, index: number): readonly Group[] => paths[index] ?? NONE;

export const enteredGroups = (paths: Paths, { index, level }: Stop): readonly Group[] =>
  pathAt(paths, index).slice(0, level);

export const innermostLoop = (entered: readonly Group[]): number =>
  entered.findLastIndex(({ kind }) => kind === "loop");

/** The group that is shown as one step; undefined at a step. */
export const groupAt = (paths: Paths, { index, level }: Stop): Group | undefined =>
  pathAt(paths, index)[level];

/** The turn of a loop that a step is in, counted from 0. */
export const turnAt = ({ turns }: Group, index: number): number =>
  turns.findLastIndex((first) => first <= index);

/** The first step and the last of what is open: a group, and of a loop one turn. */
export function openRange(paths: Paths, stop: Stop): readonly [number, number] {
  const group = enteredGroups(paths, stop).at(-1);
  if (!group) return [0, paths.length - 1];
  const turn = turnAt(group, stop.index);
  return turn < 0
    ? [group.first, group.last]
    : [group.turns[turn] ?? 0, (group.turns[turn + 1] ?? group.last + 1) - 1];
}

export function itemsBetween(paths: Paths, level: number, first: number, last: number): readonly Item[] {
  const items: Item[] = [];
  for (let i = first; i <= last; i = (items.at(-1)?.last ?? i) + 1) {
    const group = pathAt(paths, i)[level];
    items.push({ first: i, last: group?.last ?? i, group });
  }
  return items;
}

/** A step, or the group that it is in, where `level` groups are open. */
export function inGroups(paths: Paths, index: number, most: number): Stop {
  const path = pathAt(paths, index);
  const level = Math.min(most, path.length);
  return { index: path[level]?.last ?? index, level };
}

/** The step itself, in all of its groups. */
export const innermost = (paths: Paths, index: number): Stop => ({
  index,
  level: pathAt(paths, index).length,
});

/** What comes into view at a step for someone who comes from `from`: groups that both are in stay open, others are not entered. */
export function arriving(paths: Paths, index: number, from: Stop): Stop {
  const path = pathAt(paths, index);
  const entered = enteredGroups(paths, from);
  const differs = entered.findIndex((group, i) => path[i] !== group);
  return inGroups(paths, index, differs < 0 ? entered.length : differs);
}

/** Where the item that is shown begins. */
export const firstOf = (paths: Paths, stop: Stop): number => groupAt(paths, stop)?.first ?? stop.index;

/** Into the group that is shown, to the first of several steps in it. */
export function entering(paths: Paths, stop: Stop): Stop {
  const group = groupAt(paths, stop);
  if (!group) return stop;
  const inside = inGroups(paths, group.first, stop.level + 1);
  const [first, last] = openRange(paths, inside);
  return groupAt(paths, inside)?.first === first && inside.index === last ? entering(paths, inside) : inside;
}

/** Out of the innermost group that is open, and on to where there is more to see than the group itself. */
export function leaving(paths: Paths, { index, level }: Stop): Stop | undefined {
  if (level === 0) return undefined;
  const outside = inGroups(paths, index, level - 1);
  const [first, last] = openRange(paths, outside);
  const isAll = firstOf(paths, outside) === first && outside.index === last;
  return (isAll ? leaving(paths, outside) : undefined) ?? outside;
}

/** The same place in another turn of a loop: the same expression in it, else the turn's first step. */
export function inTurn(
  paths: Paths,
  steps: readonly ProgramStep[],
  stop: Stop,
  loop: Group,
  turn: number,
): Stop | undefined {
  const start = loop.turns[turn];
  if (start === undefined) return undefined;
  const end = (loop.turns[turn + 1] ?? loop.last + 1) - 1;
  const places = (index: number): string => {
    const step = steps[index];
    return step ? [...step.around, step.source].map(placeKey).join() : "";
  };
  const wanted = places(stop.index);
  const like = (from: number, to: number): readonly number[] =>
    itemsBetween([], 0, from, to).flatMap(({ first }) => (places(first) === wanted ? [first] : []));
  const nth = like(loop.turns[turnAt(loop, stop.index)] ?? loop.first, stop.index).length - 1;
  const all = like(start, end);
  const found = all[nth] ?? all.at(-1) ?? start;
  return inGroups(paths, found, stop.level);
}

/**
 * What a place in the code made: of the expressions and calls around it the innermost one, or without a column what its line did
 * last. Of several, as in the turns of a loop, the one that is nearest to `near`.
 */
export function stopAtPlace(
  paths: Paths,
  steps: readonly ProgramStep[],
  line: number,
  column: number | undefined,
  near: number,
): Stop | undefined {
  const isOn = (place: Place): boolean => place.line <= line && place.endLine >= line;
  const isAround = (place: Place): boolean =>
    column !== undefined &&
    (place.line < line || (place.line === line && place.column <= column)) &&
    (place.endLine > line || (place.endLine === line && place.endColumn >= column));
  const size = (place: Place): number => (place.endLine - place.line) * 1000 + place.endColumn - place.column;
  let best: { readonly stop: Stop; readonly size: number } | undefined;
  /** What the line did without a break. */
  const runs: { readonly first: number; stop: Stop; end: number }[] = [];
  for (const [index, step] of steps.entries()) {
    const path = pathAt(paths, index);
    const level = [...path, undefined].findIndex(
      (group) => group?.kind !== "loop" && isOn(group?.place ?? step.source),
    );
    if (level < 0) continue;
    const stop = inGroups(paths, index, level);
    const last = runs.at(-1);
    if (last?.end === index - 1) Object.assign(last, { stop, end: index });
    else runs.push({ first: index, stop, end: index });
    const place = path[level]?.place ?? step.source;
    if (!isAround(place)) continue;
    const smaller = best ? best.size - size(place) : 1;
    const nearer = best ? Math.abs(best.stop.index - near) - Math.abs(stop.index - near) : 1;
    if (smaller > 0 || (smaller === 0 && nearer > 0)) best = { stop, size: size(place) };
  }
  if (best) return best.stop;
  const distance = ({ first, end }: { readonly first: number; readonly end: number }): number =>
    Math.max(first - near, near - end, 0);
  return runs.toReversed().sort((a, b) => distance(a) - distance(b))[0]?.stop;
}
