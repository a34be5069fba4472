/** The bridge from text to ids: its pieces and the id of each, before the ids are padded to a batch. */
import { pieces as scene } from "../draw/scenes/data/pieces.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { between, cell, EQUALS, mrow, name } from "./mathml.js";
import { b, index } from "./notation.js";
import type { Operation } from "./operation.js";

export const pieces: Operation = {
  ms: 8000,
  scene,
  /** The id of each piece is its place in the vocabulary. */
  formula({ axes }) {
    const t = index(axes, 1);
    return mrow(
      cell(name("ids"), b, t),
      EQUALS,
      name("vocabulary"),
      between("(", cell(name("pieces"), b, t), ")"),
    );
  },
  bridge: {
    id: "pieces",
    of(trace) {
      if (!hasStep(trace, "position_table")) return undefined;
      const ids = stepOf(trace, "ids");
      return { ...ids, name: "pieces", label: "ids", op: "pieces", madeBy: ids.op, inputs: [] };
    },
    code: () => ({
      code: [
        "vocab = spm.SentencePieceProcessor(model_file)",
        "pieces = [vocab.encode(line, out_type=str)",
        "          for line in lines]",
        "sequences = [vocab.piece_to_id(row)",
        "             for row in pieces]",
      ],
      current: [1, 2, 3, 4],
    }),
  },
};
