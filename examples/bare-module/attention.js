// Padding, masks and multi-head attention with nothing but heads-up.js and heads-up.wasm beside this file.
import createHeadsUp from "./heads-up-attention/heads-up.js";

const m = await createHeadsUp();
const ids = m.pad([[62, 13, 47], [60, 96]], 0);
const mask = m.combineMasks(m.paddingMask(ids, 0), m.causalMask(3));
const layer = new m.MultiHeadAttention({ dModel: 8, numHeads: 2, seed: 42 });
const x = m.randn(1, [2, 3, 8]);
const { attention } = layer.forward(x, x, x, { mask, returnAttention: true });
layer.delete();

// attention has shape (2 sentences, 2 heads, 3 queries, 3 keys).
const table = document.querySelector("table");
for (let query = 0; query < 3; query++) {
  const row = table.insertRow();
  for (let key = 0; key < 3; key++) {
    const cell = ((1 * 2 + 0) * 3 + query) * 3 + key;
    row.insertCell().textContent = attention.data[cell].toFixed(4);
  }
}
