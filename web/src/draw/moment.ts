/** A scene's picture at time t of its step: moving marks pass beneath the others, and the end of the step holds the result. */
import { sceneTime } from "../timeline/durations.js";
import { withFlyingBeneath } from "./flight.js";
import type { Picture } from "./picture.js";
import type { Scene, SceneInput } from "./scene.js";

export const pictureAt = (scene: Scene, input: SceneInput, t: number): Picture =>
  withFlyingBeneath(
    { width: input.width, height: input.height, marks: scene(input, sceneTime(input.step.op, t)) },
    input.theme.paper,
  );
