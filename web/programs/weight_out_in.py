# Multiply with the weight of a layer by hand
import torch
from torch import nn

torch.manual_seed(0)
L, d_model, d_attention = 3, 8, 4
w_q = nn.Linear(d_model, d_attention, bias=False)
x = torch.randn(L, d_model)  # (L, d_model)

print("weight:", w_q.weight.shape)
q = w_q(x)  # (L, d_attention)
by_hand = x @ w_q.weight
print(torch.allclose(q, by_hand))
