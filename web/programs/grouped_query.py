# Grouped-query attention: four heads share two of keys
import math
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model = 1, 4, 8
q_heads, kv_heads = 4, 2
d_k = d_model // q_heads
w_q = nn.Linear(d_model, q_heads * d_k, bias=False)
w_k = nn.Linear(d_model, kv_heads * d_k, bias=False)
w_v = nn.Linear(d_model, kv_heads * d_k, bias=False)
w_0 = nn.Linear(q_heads * d_k, d_model, bias=False)

x = torch.randn(B, L, d_model)  # (B, L, d_model)
q = w_q(x).view(B, L, q_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)
k = w_k(x).view(B, L, kv_heads, d_k).transpose(1, 2)  # (B, G, L, d_k)
v = w_v(x).view(B, L, kv_heads, d_k).transpose(1, 2)  # (B, G, L, d_k)

# Heads 0 0 1 1, not 0 1 0 1
shared_k = k.repeat_interleave(q_heads // kv_heads, dim=1)  # (B, H, L, d_k)
shared_v = v.repeat_interleave(q_heads // kv_heads, dim=1)  # (B, H, L, d_k)

scores = q @ shared_k.transpose(-2, -1) / math.sqrt(d_k)  # (B, H, L, L)
future = torch.ones(L, L, dtype=torch.bool).triu(diagonal=1)  # (L, L)
masked_scores = scores.masked_fill(future, float("-inf"))
attention = masked_scores.softmax(dim=-1)  # (B, H, L, L)
values = attention @ shared_v  # (B, H, L, d_k)
concat = values.transpose(1, 2).reshape(B, L, d_model)
output = w_0(concat)  # (B, L, d_model)

print("kept for each token:", k[:, :, 0].numel() + v[:, :, 0].numel(), "numbers")
print("with a key head for each query head:", 2 * q_heads * d_k)
