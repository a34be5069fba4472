# Make one batch of all heads of two sentences
import torch

# 21 is number 1 of token 2, and 100 more are sentence 1
B, L, d_model, num_heads, d_k = 2, 3, 4, 2, 2
token = torch.arange(L).view(L, 1)  # (L, 1)
x = 10.0 * token + torch.arange(d_model)  # (L, d_model)
x = torch.stack([x, 100 + x])  # (B, L, d_model)

q = x.view(B * num_heads, -1, d_k)  # (B * H, L, d_k)
print(q[0])  # head 0 of sentence 0
scores = q @ q.transpose(-2, -1) / d_k**0.5  # (B * H, L, L)
attention = scores.softmax(dim=-1)
values = attention @ q  # (B * H, L, d_k)
