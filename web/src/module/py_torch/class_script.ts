/**
 * A lesson as PyTorch classes. The script draws the same weights in the same order as the step-by-step script, calls the
 * classes, and prints the tensor of the last step of the trace.
 */
import type { WrittenWeights } from "../designed.js";
import type { LessonSpec } from "../types.js";
import { type Line, type Lines, linesOf, paragraphsOf, scriptText, textOfLine } from "./python.js";
import {
  BLOCK_MASKS,
  FIRST_RESIDUAL,
  factsOf,
  IMPORTS,
  INPUT,
  LAYER_NORMS,
  MASKS,
  SECOND_RESIDUAL,
} from "./script.js";

/** The classes of a lesson, and the lines that call them. */
export interface ClassForm {
  readonly classes: readonly Lines[];
  readonly calls: Lines;
  /** The step of the trace that the last call computes. */
  readonly result: string;
}

/** Expects a spec with every default filled in. */
export function classForm(spec: Required<LessonSpec>, written?: WrittenWeights): ClassForm {
  const facts = classFacts(spec, written);
  const { oneHead, block, makesOwnMask, activation } = facts;
  const templates = block
    ? [SCALED_DOT_PRODUCT, BLOCK_MULTI_HEAD, ...(activation === null ? [] : [FEED_FORWARD])]
    : oneHead
      ? [ONE_HEAD, ...(makesOwnMask ? [MASKED_ONE_HEAD] : [])]
      : [MULTI_HEAD];
  const calls = block ? BLOCK_CALLS : oneHead ? ONE_HEAD_CALLS : MULTI_HEAD_CALLS;
  return {
    classes: templates.map((template) => linesOf(template, facts)),
    calls: linesOf(calls, facts).filter(({ parts }) => parts.length > 0),
    result: facts.result,
  };
}

/** The classes as text, to copy into a notebook. */
export const classText = ({ classes }: ClassForm): string =>
  `${classes.map((lines) => lines.map(textOfLine).join("\n")).join("\n\n\n")}\n`;

/** The whole script, to run or to copy. Expects a spec with every default filled in. */
export const classScriptOf = (spec: Required<LessonSpec>, written?: WrittenWeights): string =>
  scriptText(scriptOf(spec, written));

/** The script's line that computes a step, from 1; 0 if none does. What a class computes, its call only names. */
export function classLineOf(step: string, spec: Required<LessonSpec>, written?: WrittenWeights): number {
  const computes = (line: Line): boolean =>
    line.steps.includes(step) && !/^ *return \w+$/.test(textOfLine(line));
  let before = 0;
  for (const lines of scriptOf(spec, written)) {
    const at = lines.findLastIndex(computes);
    if (at >= 0) return before + at + 1;
    before += lines.length + 1;
  }
  return 0;
}

function scriptOf(spec: Required<LessonSpec>, written: WrittenWeights | undefined): readonly Lines[] {
  const facts = classFacts(spec, written);
  const { classes, calls } = classForm(spec, written);
  return [
    ...paragraphsOf(IMPORTS, facts),
    ...classes,
    ...paragraphsOf(facts.makesOwnMask ? INPUT : `${INPUT}${MASKS}${BLOCK_MASKS}`, facts),
    calls,
    linesOf(PRINTING, facts),
  ];
}

