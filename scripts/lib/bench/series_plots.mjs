/** The two plots of docs/speed.md: time against L with the two parts of its fit, and time against d_model. */
import { plot } from "./plot.mjs";
import { OURS } from "./report.mjs";
import { fitOf, oursIn } from "./table.mjs";
import { LENGTH_SERIES, WIDTH_SERIES } from "./workloads.mjs";

/** @typedef {import("./report.mjs").Part} Part */

const CONTESTANTS = { [OURS]: "ours", "onnxruntime-web": "onnxruntime", "tfjs-backend-wasm": "tfjs" };

/** @param {Part} part @param {typeof LENGTH_SERIES} series @param {"length" | "dModel"} along */
const measured = (part, series, along) =>
  Object.entries(CONTESTANTS).flatMap(([name, role]) => {
    const points = series.flatMap((workload) => {
      const race = part.races.find((one) => one.workload === workload.name);
      const entry = race?.entries.find(({ contestant }) => contestant === name);
      return entry ? [{ x: workload[along], ms: entry.ms.median }] : [];
    });
    return points.length > 0 ? [{ name, role, points, dots: true }] : [];
  });

/** @param {Part} part */
export function lengthPlot(part) {
  const { perLinear, perSquare } = fitOf(part);
  const works = oursIn(part, LENGTH_SERIES).map(({ workload, linear, square }) => ({
    x: workload.length,
    linear,
    square,
  }));
  const line = (
    /** @type {string} */ name,
    /** @type {string} */ role,
    /** @type {(work: typeof works[0]) => number} */ msOf,
  ) => ({
    ...{ name, role },
    points: works.map((work) => ({ x: work.x, ms: msOf(work) })),
  });
  const parts = [
    line("its fit, both parts", "fit", ({ linear, square }) => perLinear * linear + perSquare * square),
    line("linear, L d²", "part", ({ linear }) => perLinear * linear),
    line("attention, L² d", "part", ({ square }) => perSquare * square),
  ];
  const words = { title: "Time of a forward pass against L", axis: "L (d_model 512, 8 heads, one sequence)" };
  return plot([...measured(part, LENGTH_SERIES, "length"), ...parts], words);
}

/** @param {Part} part */
export const widthPlot = (part) =>
  plot(measured(part, WIDTH_SERIES, "dModel"), {
    title: "Time of a forward pass against d_model",
    axis: "d_model (L 64, one sequence)",
  });
