/** A scene's picture at a moment of its step: what flies passes beneath, and the finished result stands for a while. */
import { settled } from "../timeline/durations.js";
import { beneath } from "./flight.js";
import type { Picture } from "./picture.js";
import type { Scene, SceneInput } from "./scene.js";

export const pictureAt = (scene: Scene, input: SceneInput, t: number): Picture =>
  beneath(
    { width: input.width, height: input.height, marks: scene(input, settled(input.step.op, t)) },
    input.theme.paper,
  );
