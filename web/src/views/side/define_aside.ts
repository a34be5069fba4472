/** Registers the figures of the notes and what is said of the trained model. Importing this file is what makes them appear. */
import { registerElements } from "../common/register.js";
import { AsideElement } from "./aside_element.js";
import { TrainedElement } from "./trained_element.js";

registerElements([
  ["heads-up-aside", AsideElement],
  ["heads-up-trained", TrainedElement],
]);
