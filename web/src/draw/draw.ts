/** From a step and a moment to a picture: the one table that says which scene draws which operation. */
import { type PlayedOp, played } from "../timeline/durations.js";
import { attentionScenes } from "./attention_scenes.js";
import { blockScenes } from "./block_scenes.js";
import { dataScenes } from "./data_scenes.js";
import { openingScenes } from "./opening_scenes.js";
import type { Picture } from "./picture.js";
import type { Scene, SceneInput } from "./scene.js";

const scenes: Readonly<Record<PlayedOp, Scene>> = {
  ...openingScenes,
  ...dataScenes,
  ...attentionScenes,
  ...blockScenes,
};

export function draw(input: SceneInput, t: number): Picture {
  return scenes[played(input.step.op)](input, t);
}
