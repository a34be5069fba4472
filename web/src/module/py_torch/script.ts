/**
 * A lesson as one PyTorch script that computes the tensors of its trace and prints them. Tensors and layers have their names
 * in the trace, except layers whose name is also that of a tensor: `embed`, `layer_norm_1`, `layer_norm_2`.
 */
import type { WrittenNumber, WrittenWeights } from "../designed.js";
import type { LessonSpec } from "../types.js";
import { type Facts, fillText, type Lines, listLines, paragraphsOf, rowLines, scriptText } from "./python.js";

/** The page's bridge (not a step of the trace) in which the mask gets an axis that broadcasts over the heads. */
const BRIDGE = "masks";

/** The script in paragraphs; each line lists the steps that it computes. Expects a spec with every default filled in. */
export function paragraphs(spec: Required<LessonSpec>, written?: WrittenWeights): readonly Lines[] {
  const what = "PyTorch makes the tensors of its trace.";
  const script = paragraphsOf(SCRIPT, { ...factsOf(spec, written), what, owner: "", asClass: false });
  return [...script, ...printing(script)];
}

/** The whole script, to run or to copy. Expects a spec with every default filled in. */
export const scriptOf = (spec: Required<LessonSpec>, written?: WrittenWeights): string =>
  scriptText(paragraphs(spec, written));

export const IMPORTS = `
# Lesson {lesson}: {what}
# {letters}
import math
import torch
from torch import nn
?activation from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence
`;

/** The data, their embedding and their positions. Written weights have their own paragraph, between drawing the table and using it. */
export const INPUT = `
pad_id, vocab_size = {padId}, {vocabSize}
?oneHead d_model = {dModel}
?!oneHead d_model, num_heads = {dModel}, {numHeads}
?oneHead d_k = {dK}
?dAttention&!oneHead d_attention = {dAttention}
?!oneHead&!asClass d_k = {width} // num_heads
?activation d_ff = {dFf}

sequences = [
{sequences}
]
#if crossed

target = [
{target}
]
#end

rows = [torch.tensor(r).long() for r in sequences] <- ids
ids = pad_sequence( <- ids
    rows, batch_first=True, padding_value=pad_id <- ids
)  # (B, {key}) <- ids
B, {key} = ids.shape

torch.manual_seed({seed})
embed = nn.Embedding(vocab_size, d_model)  # (V, D) <- embedding.weight
#if written

# Numbers written by hand; all others are 0
{writtenTable}
#end
embedding = embed(ids)  # (B, {key}, D) <- embedding
#if crossed

rows = [torch.tensor(r).long() for r in target] <- target_ids
target_ids = pad_sequence( <- target_ids
    rows, batch_first=True, padding_value=pad_id <- target_ids
)  # (B, {query}) <- target_ids
{query} = target_ids.shape[1]
target_embedding = embed(target_ids)  # (B, {query}, D) <- target_embedding
#end
#if positionalEncoding

position = torch.arange(L + 1).double().unsqueeze(1) <- position_table
pair = torch.arange(d_model).double() // 2 <- position_table
angles = position / 10000 ** (2 * pair / d_model) <- position_table
position_table = angles.sin() <- position_table
position_table[:, 1::2] = angles[:, 1::2].cos() <- position_table
position_table = position_table.float()  # (P, D) <- position_table

positions = torch.arange(1, L + 1).expand(B, L) <- positions
positions = positions.masked_fill(ids == pad_id, 0) <- positions
position_embedding = position_table[positions]  # (B, L, D) <- position_embedding
input_sum = embedding + position_embedding  # (B, L, D) <- input_sum
#end
`;

/** The masks of the other lessons, and the block's padding mask, which its warm-up needs. */
export const MASKS = `
#if masked&!block
# True = attend
?padding padding_mask = (ids != pad_id).unsqueeze(1)  # (B, 1, {key}) <- padding_mask
?causal ones = torch.ones(1, {query}, {key}, dtype=torch.bool) <- nopeak_mask
?causal nopeak_mask = ones.tril()  # (1, {query}, {key}) <- nopeak_mask
mask = {masks}  # ({maskAxes}) <- mask
#end
#if block&padding
# True = ignore
attn_pad_mask = (ids == pad_id).unsqueeze(1) <- attn_pad_mask
attn_pad_mask = attn_pad_mask.expand(B, L, L)  # (B, L, L) <- attn_pad_mask
#end
`;

