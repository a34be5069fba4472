# Two functions with is_causal=True: and the mask?
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
B, L, d_model, num_heads = 1, 4, 8, 2
x = torch.randn(B, L, d_model)  # (B, L, d_model)

# This one makes the mask, and must not be given one
output = F.scaled_dot_product_attention(x, x, x, is_causal=True)
print(torch.allclose(output[:, 0], x[:, 0]))  # token 0 sees itself alone

# For this one it is a hint about the mask it is given
mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
output, weights = mha(x, x, x, is_causal=True)
print(weights)
