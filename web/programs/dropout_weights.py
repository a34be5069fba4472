# Dropout on weights: do the rows still add up to 1?
import torch
from torch import nn

torch.manual_seed(0)
L, d_k = 4, 3
x = torch.randn(L, d_k)  # (L, d_k)
dropout = nn.Dropout(p=0.5)

scores = x @ x.T / d_k**0.5  # (query, key)
attention = scores.softmax(dim=-1)
dropped = dropout(attention)  # some are 0, the others are doubled
print(dropped)
print("rows before:", attention.sum(dim=-1))
print("rows after:", dropped.sum(dim=-1))

dropout.eval()
print("in eval:", dropout(attention).sum(dim=-1))
