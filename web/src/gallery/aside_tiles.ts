/** A tile for every figure of the notes, in the lesson whose note has it. */
import type { Core } from "../draw/asides/arithmetic.js";
import type { Aside } from "../draw/asides/aside.js";
import { type AsideName, asides } from "../draw/asides/asides.js";
import { stepOf } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";
import type { Tile } from "./tile.js";
import type { Traces } from "./traces.js";

const FOCUS = { batch: 1, head: 0 };
const WIDTHS = [340, 320, 480];

interface AsideExample {
  readonly aside: AsideName;
  readonly trace: Trace;
  readonly step: string;
}

export function asideTiles(hu: Core, { masked, readable, crossed, block }: Traces): Tile[] {
  const examples: readonly AsideExample[] = [
    { aside: "sqrt_dk", trace: masked, step: "scores" },
    { aside: "full_row", trace: masked, step: "masked_scores" },
    { aside: "in_place", trace: masked, step: "masked_scores" },
    { aside: "softmax_dim", trace: masked, step: "attention" },
    { aside: "only_keys", trace: masked, step: "attention" },
    { aside: "strides", trace: masked, step: "q_heads" },
    { aside: "strides", trace: masked, step: "concat" },
    { aside: "padding_share", trace: crossed, step: "attention" },
    { aside: "scale_slip", trace: block, step: "warmup_scores" },
    { aside: "two_heads", trace: readable, step: "attention" },
    { aside: "position_products", trace: block, step: "position_table" },
  ];
  return examples.flatMap(({ aside, trace, step }) =>
    WIDTHS.map((width): Tile => {
      const draw: Aside = asides[aside];
      return {
        name: `${aside} · ${step} · ${width}`,
        // The shared time sets the dial, if there is one.
        picture: ({ theme, t }) => {
          const input = { hu, trace, step: stepOf(trace, step), focus: FOCUS, theme, width };
          const dial = draw(input)?.dial;
          return dial ? draw({ ...input, dial: dial.least + (dial.most - dial.least) * t }) : draw(input);
        },
      };
    }),
  );
}
