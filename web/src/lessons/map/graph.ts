/**
 * A lesson as a graph, with its tensors as nodes and their inputs as edges, and the path of a token through it. Weights and
 * biases belong to the node that reads them. Steps without a tensor in the trace (bridges) are listed beside the graph.
 */
import type { Focus, StageStep } from "../../draw/picture.js";
import type { Step, Trace } from "../../module/types.js";
import { membersOf } from "../groups.js";
import type { LessonStep } from "../lesson.js";

export interface MapNode {
  /** The name of its tensor. */
  readonly id: string;
  readonly step: StageStep;
  /** The weights and biases that only this operation reads. */
  readonly parameters: readonly StageStep[];
  /** The nodes whose tensors it reads, each once. */
  readonly inputs: readonly string[];
}

export interface LessonGraph {
  readonly nodes: readonly MapNode[];
  /** The steps without a tensor in the trace. */
  readonly beside: readonly LessonStep[];
}

const PARAMETER = /\.(weight|bias)$/;

export function graphOf(trace: Trace, steps: readonly LessonStep[]): LessonGraph {
  const members = steps.flatMap(membersOf);
  const byName = new Map<string, Step>(trace.steps.map((step) => [step.name, step]));
  const shown = new Set<string>(members.map(({ id }) => id).filter((id) => byName.has(id)));
  const tensors = trace.steps.filter(({ name }) => shown.has(name));
  const inputs = new Map<string, readonly string[]>(
    tensors.map(({ name }) => [name, shownInputs(byName, shown, name)]),
  );
  const readers = (name: string): string[] =>
    tensors.map((tensor) => tensor.name).filter((reader) => inputs.get(reader)?.includes(name));
  const owned = new Set<string>(
    tensors.map(({ name }) => name).filter((name) => PARAMETER.test(name) && readers(name).length === 1),
  );
  const nodes = tensors
    .filter(({ name }) => !owned.has(name))
    .map((step): MapNode => {
      const read = inputs.get(step.name) ?? [];
      return {
        id: step.name,
        step,
        parameters: tensors.filter(({ name }) => owned.has(name) && read.includes(name)),
        inputs: read.filter((name) => !owned.has(name)),
      };
    });
  return { nodes, beside: members.filter(({ id }) => !byName.has(id)) };
}

/** The inputs of a tensor that the lesson shows; an input that it does not show is replaced by its own inputs. */
function shownInputs(
  byName: ReadonlyMap<string, Pick<Step, "inputs">>,
  shown: ReadonlySet<string>,
  name: string,
): readonly string[] {
  const read: readonly string[] = byName.get(name)?.inputs ?? [];
  const found = read.flatMap((input) => (shown.has(input) ? [input] : shownInputs(byName, shown, input)));
  return [...new Set(found)];
}

export type Sequence = "ids" | "target_ids";

export interface Token {
  readonly sequence: Sequence;
  /** Its position in the sentence. */
  readonly at: number;
}

/**
 * A stop on a token's path: a tensor, and the axis of it along which the token is found. In a table of queries by keys that is
 * the token's row as a query, or its column as a key if the queries are from another sentence.
 */
export interface Stop {
  readonly id: string;
  readonly axis: number;
}

/** The letter of the axis that counts the tokens of a sequence. */
const letterOf = (trace: Trace, sequence: Sequence): string | undefined =>
  trace.steps.find(({ name }) => name === sequence)?.axes[1];

/** The stops of a token, in the order of the trace; none if the lesson does not show its sequence. */
export function stopsOf(trace: Trace, { nodes }: LessonGraph, { sequence }: Token): readonly Stop[] {
  const letter = letterOf(trace, sequence);
  if (letter === undefined) return [];
  const derived = new Set([sequence as string]);
  return nodes.flatMap(({ id, step, inputs }): Stop[] => {
    if (id !== sequence && !inputs.some((input) => derived.has(input))) return [];
    derived.add(id);
    const axis = step.axes.indexOf(letter);
    return axis < 0 ? [] : [{ id, axis }];
  });
}

/** The token's part of a tensor, in Python's notation: q_heads[0, :, 2, :]. */
export function sliceText({ id, axis }: Stop, step: StageStep, { batch }: Focus, { at }: Token): string {
  const index = step.axes.map((letter, i) => {
    if (i === axis) return at;
    return letter === "B" ? Math.min(batch, (step.shape[i] ?? 1) - 1) : ":";
  });
  return `${id}[${index.join(", ")}]`;
}
