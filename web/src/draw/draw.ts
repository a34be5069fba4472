/** Draws any step at any moment. It imports all scenes; the page loads them in parts instead (shown_scenes.ts). */
import { pictureAt } from "./flight.js";
import type { Picture } from "./picture.js";
import type { SceneInput } from "./scene.js";
import * as attentionBridge from "./scenes/attention_bridge_scenes.js";
import * as attention from "./scenes/attention_scenes.js";
import * as block from "./scenes/block_scenes.js";
import * as dataBridge from "./scenes/data_bridge_scenes.js";
import * as data from "./scenes/data_scenes.js";
import * as heads from "./scenes/heads_scenes.js";
import * as mask from "./scenes/mask_scenes.js";
import * as opening from "./scenes/opening_scenes.js";
import * as parameters from "./scenes/parameters_scenes.js";
import * as positions from "./scenes/positions_scenes.js";
import { type Scenes, sceneOf } from "./scenes/scenes.js";

const scenes: Scenes = {
  ...{ ...opening, ...parameters, ...data, ...mask, ...attention, ...heads, ...positions },
  ...{ ...block, ...dataBridge, ...attentionBridge },
};

export const draw = (input: SceneInput, t: number): Picture =>
  pictureAt(scenes[sceneOf(input.step.op)], input, t);