/** The block's look-ahead mask, and the mask that its heads use. */
export const BLOCK_MASKS = `
#if block&masked&!causal
# True = ignore
attn_mask = attn_pad_mask  # (B, L, L) <- attn_mask
#end
#if block&causal
# 1 = ignore
ones = torch.ones(B, L, L, dtype=torch.long) <- attn_dec_mask
attn_dec_mask = ones.triu(diagonal=1)  # (B, L, L) <- attn_dec_mask
?padding attn_mask = (attn_pad_mask + attn_dec_mask) > 0  # (B, L, L) <- attn_mask
?!padding attn_mask = attn_dec_mask > 0  # (B, L, L) <- attn_mask
#end
`;

export const LAYER_NORMS = `\
?layerNorm layer_norm_1 = nn.LayerNorm(d_model) <- norm_1.weight norm_1.bias
?layerNorm&activation layer_norm_2 = nn.LayerNorm(d_model) <- norm_2.weight norm_2.bias`;

/** The residual sum around the attention and the norm that follows it. */
export const FIRST_RESIDUAL = `\
?layerNorm residual_1 = {input} + output  # (B, L, D) <- residual_1
?postNorm norm_1 = layer_norm_1(residual_1)  # (B, L, D) <- norm_1
?preNorm&activation norm_2 = layer_norm_2(residual_1)  # (B, L, D) <- norm_2`;

/** The residual sum around the feed-forward layer and its norm. */
export const SECOND_RESIDUAL = `\
?preNorm residual_2 = residual_1 + ff_3  # (B, L, D) <- residual_2
?postNorm residual_2 = norm_1 + ff_3  # (B, L, D) <- residual_2
?postNorm norm_2 = layer_norm_2(residual_2)  # (B, L, D) <- norm_2`;

const SCRIPT = `
${IMPORTS}
#if oneHead
torch.manual_seed({seed})
demo_scores = torch.randn(4, 4) <- demo_scores
ones = torch.ones(4, 4, dtype=torch.bool) <- demo_mask
demo_mask = ones.tril()  # True = attend <- demo_mask

demo_masked_scores = demo_scores.masked_fill(~demo_mask, {fill}) <- demo_masked_scores
demo_attention = demo_masked_scores.softmax(dim=-1) <- demo_attention
#end
${INPUT}
${MASKS}
#if block
Q = K = V = {input} <- warmup_scores
warmup_scores = Q @ K.transpose(-2, -1) <- warmup_scores
warmup_scores = warmup_scores / math.sqrt(d_k) <- warmup_scores
?padding warmup_masked_scores = warmup_scores.masked_fill(attn_pad_mask, {fill}) <- warmup_masked_scores

?padding warmup_attention = warmup_masked_scores.softmax(dim=-1) <- warmup_attention
?!padding warmup_attention = warmup_scores.softmax(dim=-1) <- warmup_attention
warmup_values = warmup_attention @ V  # (B, L, D) <- warmup_values
#end

w_q = nn.Linear(d_model, {width}{bias}) <- w_q.weight w_q.bias
w_k = nn.Linear(d_model, {width}{bias}) <- w_k.weight w_k.bias
w_v = nn.Linear(d_model, {width}{bias}) <- w_v.weight w_v.bias
?outputProjection w_0 = nn.Linear({width}, d_model{bias}) <- w_0.weight w_0.bias
#if activation

conv1 = nn.Conv1d(d_model, d_ff, 1{bias}) <- conv1.weight conv1.bias
conv2 = nn.Conv1d(d_ff, d_model, 1{bias}) <- conv2.weight conv2.bias
#end
${LAYER_NORMS}

{writtenLayers}

?preNorm norm_1 = layer_norm_1({input})  # (B, L, D) <- norm_1
q = w_q({queries})  # (B, {query}, {letter}) <- q
k = w_k({source})  # (B, {key}, {letter}) <- k
v = w_v({source})  # (B, {key}, {letter}) <- v

#if !oneHead
q_split = q.view(B, {query}, num_heads, d_k) <- q_split
k_split = k.view(B, {key}, num_heads, d_k) <- k_split
v_split = v.view(B, {key}, num_heads, d_k) <- v_split
q_heads = q_split.transpose(1, 2)  # (B, H, {query}, K) <- q_heads
k_heads = k_split.transpose(1, 2)  # (B, H, {key}, K) <- k_heads
v_heads = v_split.transpose(1, 2)  # (B, H, {key}, K) <- v_heads
#end
${BLOCK_MASKS}
scores = q{heads} @ k{heads}.transpose(-2, -1) <- scores
scores = scores / math.sqrt({scale})  # (B, {headAxis}{query}, {key}) <- scores
#if masked
?block masks = attn_mask.unsqueeze(1){masksShape} <- masks
?!block&!oneHead masks = mask.unsqueeze(1){masksShape} <- masks
?oneHead masked_scores = scores.masked_fill(~mask, {fill}) <- masked_scores
?block masked_scores = scores.masked_fill(masks, {fill}) <- masked_scores
?!block&!oneHead masked_scores = scores.masked_fill(~masks, {fill}) <- masked_scores
attention = masked_scores.softmax(dim=-1) <- attention
#end
?!masked attention = scores.softmax(dim=-1) <- attention
values = attention @ v{heads}  # (B, {headAxis}{query}, {valueLetter}) <- values

#if !oneHead
values_merged = values.transpose(1, 2)  # (B, {query}, H, K) <- values_merged
concat = values_merged.contiguous() <- concat
concat = concat.view(B, {query}, {width})  # (B, {query}, {letter}) <- concat
?outputProjection output = w_0(concat)  # (B, {query}, D) <- output
${FIRST_RESIDUAL}
#end
#if activation

ff_1 = conv1({fedForward}.transpose(1, 2))  # (B, F, L) <- ff_1
ff_2 = F.{activation}(ff_1)  # (B, F, L) <- ff_2
ff_3 = conv2(ff_2).transpose(1, 2)  # (B, L, D) <- ff_3
${SECOND_RESIDUAL}
#end
`;

