# Split the numbers of three tokens into two heads
import torch

# 2.1 is number 1 of token 2
x = torch.tensor([
    [[0.0, 0.1, 0.2, 0.3],
     [1.0, 1.1, 1.2, 1.3],
     [2.0, 2.1, 2.2, 2.3]],
])  # (B, L, d_model)
B, L, d_model = x.shape
num_heads, d_k = 2, 2

heads = x.view(B, num_heads, L, d_k)  # (B, H, L, d_k)
print(heads)

scores = heads @ heads.transpose(-2, -1) / d_k**0.5  # (B, H, L, L)
attention = scores.softmax(dim=-1)
values = attention @ heads  # (B, H, L, d_k)
