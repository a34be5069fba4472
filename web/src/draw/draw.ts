/** From a step and a moment to a picture: the one table that says which scene draws which operation. */
import { type PlayedOp, played } from "../timeline/durations.js";
import type { Picture } from "./picture.js";
import type { Scene, SceneInput } from "./scene.js";
import { attentionScenes } from "./scenes/attention_scenes.js";
import { blockScenes } from "./scenes/block_scenes.js";
import { dataScenes } from "./scenes/data_scenes.js";
import { openingScenes } from "./scenes/opening_scenes.js";

const scenes: Readonly<Record<PlayedOp, Scene>> = {
  ...openingScenes,
  ...dataScenes,
  ...attentionScenes,
  ...blockScenes,
};

export function draw(input: SceneInput, t: number): Picture {
  return scenes[played(input.step.op)](input, t);
}
