# A sliding window: a token sees itself and two before it
import math
import torch
from torch import nn

torch.manual_seed(0)
L, d_model, window = 6, 4, 3
w_q = nn.Linear(d_model, d_model)
w_k = nn.Linear(d_model, d_model)
w_v = nn.Linear(d_model, d_model)
x = torch.randn(L, d_model)  # (L, d_model)

place = torch.arange(L)  # (L)
distance = place.unsqueeze(1) - place  # (query, key)
visible = (distance >= 0) & (distance < window)  # (query, key)
print(visible.int())

scores = w_q(x) @ w_k(x).T / math.sqrt(d_model)  # (query, key)
masked_scores = scores.masked_fill(~visible, float("-inf"))
attention = masked_scores.softmax(dim=-1)  # (query, key)
output = attention @ w_v(x)  # (L, d_model)
print("keys seen:", visible.sum(dim=-1).tolist())
