# Hide the later tokens with triu
import torch

torch.manual_seed(0)
L, d_k = 4, 3
q = torch.randn(L, d_k)  # (L, d_k)
k = torch.randn(L, d_k)  # (L, d_k)
v = torch.randn(L, d_k)  # (L, d_k)

scores = q @ k.T / d_k**0.5  # (query, key)
hidden = torch.triu(torch.ones(L, L)) == 1  # (query, key)
masked_scores = scores.masked_fill(hidden, float("-inf"))
attention = masked_scores.softmax(dim=-1)
output = attention @ v  # (L, d_k)
print(hidden)
print(output)