function classFacts(spec: Required<LessonSpec>, written: WrittenWeights | undefined) {
  const owner = spec.lesson === "transformer-block" ? "attend." : "layer.";
  const facts = factsOf(spec, written, owner);
  const { block, oneHead, masked, padding, layerNorm, outputProjection, activation } = facts;
  const attended = outputProjection ? "output" : "concat";
  /** The last step of the trace, without and with a feed-forward layer. */
  const [first, last] = {
    none: [attended, "ff_3"],
    pre: ["residual_1", "residual_2"],
    post: ["norm_1", "norm_2"],
  }[layerNorm ?? "none"] as [string, string];
  return {
    ...facts,
    what: "its classes print the last tensor of its trace.",
    asClass: true,
    owner,
    attended,
    result: oneHead ? "values" : activation === null ? first : last,
    sizes: facts.width === "d_model" ? "d_model" : `d_model, ${facts.width}`,
    ...(oneHead ? { q: "x", k: "x", v: "x" } : { q: "q", k: "k", v: "v" }),
    size: oneHead ? "k.size(-1)" : "self.d_k",
    ignore: block ? "mask" : oneHead ? "~mask" : "~masks",
    mask: !masked || (oneHead && !padding) ? "" : block ? ", mask=attn_mask" : ", mask=mask",
  };
}

const LINEARS = `\
        self.w_q = nn.Linear(d_model, {width}{bias}) <- w_q.weight w_q.bias
        self.w_k = nn.Linear(d_model, {width}{bias}) <- w_k.weight w_k.bias
        self.w_v = nn.Linear(d_model, {width}{bias}) <- w_v.weight w_v.bias
?outputProjection         self.w_0 = nn.Linear({width}, d_model{bias}) <- w_0.weight w_0.bias`;

const PROJECTIONS = `\
        q = self.w_q({q})  # (B, {query}, {letter}) <- q
        k = self.w_k({k})  # (B, {key}, {letter}) <- k
        v = self.w_v({v})  # (B, {key}, {letter}) <- v`;

const SIZES_OF_HEADS = `\
        self.{width} = {width}
        self.num_heads = num_heads
        self.d_k = {width} // num_heads`;

/** Splits vectors into heads. -1 stands for the number of tokens, which may differ between q and k. */
const HEADS = `\
        q = q.view(B, [[split: -1, self.num_heads, self.d_k]]) <- q_split
        k = k.view(B, [[split: -1, self.num_heads, self.d_k]]) <- k_split
        v = v.view(B, [[split: -1, self.num_heads, self.d_k]]) <- v_split
        q = q.transpose([[heads: 1, 2]])  # (B, H, {query}, K) <- q_heads
        k = k.transpose([[heads: 1, 2]])  # (B, H, {key}, K) <- k_heads
        v = v.transpose([[heads: 1, 2]])  # (B, H, {key}, K) <- v_heads`;

/** From q, k and v to the weighted sum; `mask` are lines that prepare the mask. masked_fill expects True where a score is hidden. */
const attention = (mask = ""): string => `\
        scores = q @ k.transpose([[keys: -2, -1]]) <- scores
        scores = scores / math.sqrt([[scale: {size}]])  # (B, {headAxis}{query}, {key}) <- scores
        if mask is not None:${mask}
            scores = scores.masked_fill([[ignore: {ignore}]], [[fill: {fill}]]) <- masked_scores
        attention = scores.softmax(dim=[[dim: -1]]) <- attention
        values = attention @ [[of: v]]  # (B, {headAxis}{query}, {valueLetter}) <- values`;

/** Merges the heads into one vector per token. */
const MERGED_HEADS = `\
        values = values.transpose([[merge: 1, 2]])  # (B, {query}, H, K) <- values_merged
        concat = values.contiguous() <- concat
        concat = concat.view(B, -1, [[concat: self.{width}]])  # (B, {query}, {letter}) <- concat`;

/** One class for self-attention and encoder-decoder attention, with or without a mask. */
const MULTI_HEAD = `\
class MultiheadAttention(nn.Module):
    def __init__(self, {sizes}, num_heads):
        super().__init__()
${SIZES_OF_HEADS}
${LINEARS}

    def forward(self, q, k, v, mask=None):
        B = q.size(0)
${PROJECTIONS}
${HEADS}
${attention("\n            masks = mask.unsqueeze([[mask_axis: 1]]){masksShape} <- masks")}
${MERGED_HEADS}
?outputProjection         return self.w_0(concat)  # (B, {query}, D) <- output
?!outputProjection         return concat <- concat`;

