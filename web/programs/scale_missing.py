# One head of 16 numbers: how sharp are the weights?
import torch
from torch import nn

torch.manual_seed(0)
d_model = d_k = 16
w_q = nn.Linear(d_model, d_k)
w_k = nn.Linear(d_model, d_k)
w_v = nn.Linear(d_model, d_k)

x = 4 * torch.randn(1, 5, d_model)  # (B, L, d_model)
q, k, v = w_q(x), w_k(x), w_v(x)

scores = q @ k.transpose(-2, -1)  # (B, L, L)
attention = scores.softmax(dim=-1)
values = attention @ v  # (B, L, d_k)
print("largest weights:", attention.max(dim=-1).values.detach())
