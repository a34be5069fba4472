# Do more heads need more parameters?
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model = 1, 3, 8
w_q = nn.Linear(d_model, d_model, bias=False)
x = torch.randn(B, L, d_model)  # (B, L, d_model)
q = w_q(x)  # (B, L, d_model)

for num_heads in (1, 2, 4):
    d_k = d_model // num_heads
    heads = q.view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)
    mha = nn.MultiheadAttention(d_model, num_heads)
    print(num_heads, "heads of", d_k, ":", mha.in_proj_weight.numel(), "weights")
print("w_q, w_k and w_v:", 3 * w_q.weight.numel(), "weights")
