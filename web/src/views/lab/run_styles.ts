/** The colour and the dashes of each run: colour-blind readers can tell red from blue, and the dashes do not depend on colour. */
import { css } from "lit";

export const runStyles = css`
  .masked { --run: var(--hu-accent); --dashes: none; }
  .unmasked { --run: var(--hu-positive); --dashes: 9 5; }
  .weak { --run: var(--hu-negative); --dashes: 2 4; }
  .masked .line, .unmasked .line, .weak .line { stroke: var(--run); stroke-dasharray: var(--dashes); }
  .masked .raw, .unmasked .raw, .weak .raw { stroke: var(--run); }
  .masked .band, .unmasked .band, .weak .band { fill: var(--run); }
  .label.masked, .label.unmasked, .label.weak { fill: var(--run); }
  .swatch { display: inline-block; vertical-align: middle; width: 28px; height: 10px; margin-inline-end: 8px; }
  .swatch line { stroke: var(--run); stroke-dasharray: var(--dashes); stroke-width: 3; }
`;