const MULTI_HEAD_CALLS = `\
layer = MultiheadAttention({sizes}, num_heads)
{writtenLayers}
?crossed {result} = layer([[call: target_embedding, embedding, embedding]]{mask}) <- {result}
?!crossed {result} = layer(embedding, embedding, embedding{mask}) <- {result}`;

const ONE_HEAD = `\
class SelfAttention(nn.Module):
    def __init__(self, {sizes}):
        super().__init__()
${LINEARS}

    def forward(self, x, mask=None):
${PROJECTIONS}
${attention()}
        return values <- values`;

/** A subclass that makes an (L, L) mask on the device of its input. */
const MASKED_ONE_HEAD = `\
class MaskedSelfAttention(SelfAttention):
    def forward(self, x):
        L = x.size([[size: 1]]) <- nopeak_mask
        ones = torch.ones(L, L, dtype=torch.bool) <- nopeak_mask
        mask = ones.tril().to(x.device)  # True = attend <- nopeak_mask
        return super().forward(x, mask)`;

const ONE_HEAD_CALLS = `\
?makesOwnMask layer = MaskedSelfAttention({sizes})
?!makesOwnMask layer = SelfAttention({sizes})
{writtenLayers}
values = layer(embedding{mask}) <- values`;

const SCALED_DOT_PRODUCT = `\
class ScaledDotProductAttention(nn.Module):
    def __init__(self, d_k):
        super().__init__()
        self.d_k = d_k

    def forward(self, q, k, v, mask=None):
${attention()}
        return values, attention`;

/** The block's attention class, which also returns the attention weights. */
const BLOCK_MULTI_HEAD = `\
class MultiHeadAttention(nn.Module):
    def __init__(self, {sizes}, num_heads):
        super().__init__()
${SIZES_OF_HEADS}
${LINEARS}
        self.attend = ScaledDotProductAttention(self.d_k)

    def forward(self, q, k, v, mask=None):
        B = q.size(0)
${PROJECTIONS}
${HEADS}
        if mask is not None:
            mask = mask.unsqueeze([[mask_axis: 1]]){masksShape} <- masks
        values, attention = self.attend(q, k, v, mask)
${MERGED_HEADS}
?outputProjection         return self.w_0(concat), attention <- output
?!outputProjection         return concat, attention <- concat`;

const FEED_FORWARD = `\
class PoswiseFeedForwardNet(nn.Module):
    def __init__(self, d_model, d_ff):
        super().__init__()
        self.conv1 = nn.Conv1d(d_model, d_ff, 1{bias}) <- conv1.weight conv1.bias
        self.conv2 = nn.Conv1d(d_ff, d_model, 1{bias}) <- conv2.weight conv2.bias

    def forward(self, x):
        ff_1 = self.conv1(x.transpose([[channels: 1, 2]]))  # (B, F, L) <- ff_1
        ff_2 = F.{activation}(ff_1)  # (B, F, L) <- ff_2
        ff_3 = self.conv2(ff_2).transpose(1, 2)  # (B, L, D) <- ff_3
        return ff_3 <- ff_3`;

/** Constructs the layers in the order in which the trace draws their weights, and calls them. */
const BLOCK_CALLS = `\
attend = MultiHeadAttention({sizes}, num_heads)
{writtenLayers}
?activation feed_forward = PoswiseFeedForwardNet(d_model, d_ff)
${LAYER_NORMS}
?preNorm norm_1 = layer_norm_1({input})  # (B, L, D) <- norm_1
x = {source}
{attended}, attention = attend(x, x, x{mask}) <- {attended}
${FIRST_RESIDUAL}
#if activation
ff_3 = feed_forward({fedForward}) <- ff_3
${SECOND_RESIDUAL}
#end`;

const PRINTING = `\
print("{result}", tuple({result}.shape))
print({result}.detach())`;