/** The variables of layers whose name in the trace is also the name of a step. */
const VARIABLES: Readonly<Record<string, string>> = {
  embedding: "embed",
  norm_1: "layer_norm_1",
  norm_2: "layer_norm_2",
};

const PRINTING = `
# Every tensor by its name, in the order of the trace
{layers}
{before}
?demo steps.update(nn.ModuleDict(layers).state_dict())
?!demo steps = nn.ModuleDict(layers).state_dict()
{after}
for name, tensor in steps.items():
    print(name, tuple(tensor.shape))
    print(tensor.detach())
`;

/** The lines that collect and print the steps computed by `script`, the paragraphs before. */
function printing(script: readonly Lines[]): readonly Lines[] {
  const steps = [...new Set(script.flat().flatMap((line) => line.steps))].filter((step) => step !== BRIDGE);
  const layers = steps.flatMap((step) => {
    const [layer = "", part] = step.split(".");
    return part === "weight" ? [`"${layer}": ${VARIABLES[layer] ?? layer}`] : [];
  });
  const keywords = (names: readonly string[]): string[] => names.map((name) => `${name}=${name}`);
  // In the trace, only the demonstration comes before the parameters.
  const demo = steps.filter((step) => step.startsWith("demo_"));
  const after = steps.filter((step) => !step.includes(".") && !demo.includes(step));
  return paragraphsOf(PRINTING, {
    layers: listLines("layers = {", layers, "}"),
    demo: demo.length > 0,
    before: demo.length > 0 ? listLines("steps = dict(", keywords(demo), ")") : [],
    after: listLines("steps.update(", keywords(after), ")"),
  });
}

/** A class that makes its mask itself; it can only make a purely causal one, because it does not know the padding. */
export const makesOwnMask = ({ lesson, mask }: Pick<Required<LessonSpec>, "lesson" | "mask">): boolean =>
  lesson === "masked-self-attention" && mask?.causal === true && !mask.padding;

