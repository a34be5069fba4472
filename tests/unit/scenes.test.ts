/** The file of a step's scene is found by name: the step's op names a scene in the table, and the scene its file. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import * as attentionBridge from "../../web/src/draw/scenes/attention_bridge_scenes.js";
import * as attention from "../../web/src/draw/scenes/attention_scenes.js";
import * as block from "../../web/src/draw/scenes/block_scenes.js";
import * as dataBridge from "../../web/src/draw/scenes/data_bridge_scenes.js";
import * as data from "../../web/src/draw/scenes/data_scenes.js";
import * as heads from "../../web/src/draw/scenes/heads_scenes.js";
import * as mask from "../../web/src/draw/scenes/mask_scenes.js";
import * as opening from "../../web/src/draw/scenes/opening_scenes.js";
import * as parameters from "../../web/src/draw/scenes/parameters_scenes.js";
import * as positions from "../../web/src/draw/scenes/positions_scenes.js";
import { partOf, type ScenePart, sceneOf } from "../../web/src/draw/scenes/scenes.js";
import { PLAYED_OPS } from "../../web/src/timeline/durations.js";

const folder = path.join(import.meta.dirname, "../../web/src/draw/scenes");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.basename(file));

const fileOf = (scene: string): string =>
  `${scene.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.ts`;

test.each(PLAYED_OPS)("%s is drawn by the file that its scene is named after", (op) => {
  expect(files.filter((file) => file === fileOf(sceneOf(op)))).toHaveLength(1);
});

const parts: Readonly<Record<ScenePart, object>> = {
  ...{ opening, parameters, data, mask, attention, heads, positions },
  ...{ block, dataBridge, attentionBridge },
};

test.each(PLAYED_OPS)("the scene of %s is in the part that is loaded for it", (op) => {
  expect(parts[partOf(op) ?? "opening"]).toHaveProperty(sceneOf(op));
});

test.each(Object.entries(parts))("the part %s contains only scenes that it is loaded for", (part, scenes) => {
  const own = PLAYED_OPS.filter((op) => partOf(op) === part).map(sceneOf);
  expect(Object.keys(scenes).sort()).toEqual([...new Set(own)].sort());
});
