# Which head looks where? The weights that come back
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model, num_heads = 1, 3, 8, 2
mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
x = 3 * torch.randn(B, L, d_model)  # (B, L, d_model)

output, weights = mha(x, x, x)
print(weights)  # no axis for the heads

output, by_head = mha(x, x, x, average_attn_weights=False)
print(by_head)  # (B, H, L, L)
print("the average of both:", torch.allclose(weights, by_head.mean(dim=1)))
