/** Programs name their axes by letters or by the names of their sizes; those that mean the same have one colour. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ batch: "B", batch_size: "B", bs: "B", N: "B" },
  ...{ seq_len: "L", length: "L", T: "T", S: "S" },
  ...{ num_heads: "H", n_heads: "H", n_head: "H", heads: "H", h: "H", nhead: "H" },
  ...{ d_model: "D", embed_dim: "D", hidden: "D", C: "D", E: "D", dim: "D" },
  ...{ d_k: "K", d_v: "K", head_dim: "K", d_head: "K", hs: "K" },
  ...{ vocab_size: "V", vocab: "V", d_ff: "F" },
};

/** The letter whose colour an axis has; "1" where none is known. */
export const axisKey = (letter = ""): string => MEANT[letter] ?? (letter.length === 1 ? letter : "1");

/** "L 10", or the size alone where no letter is known or the axis is named by its size. */
export const axisText = (letter: string | undefined, size: number): string =>
  letter && letter !== String(size) ? `${letter} ${size}` : String(size);
