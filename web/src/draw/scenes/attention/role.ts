/** A tensor's role in attention if its name does not tell: without projections the input itself is Q, K and V. */
import type { Step } from "../../../module/types.js";

const PROJECTED: readonly string[] = ["linear", "transpose"];

/** "q_heads", or "Q = input_sum" for a tensor that no projection has made. */
export const inRole = (role: "Q" | "K" | "V", { name, op }: Step): string =>
  PROJECTED.includes(op) ? name : `${role} = ${name}`;
