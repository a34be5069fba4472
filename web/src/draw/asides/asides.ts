/** The figures of the notes, by name. */
import type { Aside } from "./aside.js";
import { fullRow } from "./full_row.js";
import { inPlace } from "./in_place.js";
import { onlyKeys } from "./only_keys.js";
import { paddingShare } from "./padding_share.js";
import { positionProducts } from "./position_products.js";
import { scaleSlip } from "./scale_slip.js";
import { softmaxDim } from "./softmax_dim.js";
import { strides } from "./strides.js";
import { twoHeads } from "./two_heads.js";

export const asides = {
  full_row: fullRow,
  in_place: inPlace,
  only_keys: onlyKeys,
  padding_share: paddingShare,
  position_products: positionProducts,
  scale_slip: scaleSlip,
  softmax_dim: softmaxDim,
  strides,
  two_heads: twoHeads,
} as const satisfies Readonly<Record<string, Aside>>;

export type AsideName = keyof typeof asides;
