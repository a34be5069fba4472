/** Like draw.ts, with the scenes loaded so far. Each part loads before the first step that needs it. */
import { pictureAt } from "../../draw/flight.js";
import type { Picture } from "../../draw/picture.js";
import type { SceneInput, StageStep } from "../../draw/scene.js";
import { partOf, type ScenePart, type Scenes, sceneOf } from "../../draw/scenes/scenes.js";
import { once } from "../../store/once.js";

let scenes: Partial<Scenes> = {};

const addScenes = (more: Partial<Scenes>): void => {
  scenes = { ...scenes, ...more };
};

const loadPart: Readonly<Record<ScenePart, () => Promise<void>>> = {
  opening: once(async () => addScenes(await import("../../draw/scenes/opening_scenes.js"))),
  parameters: once(async () => addScenes(await import("../../draw/scenes/parameters_scenes.js"))),
  data: once(async () => addScenes(await import("../../draw/scenes/data_scenes.js"))),
  mask: once(async () => addScenes(await import("../../draw/scenes/mask_scenes.js"))),
  attention: once(async () => addScenes(await import("../../draw/scenes/attention_scenes.js"))),
  heads: once(async () => addScenes(await import("../../draw/scenes/heads_scenes.js"))),
  positions: once(async () => addScenes(await import("../../draw/scenes/positions_scenes.js"))),
  block: once(async () => addScenes(await import("../../draw/scenes/block_scenes.js"))),
  dataBridge: once(async () => addScenes(await import("../../draw/scenes/data_bridge_scenes.js"))),
  attentionBridge: once(async () => addScenes(await import("../../draw/scenes/attention_bridge_scenes.js"))),
};

export const canDraw = ({ op }: Pick<StageStep, "op">): boolean => scenes[sceneOf(op)] !== undefined;

/** Loads the scenes of these steps; a part that fails is skipped. */
export async function loadScenes(steps: readonly Pick<StageStep, "op">[]): Promise<void> {
  const parts = new Set(steps.filter((step) => !canDraw(step)).map(({ op }) => partOf(op)));
  await Promise.all([...parts].map((part) => part && loadPart[part]()));
}

/** Returns an empty picture if the scene has not been loaded yet. */
export function draw(input: SceneInput, t: number): Picture {
  const { width, height, step } = input;
  const scene = scenes[sceneOf(step.op)];
  return scene ? pictureAt(scene, input, t) : { width, height, marks: [] };
}
