# One seed, two kinds of layers: other numbers
import torch
from torch import nn

d_model, num_heads = 8, 2
torch.manual_seed(42)
w_q, w_k, w_v = [nn.Linear(d_model, d_model) for _ in range(3)]
torch.manual_seed(42)
mha = nn.MultiheadAttention(d_model, num_heads)

# From ±1 / √8, and from ±√(6 / (8 + 24))
linears = torch.cat([w_q.weight, w_k.weight, w_v.weight])
print("Linear:", linears.abs().max().item())
print("MultiheadAttention:", mha.in_proj_weight.abs().max().item())

with torch.no_grad():
    mha.in_proj_weight.copy_(linears)
print("after copying:", torch.equal(mha.in_proj_weight, linears))
