/** What a stage needs once a reader looks at a number: its operands lit, the lens over it, the place of its arithmetic. */
export { lensOf } from "../../draw/lens.js";
export { highlight } from "../../draw/overlay.js";
export { alongEdge, around, awayFrom, overlap, placeCallout } from "./callout_place.js";
export { coveredBy, operandsOn } from "./covered.js";
