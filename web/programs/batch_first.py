# Two sentences of three tokens go into nn.MultiheadAttention
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model, num_heads = 2, 3, 4, 2
x = torch.randn(B, L, d_model)  # (B, L, d_model)

mha = nn.MultiheadAttention(d_model, num_heads)
output, weights = mha(x, x, x)
print("output:", output.shape)  # as it should be
print("weights:", weights.shape)  # three tables of 2 × 2 for two sentences of 3?

batch_first = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
output, weights = batch_first(x, x, x)
print("with batch_first:", weights.shape)
