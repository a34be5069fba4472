/** The data of the loss curves, and the layout of their lines and labels. */
import { expect, test } from "vitest";
import { latestOf, leakBegins, panelsOf, tableRows } from "../../web/src/lab/curves.js";
import { perRun } from "../../web/src/lab/runs.js";
import { initialState, type LabState } from "../../web/src/lab/state.js";
import { bandPath, endLabels, pathOf, plotOf, scalesOf, ticksOf } from "../../web/src/views/lab/curves.js";
import { SETTINGS } from "./lab_stand_in.js";

const STEPS = 1000;
const losses = (most: number) => Float32Array.from({ length: STEPS }, (_, i) => most / (1 + i / 100));
const state: LabState = {
  ...initialState(SETTINGS),
  steps: STEPS,
  losses: perRun(() => losses(9)),
  smooth: { masked: losses(3), unmasked: losses(2), weak: losses(2.5) },
  measured: [0, STEPS].map((step) => ({ step, heldOut: perRun(() => 1), asUsed: perRun(() => 4) })),
  seeds: [
    {
      ...{ seed: 43, losses: perRun(() => losses(9)), smooth: perRun(() => losses(4)) },
      measured: [{ step: STEPS, heldOut: perRun(() => 1.5), asUsed: perRun(() => 3) }],
    },
  ],
};

test("a line has few points, the first and the last step among them", () => {
  const [training] = panelsOf(state);
  const points = training?.lines[0]?.points ?? [];
  expect(points.length).toBeLessThanOrEqual(160);
  expect([points[0]?.step, points.at(-1)?.step]).toEqual([1, STEPS]);
});

test("the band goes from the smallest to the largest loss of all seeds", () => {
  const band = panelsOf(state)[0]?.lines[0]?.band ?? [];
  expect(band[0]?.low).toBeCloseTo(3);
  expect(band[0]?.high).toBeCloseTo(4);
});

test("held-out losses have a band at the steps where all seeds were measured", () => {
  const [, heldOut, asUsed] = panelsOf(state);
  expect(heldOut?.lines[0]?.band).toEqual([{ step: STEPS, low: 1, high: 1.5 }]);
  expect(asUsed?.lines[2]?.band).toEqual([{ step: STEPS, low: 3, high: 4 }]);
  expect(panelsOf({ ...state, seeds: [] }).flatMap(({ lines }) => lines.flatMap(({ band }) => band))).toEqual(
    [],
  );
});

test("the newest losses and the table are those of the curves", () => {
  const latest = latestOf(state);
  expect(latest?.asUsed.weak).toBe(4);
  expect(latest?.training.masked).toBeCloseTo(state.smooth.masked.at(-1) ?? 0);
  const rows = tableRows(state);
  expect(rows[0]?.training).toBeUndefined();
  expect(rows[1]?.training?.masked).toBeCloseTo(latest?.training.masked ?? 0);
});

test("the leak begins at the last checkpoint before the unmasked loss leaves the masked one", () => {
  const flat = new Float32Array(STEPS).fill(3);
  const leaking = Float32Array.from(flat, (loss, i) => loss * Math.exp(-Math.max(0, i - 70) / 100));
  const checkpoints = [0, 40, 60, 80, 100];
  const trained = { ...state, checkpoints, smooth: { ...perRun(() => flat), unmasked: leaking } };
  expect(leakBegins(trained)).toBe(80);
  expect(leakBegins({ ...trained, checkpoints: [] })).toBeUndefined();
  // Until the leak is learned, its gradients are largest at the present step, so there is no earlier step to go to.
  expect(leakBegins({ ...trained, smooth: perRun(() => flat) })).toBeUndefined();
});

test("a diverging loss does not flatten the others, and stays in the picture", () => {
  const wild = panelsOf({
    ...state,
    measured: [{ step: 10, heldOut: perRun(() => 1e9), asUsed: perRun(() => 1) }],
  });
  const scales = scalesOf(wild, 400, 3);
  expect(scales).toEqual({ steps: STEPS, most: 9 });
  const plot = plotOf({ width: 400, height: 200 }, scales, 80);
  expect(plot.y(1e9)).toBeGreaterThanOrEqual(0);
});

test("the axis has at most six labelled losses", () => {
  for (const most of [0.1, 0.7, 3.4, 9, 30]) {
    const ticks = ticksOf(most);
    expect(ticks.length).toBeGreaterThan(1);
    expect(ticks.length).toBeLessThanOrEqual(6);
    expect(ticks.at(-1)).toBeLessThanOrEqual(most);
  }
});

test("labels at the lines' ends do not cover each other and stay in the picture", () => {
  const panels = panelsOf(state);
  const plot = plotOf({ width: 400, height: 200 }, scalesOf(panels, 400, 3.5), 80);
  for (const { lines } of panels) {
    const ys = endLabels(plot, lines).map(({ y }) => y);
    expect(ys.length).toBe(3);
    for (const [i, y] of ys.entries()) {
      if (i > 0) expect(y - (ys[i - 1] ?? 0)).toBeGreaterThanOrEqual(17);
      expect(y).toBeLessThanOrEqual(200);
    }
  }
});

test("a path starts with a move, a band is closed, and no points make no band", () => {
  const plot = plotOf({ width: 130, height: 136 }, { steps: 100, most: 1 }, 0);
  expect(
    pathOf(plot, [
      { step: 0, loss: 0 },
      { step: 100, loss: 1 },
    ]),
  ).toBe("M30 110L130 10");
  expect(pathOf(plot, [{ step: 12.34, loss: 0.999 }])).toBe("M42.3 10.1");
  expect(bandPath(plot, [{ step: 0, low: 0, high: 1 }])).toBe("M30 10L30 110Z");
  expect(bandPath(plot, [])).toBe("");
});
