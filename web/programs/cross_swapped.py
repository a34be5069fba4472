# My own class beside nn.MultiheadAttention: equal?
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
d_model = 4
mha = nn.MultiheadAttention(d_model, 1, bias=False, batch_first=True)
w_q, w_k, w_v = mha.in_proj_weight.chunk(3)


def attend(query, key, value):
    q = F.linear(key, w_q)  # swapped
    k = F.linear(query, w_k)
    v = F.linear(value, w_v)
    scores = q @ k.transpose(-2, -1) / d_model**0.5  # (B, T, S)
    return mha.out_proj(scores.softmax(dim=-1) @ v)


x = torch.randn(1, 3, d_model)  # (B, L, d_model)
own = attend(x, x, x)  # (B, L, d_model)
print("self-attention:", torch.allclose(own, mha(x, x, x)[0], atol=1e-6))

other = torch.randn(1, 3, d_model)  # (B, S, d_model)
own = attend(x, other, other)  # (B, T, d_model)
theirs, weights = mha(x, other, other)
print("cross-attention:", torch.allclose(own, theirs, atol=1e-6))
