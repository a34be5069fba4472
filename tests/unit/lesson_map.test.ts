/** The map of a lesson: its graph is that of the trace, and nothing on it overlaps at any width. */
import { describe, expect, test } from "vitest";
import type { Rect } from "../../web/src/draw/picture.js";
import { grouped, membersOf } from "../../web/src/lessons/groups.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import { graphOf, type LessonGraph, sliceText, stopsOf } from "../../web/src/lessons/map/graph.js";
import { nameLines, type Plan, planOf, shapeLines } from "../../web/src/lessons/map/plan.js";
import type { Trace } from "../../web/src/module/types.js";
import { essential, sampled } from "../sampled.js";
import { type Variation, variation, variations } from "./traces.js";

const stepsOf = (trace: Trace) => grouped(lessonNamed(trace.spec.lesson).steps(trace));
const graphOfTrace = (trace: Trace): LessonGraph => graphOf(trace, stepsOf(trace));
const mapOf = (trace: Trace): string => lessonNamed(trace.spec.lesson).map;
/** A phone, a tablet and a screen first; the other widths are for `npm run walks`. */
const WIDTHS = [362, 640, 1192, 340, 400, 480, 560, 639, 700, 800, 900, 1000, 1100, 1280];

const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width - 0.01 &&
  b.x < a.x + a.width - 0.01 &&
  a.y < b.y + b.height - 0.01 &&
  b.y < a.y + a.height - 0.01;

const overlaps = ({ nodes }: Plan): string[] =>
  nodes.flatMap((a, i) =>
    nodes.slice(i + 1).flatMap((b) => (overlap(a.cell, b.cell) ? `${a.id} and ${b.id}` : [])),
  );

/** The nodes that an edge between two other nodes runs through. */
const crossedNodes = ({ nodes, edges }: Plan): string[] =>
  edges.flatMap(({ from, to, points }) =>
    nodes
      .filter(({ id }) => id !== from && id !== to)
      .filter(({ cell: { x, y, width, height } }) =>
        points.some(([px, py]) => px > x + 1 && px < x + width - 1 && py > y + 1 && py < y + height - 1),
      )
      .map(({ id }) => `${from} to ${to} runs through ${id}`),
  );

describe.each(variations)("the map of %s", (_, trace) => {
  const graph = graphOfTrace(trace);

  essential("has every step of the lesson once", () => {
    const drawn = graph.nodes.flatMap(({ id, parameters }) => [id, ...parameters.map(({ name }) => name)]);
    const beside = graph.beside.map(({ id }) => id);
    const all = stepsOf(trace).flatMap(membersOf);
    expect([...drawn, ...beside].sort()).toEqual(all.map(({ id }) => id).sort());
  });

  essential("has the inputs of the trace as edges", () => {
    const shown = new Set(
      graph.nodes.flatMap(({ id, parameters }) => [id, ...parameters.map((one) => one.name)]),
    );
    for (const { id, inputs, parameters } of graph.nodes) {
      const { inputs: read = [] } = trace.steps.find(({ name }) => name === id) ?? {};
      const through = read.flatMap((name) =>
        shown.has(name) ? [name] : (trace.steps.find((one) => one.name === name)?.inputs ?? []),
      );
      expect([...inputs, ...parameters.map(({ name }) => name)].sort(), id).toEqual(
        [...new Set(through)].sort(),
      );
    }
  });

  essential("has a place for every tensor", () => {
    const placed = mapOf(trace).split(/\s+/);
    expect(graph.nodes.map(({ id }) => id).filter((id) => !placed.includes(id))).toEqual([]);
  });

  test.each(sampled(WIDTHS, 3))("%d wide, nothing overlaps", (width) => {
    const plan = planOf(graph, mapOf(trace), width);
    expect(overlaps(plan)).toEqual([]);
    expect(crossedNodes(plan)).toEqual([]);
    const isInside = ({ x, y, width, height }: Rect): boolean =>
      x >= 0 && y >= 0 && x + width <= plan.width + 0.01 && y + height <= plan.height + 0.01;
    expect(plan.nodes.flatMap(({ id, cell }) => (isInside(cell) ? [] : [id]))).toEqual([]);
    expect(plan.width).toBe(width);
    expect(JSON.stringify(planOf(graph, mapOf(trace), width))).toBe(JSON.stringify(plan));
  });
});

essential("a lesson that leaves out steps connects the remaining ones", () => {
  const trace = variation("masked");
  const steps = lessonNamed("masked-multi-head").steps(trace);
  const some = steps.filter(({ id }) => ["ids", "q", "scores", "attention"].includes(id));
  const { nodes } = graphOf(trace, some);
  expect(nodes.map(({ id, inputs }) => [id, inputs])).toEqual([
    ["ids", []],
    ["q", ["ids"]],
    ["scores", ["q", "ids"]],
    ["attention", ["scores", "ids"]],
  ]);
});

describe("a token's path", () => {
  const pathOf = (name: Variation, sequence: "ids" | "target_ids"): string[] => {
    const trace = variation(name);
    const graph = graphOfTrace(trace);
    const token = { sequence, at: 1 };
    return stopsOf(trace, graph, token).map((stop) => {
      const step = graph.nodes.find(({ id }) => id === stop.id)?.step;
      return step ? sliceText(stop, step, { batch: 1, head: 0 }, token) : "";
    });
  };

  essential("goes through every tensor made from its sentence", () => {
    expect(pathOf("masked", "ids")).toEqual([
      "ids[1, 1]",
      "embedding[1, 1, :]",
      "padding_mask[1, :, 1]",
      "mask[1, 1, :]",
      "q[1, 1, :]",
      "k[1, 1, :]",
      "v[1, 1, :]",
      "q_split[1, 1, :, :]",
      "k_split[1, 1, :, :]",
      "v_split[1, 1, :, :]",
      "q_heads[1, :, 1, :]",
      "k_heads[1, :, 1, :]",
      "v_heads[1, :, 1, :]",
      "scores[1, :, 1, :]",
      "masked_scores[1, :, 1, :]",
      "attention[1, :, 1, :]",
      "values[1, :, 1, :]",
      "values_merged[1, 1, :, :]",
      "concat[1, 1, :]",
      "output[1, 1, :]",
    ]);
  });

  essential("ends at the key's column where the queries are other tokens", () => {
    const source = pathOf("encoder-decoder", "ids");
    expect(source.at(-1)).toBe("attention[1, :, :, 1]");
    expect(source).not.toContain("q[1, 1, :]");
    const target = pathOf("encoder-decoder", "target_ids");
    expect(target).not.toContain("k[1, 1, :]");
    expect(target.at(-1)).toBe("output[1, 1, :]");
  });

  essential("leaves out tensors that depend on no sentence", () => {
    expect(pathOf("masked", "ids").join()).not.toContain("nopeak_mask");
    expect(pathOf("masked", "target_ids")).toEqual([]);
  });
});

essential("names break at underscores, and shapes between axes", () => {
  expect(nameLines("warmup_masked_scores", 66)).toEqual(["warmup_", "masked_", "scores"]);
  expect(nameLines("q_heads", 66)).toEqual(["q_heads"]);
  const step = { axes: ["B", "H", "L", "L"], shape: [5, 2, 10, 10] };
  expect(shapeLines(step, 66).map((line) => line.map(({ text }) => text).join(" "))).toEqual([
    "B5 H2 L10",
    "L10",
  ]);
});
