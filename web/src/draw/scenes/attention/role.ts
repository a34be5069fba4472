/** What a tensor is in attention, where its name does not say so: without projections the input itself is Q, K and V. */
import type { Step } from "../../../module/types.js";

const PROJECTED: readonly string[] = ["linear", "transpose"];

/** "q_heads", or "Q = input_sum" for what no projection has made a query of its own. */
export const inRole = (role: "Q" | "K" | "V", { name, op }: Step): string =>
  PROJECTED.includes(op) ? name : `${role} = ${name}`;
