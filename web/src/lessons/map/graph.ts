/**
 * A lesson as a graph, with its tensors as nodes and their inputs as edges. Weights and biases belong to the node that reads
 * them. Steps without a tensor in the trace (bridges) are listed beside the graph.
 */
import type { StageStep } from "../../draw/scene.js";
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
