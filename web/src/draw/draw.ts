/** From a step and a moment to a picture: the one table that says which scene draws which operation. */
import { type PlayedOp, played } from "../timeline/durations.js";
import { blockScenes } from "./block_scenes.js";
import type { Picture } from "./picture.js";
import type { Scene, SceneInput } from "./scene.js";
import { sharedScenes } from "./shared_scenes.js";

const scenes: Readonly<Record<PlayedOp, Scene>> = { ...sharedScenes, ...blockScenes };

export function draw(input: SceneInput, t: number): Picture {
  return scenes[played(input.step.op)](input, t);
}
