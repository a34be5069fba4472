/** The names of parameters in the lessons, in courses and in libraries. docs/weights.md lists the same names. */

/** Every parameter that a lesson can have, in the order of a trace. */
export const parameterNames = [
  ...["embedding.weight"],
  ...["w_q.weight", "w_q.bias", "w_k.weight", "w_k.bias", "w_v.weight", "w_v.bias", "w_0.weight", "w_0.bias"],
  ...["conv1.weight", "conv1.bias", "conv2.weight", "conv2.bias"],
  ...["norm_1.weight", "norm_1.bias", "norm_2.weight", "norm_2.bias"],
];

const parameters: ReadonlySet<string> = new Set(parameterNames);

export const isParameter = (name: string): boolean => parameters.has(name);

const projection = (letter: string, word: string): string =>
  `w${letter} ${letter} ${word} fc${letter} ${letter}fc to${letter} ${letter}proj proj${letter} ${letter}linear ` +
  `linear${letter} ${letter}layer ${word}proj ${word}projection ${word}linear linear${word} ${word}layer`;

/** Other names of the lessons' modules, in lower case and without underscores; "ffn.0" is two levels of a path. */
export const moduleNames: Readonly<Record<string, string>> = {
  embedding:
    "embedding embeddings embed emb embedlayer embeddinglayer inputembedding inputembeddings tokenembedding " +
    "tokenembeddings tokembedding tokembeddings tokenembed tokenemb tokemb wordembedding wordembeddings embedtokens " +
    "wte nnemb",
  w_q: `${projection("q", "query")} linears.0`,
  w_k: `${projection("k", "key")} linears.1`,
  w_v: `${projection("v", "value")} linears.2`,
  w_0:
    "w0 wo fco fcout fc outproj projout oproj proj outputproj outputprojection projection linear outlinear linearout " +
    "outputlinear linearo olinear dense out output toout toout.0 linears.3",
  conv1: "conv1 linear1 lin1 fc1 ff1 ffn1 dense1 w1 ff.0 ffn.0 mlp.0 net.0 feedforward.0",
  conv2:
    "conv2 linear2 lin2 fc2 ff2 ffn2 dense2 w2 ff.2 ffn.2 mlp.2 net.2 feedforward.2 ff.3 ffn.3 mlp.3 net.3 feedforward.3",
  norm_1: "norm1 layernorm1 lnorm1 ln1",
  norm_2: "norm2 layernorm2 lnorm2 ln2",
};

/** Names of a tensor that has w_q, w_k and w_v stacked. */
export const packedNames = "inproj qkv qkvproj toqkv";

const moduleOf: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...moduleNames, packed: packedNames }).flatMap(([module, names]) =>
    names.split(" ").map((name) => [name, module] as const),
  ),
);

const isPacked = (name: string): boolean => name === "packed.weight" || name === "packed.bias";

/**
 * The lesson's name of a parameter, such as "w_q.bias" for "layers.0.attention.query.bias"; "packed.weight" and
 * "packed.bias" for a tensor that must be split in three; undefined for any other name.
 */
export function lessonName(name: string): string | undefined {
  // nn.MultiheadAttention has no in_proj submodule: its in_proj_weight is read as in_proj.weight.
  const path = name
    .replace(/_proj_(weight|bias)$/, "_proj.$1")
    .toLowerCase()
    .replaceAll("_", "")
    .split(".");
  const [outer = "", inner = "", part = ""] = ["", ...path].slice(-3);
  const known = `${moduleOf.get(`${outer}.${inner}`) ?? moduleOf.get(inner)}.${part}`;
  return isParameter(known) || isPacked(known) ? known : undefined;
}
