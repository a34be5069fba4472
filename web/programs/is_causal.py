# Two functions with is_causal=True: do they want a mask as well?
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
B, L, d_model, num_heads = 1, 4, 8, 2
x = torch.randn(B, L, d_model)  # (B, L, d_model)

# This one makes the mask itself, and must not be given one
output = F.scaled_dot_product_attention(x, x, x, is_causal=True)
print(torch.allclose(output[:, 0], x[:, 0]))  # token 0 sees itself alone

# This one only takes it as a hint about the mask that it is given
mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
output, weights = mha(x, x, x, is_causal=True)
print(weights)
