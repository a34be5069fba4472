# Swap heads and tokens back, then join the heads
import torch

torch.manual_seed(0)
B, L, num_heads, d_k = 2, 3, 2, 4
d_model = num_heads * d_k
x = torch.randn(B, L, d_model)  # (B, L, d_model)
heads = x.view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)

attention = (heads @ heads.transpose(-2, -1) / d_k**0.5).softmax(dim=-1)
values = attention @ heads  # (B, H, L, d_k)

swapped = values.transpose(1, 2)  # (B, L, H, d_k)
output = swapped.view(B, L, d_model)
print(output.shape)
