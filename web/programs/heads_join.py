# Put the results of two heads side by side, by token
import torch

torch.manual_seed(0)
B, L, num_heads, d_k = 1, 3, 2, 2
d_model = num_heads * d_k
x = torch.randn(B, L, d_model)  # (B, L, d_model)
heads = x.view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)

scores = heads @ heads.transpose(-2, -1) / d_k**0.5  # (B, H, L, L)
attention = scores.softmax(dim=-1)
values = attention @ heads  # (B, H, L, d_k)

output = values.reshape(B, L, d_model)  # (B, L, d_model)
print(values)
print(output)
