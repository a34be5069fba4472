# need_weights, or not: head 0 has no key left
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model, num_heads = 1, 3, 4, 2
mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
x = torch.randn(B, L, d_model)  # (B, L, d_model)

hidden = torch.zeros(B * num_heads, L, L, dtype=torch.bool)  # (B * H, L, L)
hidden[0] = True

with_weights, weights = mha(x, x, x, attn_mask=hidden, need_weights=True)
print(with_weights)
# Without weights, such a row is 0 (as of PyTorch 2.5)
without_weights, nothing = mha(x, x, x, attn_mask=hidden, need_weights=False)
print(without_weights)
