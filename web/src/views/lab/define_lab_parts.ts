/** Registers the lab's parts. */
import { registerElements } from "../common/register.js";
import { LabAttentionElement } from "./attention_heads.js";
import { LabWritingElement } from "./writing.js";

registerElements([
  ["lab-attention", LabAttentionElement],
  ["lab-writing", LabWritingElement],
]);
