# Scale the scores of two heads
import math
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model, num_heads = 1, 4, 16, 2
d_k = d_model // num_heads
w_q = nn.Linear(d_model, d_model)
w_k = nn.Linear(d_model, d_model)
w_v = nn.Linear(d_model, d_model)

x = 3 * torch.randn(B, L, d_model)  # (B, L, d_model)
q = w_q(x).view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)
k = w_k(x).view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)
v = w_v(x).view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)

scores = q @ k.transpose(-2, -1) / math.sqrt(d_model)  # (B, H, L, L)
attention = scores.softmax(dim=-1)
values = attention @ v  # (B, H, L, d_k)
print("largest weights:", attention.max(dim=-1).values.detach())
