/** What draw.ts does, with the scenes that have come so far: those of one lesson alone are loaded when they are needed. */
import type { Picture } from "../draw/picture.js";
import type { Scene, SceneInput, StageStep } from "../draw/scene.js";
import { sharedScenes } from "../draw/shared_scenes.js";
import { type PlayedOp, played } from "../timeline/durations.js";

let scenes: Readonly<Partial<Record<PlayedOp, Scene>>> = sharedScenes;
let loading: Promise<void> | undefined;

export const canDraw = ({ op }: StageStep): boolean => scenes[played(op)] !== undefined;

/** The rest of the scenes; rejects where they cannot be had, and tries anew when asked again. */
export function loadScenes(): Promise<void> {
  loading ??= import("../draw/block_scenes.js").then(
    ({ blockScenes }) => {
      scenes = { ...scenes, ...blockScenes };
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** An empty picture where the scene has not come yet. */
export function draw(input: SceneInput, t: number): Picture {
  const { width, height, step } = input;
  return scenes[played(step.op)]?.(input, t) ?? { width, height, marks: [] };
}
