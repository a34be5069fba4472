# Attention in a batch with a single sentence
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model = 1, 3, 4
x = torch.randn(B, L, d_model)  # (B, L, d_model)

scores = x @ x.transpose(-2, -1) / d_model**0.5  # (B, query, key)
attention = nn.Softmax(dim=0)(scores)
output = attention @ x  # (B, L, d_model)
print(attention)
