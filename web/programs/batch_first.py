# Three tokens in each of two sentences: batch_first
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model, num_heads = 2, 3, 4, 2
x = torch.randn(B, L, d_model)  # (B, L, d_model)

mha = nn.MultiheadAttention(d_model, num_heads)
output, weights = mha(x, x, x)
print("output:", output.shape)  # as it should be
print("weights:", weights.shape)  # (3, 2, 2)?

batch_first = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
output, weights = batch_first(x, x, x)
print("with batch_first:", weights.shape)
