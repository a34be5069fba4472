/** Draws any step at any moment. */
import { pictureAt } from "./flight.js";
import type { Picture } from "./picture.js";
import type { SceneInput } from "./scene.js";
import { sceneOf } from "./scenes/scenes.js";

export const draw = (input: SceneInput, t: number): Picture => pictureAt(sceneOf(input.step.op), input, t);
