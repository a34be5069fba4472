/** Like draw.ts, with the scenes loaded so far: scenes that no first picture needs load later. */
import type { Picture } from "../../draw/picture.js";
import type { SceneInput, StageStep } from "../../draw/scene.js";
import * as openingScenes from "../../draw/scenes/opening_scenes.js";
import { type Scenes, sceneOf } from "../../draw/scenes/scenes.js";
import { once } from "../../store/once.js";

let scenes: Partial<Scenes> = openingScenes;

const addScenes = (more: Partial<Scenes>): void => {
  scenes = { ...scenes, ...more };
};
const loadData = once(async () => addScenes(await import("../../draw/scenes/data_scenes.js")));
const loadAttention = once(async () => addScenes(await import("../../draw/scenes/attention_scenes.js")));
const loadBlock = once(async () => addScenes(await import("../../draw/scenes/block_scenes.js")));

export const canDraw = ({ op }: Pick<StageStep, "op">): boolean => scenes[sceneOf(op)] !== undefined;

/** Loads scenes until these steps can be drawn or nothing is left to load. */
export async function loadScenes(steps: readonly Pick<StageStep, "op">[]): Promise<void> {
  if (!steps.every(canDraw)) await loadData();
  if (!steps.every(canDraw)) await loadAttention();
  if (!steps.every(canDraw)) await loadBlock();
}

/** Returns an empty picture if the scene has not been loaded yet. */
export function draw(input: SceneInput, t: number): Picture {
  const { width, height, step } = input;
  return scenes[sceneOf(step.op)]?.(input, t) ?? { width, height, marks: [] };
}
