/** What the stage needs to inspect a cell: highlighted operands, the lens, the place of the arithmetic. */
export { lensOf } from "../../draw/lens.js";
export { highlight } from "../../draw/overlay.js";
export { alongEdge, around, awayFrom, overlap, placeCallout } from "./callout_place.js";
export { coveredBy, operandsOn } from "./covered.js";
