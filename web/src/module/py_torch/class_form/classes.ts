/** The class or classes of each lesson. */
import type { Subject } from "../subject.js";
import { type Block, classOf, gap, indented, line, method } from "./class_line.js";
import {
  attention,
  fillLine,
  headArguments,
  headSizes,
  heads,
  IF_MASKED,
  linears,
  mergeHeads,
  projections,
  returnLine,
  unsqueezeMask,
} from "./parts.js";

const SUPER = line()`super().__init__()`;
const FORWARD = "def forward(self, q, k, v, mask=None):";
const SAME = { q: "q", k: "k", v: "v" };
const BATCH = line()`B = q.size(0)`;

/** One class for self-attention and encoder-decoder attention, with or without a mask. */
const multiHead = (subject: Subject): Block =>
  classOf(
    "class MultiheadAttention(nn.Module):",
    method(`def __init__(self, ${headArguments(subject)}):`, [
      SUPER,
      ...headSizes(subject),
      ...linears(subject),
    ]),
    method(FORWARD, [
      BATCH,
      ...projections(subject, SAME),
      ...heads(subject),
      ...attention(subject, "self.d_k", [
        line()`${IF_MASKED}`,
        ...indented([unsqueezeMask(subject, "masks"), fillLine(subject, "~masks")]),
      ]),
      ...mergeHeads(subject),
      returnLine(subject),
    ]),
  );

const oneHead = (subject: Subject): Block => {
  const sizes = subject.spec.dAttention === null ? "d_model" : "d_model, d_attention";
  return classOf(
    "class SelfAttention(nn.Module):",
    method(`def __init__(self, ${sizes}):`, [SUPER, ...linears(subject)]),
    method("def forward(self, x, mask=None):", [
      ...projections(subject, { q: "x", k: "x", v: "x" }),
      ...attention(subject, "k.size(-1)", [line()`${IF_MASKED}`, ...indented([fillLine(subject, "~mask")])]),
      line("values")`return values`,
    ]),
  );
};

/** Whether the class makes the mask itself: only if it is purely causal, because the class does not know the padding. */
export const makesOwnMask = (subject: Subject): boolean =>
  subject.oneHead && subject.causal && !subject.padding;

/** A subclass that makes an (L, L) mask on the device of its input. */
const maskedOneHead = (): Block =>
  classOf(
    "class MaskedSelfAttention(SelfAttention):",
    method("def forward(self, x):", [
      line("nopeak_mask")`L = x.size(${gap("size", "1")})`,
      line("nopeak_mask")`ones = torch.ones(L, L, dtype=torch.bool)`,
      line("nopeak_mask")`mask = ones.tril().to(x.device)  # True = attend`,
      line()`return super().forward(x, mask)`,
    ]),
  );

const scaledDotProduct = (subject: Subject): Block =>
  classOf(
    "class ScaledDotProductAttention(nn.Module):",
    method("def __init__(self, d_k):", [SUPER, line()`self.d_k = d_k`]),
    method(FORWARD, [
      ...attention(subject, "self.d_k", [line()`${IF_MASKED}`, ...indented([fillLine(subject, "mask")])]),
      line()`return values, attention`,
    ]),
  );

/** The block's attention class, which also returns the attention weights. */
const blockMultiHead = (subject: Subject): Block =>
  classOf(
    "class MultiHeadAttention(nn.Module):",
    method(`def __init__(self, ${headArguments(subject)}):`, [
      SUPER,
      ...headSizes(subject),
      ...linears(subject),
      line()`self.attend = ScaledDotProductAttention(self.d_k)`,
    ]),
    method(FORWARD, [
      BATCH,
      ...projections(subject, SAME),
      ...heads(subject),
      line()`${IF_MASKED}`,
      ...indented([unsqueezeMask(subject, "mask")]),
      line()`values, attention = self.attend(q, k, v, mask)`,
      ...mergeHeads(subject),
      returnLine(subject, ", attention"),
    ]),
  );

function feedForward({ spec }: Subject): readonly Block[] {
  if (spec.feedForward === null) return [];
  const bias = spec.bias ? "" : ", bias=False";
  const activation = `F.${spec.feedForward.activation}`;
  return [
    classOf(
      "class PoswiseFeedForwardNet(nn.Module):",
      method("def __init__(self, d_model, d_ff):", [
        SUPER,
        line("conv1.weight", "conv1.bias")`self.conv1 = nn.Conv1d(d_model, d_ff, 1${bias})`,
        line("conv2.weight", "conv2.bias")`self.conv2 = nn.Conv1d(d_ff, d_model, 1${bias})`,
      ]),
      method("def forward(self, x):", [
        line("ff_1")`ff_1 = self.conv1(x.transpose(${gap("channels", "1, 2")}))  # (B, F, L)`,
        line("ff_2")`ff_2 = ${activation}(ff_1)  # (B, F, L)`,
        line("ff_3")`ff_3 = self.conv2(ff_2).transpose(1, 2)  # (B, L, D)`,
        line("ff_3")`return ff_3`,
      ]),
    ),
  ];
}

/** The classes in an order in which each is defined before it is used. */
export function classes(subject: Subject): readonly Block[] {
  if (subject.block) return [scaledDotProduct(subject), blockMultiHead(subject), ...feedForward(subject)];
  if (!subject.oneHead) return [multiHead(subject)];
  return makesOwnMask(subject) ? [oneHead(subject), maskedOneHead()] : [oneHead(subject)];
}
