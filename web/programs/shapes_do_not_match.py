# Mix the results of two heads with a last linear layer
import torch
from torch import nn

torch.manual_seed(0)
B, L, d_model, num_heads = 2, 3, 8, 2
d_k = d_model // num_heads
w_0 = nn.Linear(d_k, d_model)

x = torch.randn(B, L, d_model)  # (B, L, d_model)
heads = x.view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)
attention = (heads @ heads.transpose(-2, -1) / d_k**0.5).softmax(dim=-1)
values = attention @ heads  # (B, H, L, d_k)

concat = values.transpose(1, 2).reshape(B, L, d_model)  # (B, L, d_model)
output = w_0(concat)
print(output.shape)
