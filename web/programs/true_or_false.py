# One mask, two functions: is True to look or leave out?
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
L, d_model = 3, 4
x = torch.randn(1, L, d_model)  # (B, L, d_model)
v = torch.eye(L).unsqueeze(0)  # the output is the weights
mask = torch.tril(torch.ones(L, L, dtype=torch.bool))  # (query, key)

# True: look
weights = F.scaled_dot_product_attention(x, x, v, attn_mask=mask)  # (B, L, L)
print(weights)

# True: leave out
mha = nn.MultiheadAttention(d_model, 1, batch_first=True)
output, weights = mha(x, x, x, attn_mask=~mask)
print(weights)
output, weights = mha(x, x, x, attn_mask=mask)
print(weights)