/** What the templates know: the fields of the spec, and the names and flags derived from them. */
export function factsOf(spec: Required<LessonSpec>, written: WrittenWeights | undefined, owner = "") {
  const { lesson, dModel, dAttention, numHeads, layerNorm, feedForward, positionalEncoding } = spec;
  /** Queries come from the target, keys and values from the source. */
  const crossed = lesson === "encoder-decoder";
  /** q, k and v are not split into heads. */
  const oneHead = lesson === "masked-self-attention";
  /** With positions, a warm-up, and masks in which 1 = ignore. */
  const block = lesson === "transformer-block";
  const padding = spec.mask?.padding === true;
  const causal = spec.mask?.causal === true;
  const masked = padding || causal;
  /** The letters of the token axes, which are variables of the script too. */
  const [query, key] = crossed ? ["T", "S"] : ["L", "L"];
  const [letter, width] = oneHead
    ? ["K", "d_k"]
    : dAttention === null
      ? ["D", "d_model"]
      : ["A", "d_attention"];
  const input = positionalEncoding ? "input_sum" : "embedding";
  const source = layerNorm === "pre" ? "norm_1" : input;
  // A padding mask is the same for every query, a causal one for every sentence; the block's masks have full size.
  const [batch, ...rest] = block ? ["B", "L", "L"] : [padding ? "B" : "1", causal ? query : "1", key];
  const letters = [
    ...["B batch", crossed ? "S source, T target" : "L length", "V vocabulary", "D d_model"],
    ...(letter === "A" ? ["A d_attention"] : []),
    ...(oneHead ? ["K d_k"] : ["H heads, K d_k"]),
    ...(positionalEncoding ? ["P positions"] : []),
    ...(feedForward === null ? [] : ["F d_ff"]),
  ];
  return {
    ...{ lesson, letters: letters.join(", "), crossed, oneHead, block, padding, causal, masked, layerNorm },
    ...{ padId: spec.padId, vocabSize: spec.vocabSize, seed: spec.seed, dModel, dAttention, numHeads },
    dK: (dAttention ?? dModel) / numHeads,
    ...{ positionalEncoding, outputProjection: spec.outputProjection },
    ...{ dFf: feedForward?.dFf ?? null, activation: feedForward?.activation ?? null },
    ...{ sequences: rowLines(spec.sequences), target: rowLines(spec.target ?? []) },
    ...{ preNorm: layerNorm === "pre", postNorm: layerNorm === "post" },
    bias: spec.bias ? "" : ", bias=False",
    ...{ query, key, letter, width, input, source },
    queries: crossed ? "target_embedding" : source,
    fedForward: { none: "output", pre: "norm_2", post: "norm_1" }[layerNorm ?? "none"],
    /** The scores are divided by the square root of this. */
    scale: oneHead ? width : "d_k",
    ...{
      heads: oneHead ? "" : "_heads",
      headAxis: oneHead ? "" : "H, ",
      valueLetter: oneHead ? letter : "K",
    },
    masks: [...(padding ? ["padding_mask"] : []), ...(causal ? ["nopeak_mask"] : [])].join(" & "),
    maskAxes: [batch, ...rest].join(", "),
    /** The shape of the mask with an axis that broadcasts over the heads. Only a lesson with a mask has one. */
    masksShape: masked ? `  # (${[batch, "1", ...rest].join(", ")})` : "",
    fill: fillText(spec.maskFill),
    makesOwnMask: makesOwnMask(spec),
    written: written !== undefined,
    writtenTable: writtenLines(written, (name) => name === TABLE, owner),
    writtenLayers: writtenLines(written, (name) => name !== TABLE, owner),
  } satisfies Facts;
}

const TABLE = "embedding.weight";

/** Sets parameters whose numbers were written by hand; `owner` is the prefix of the layers, such as "layer.". */
function writtenLines(
  written: WrittenWeights | undefined,
  isWanted: (name: string) => boolean,
  owner: string,
): Lines {
  return Object.entries(written ?? {}).flatMap(([name, numbers]) => {
    if (!isWanted(name)) return [];
    const data = `${name === TABLE ? "embed.weight" : owner + name}.data`;
    const isVector = name.endsWith(".bias");
    const item = ({ row, column, value }: WrittenNumber): string =>
      `(${isVector ? "" : `${row}, `}${column}, ${fillText(value)})`;
    const place = isVector ? "column" : "row, column";
    const lines = [
      ...listLines(`${data}.zero_()`, [], ""),
      ...(numbers.length === 0 ? [] : listLines(`for ${place}, number in [`, numbers.map(item), "]:")),
      ...(numbers.length === 0 ? [] : listLines(`    ${data}[${place}] = number`, [], "")),
    ];
    return lines.filter(({ parts }) => parts.length > 0).map((line) => ({ ...line, steps: [name] }));
  });
}
