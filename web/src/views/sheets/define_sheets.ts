/** Registers the sheets over the stage: comparisons, exercises, the class and practice. Importing this file makes them appear. */

import { ClassFormElement } from "../class_form/class_form_element.js";
import { registerElements } from "../common/register.js";
import { PracticeElement } from "../practice/practice_element.js";
import { ReviewElement } from "../practice/review_element.js";
import { TestElement } from "../practice/test_element.js";
import { QueryPlaneElement } from "../query_plane/query_plane_element.js";
import { CompareElement } from "./compare_element.js";
import { MistakesElement } from "./mistakes_element.js";
import { PanelsElement } from "./panels_element.js";

registerElements([
  ["heads-up-panels", PanelsElement],
  ["heads-up-compare", CompareElement],
  ["heads-up-mistakes", MistakesElement],
  ["heads-up-class-form", ClassFormElement],
  ["heads-up-practice", PracticeElement],
  ["heads-up-review", ReviewElement],
  ["heads-up-test", TestElement],
  ["heads-up-query-plane", QueryPlaneElement],
]);
