# Set the scores of the later tokens to 0
import torch

torch.manual_seed(2)
L, d_k = 4, 3
q = torch.randn(L, d_k)  # (L, d_k)
k = torch.randn(L, d_k)  # (L, d_k)
v = torch.randn(L, d_k)  # (L, d_k)

scores = q @ k.T / d_k**0.5  # (query, key)
mask = torch.tril(torch.ones(L, L))  # (query, key)
masked_scores = scores * mask
attention = masked_scores.softmax(dim=-1)
output = attention @ v  # (L, d_k)
print(attention)
