# A causal mask for one new query and five keys
import torch
from torch.nn import functional as F

torch.manual_seed(0)
T, S, d_k = 1, 5, 4
q = torch.randn(1, T, d_k)  # (B, T, d_k)
k = torch.randn(1, S, d_k)  # (B, S, d_k)
v = torch.randn(1, S, d_k)  # (B, S, d_k)

# From the top left, the query sees key 0 alone
output = F.scaled_dot_product_attention(q, k, v, is_causal=True)
print(torch.ones(T, S).tril())
print("only value 0:", torch.allclose(output, v[:, :1]))

# The newest token is the last one, as is its row
visible = torch.ones(T, S, dtype=torch.bool).tril(diagonal=S - T)  # (T, S)
print(visible.int())
output = F.scaled_dot_product_attention(q, k, v, attn_mask=visible)
print(output)
