/** The file of a step's scene is found by name: the step's op, its scene in the table, the file of that name. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sceneOf } from "../../web/src/draw/scenes/scenes.js";
import { PLAYED_OPS } from "../../web/src/timeline/durations.js";

const folder = path.join(import.meta.dirname, "../../web/src/draw/scenes");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.basename(file));

const fileOf = (scene: string): string =>
  `${scene.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}.ts`;

test.each(PLAYED_OPS)("%s is drawn by the file that its scene is named after", (op) => {
  expect(files.filter((file) => file === fileOf(sceneOf(op)))).toHaveLength(1);
});
