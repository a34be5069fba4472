# Each query shares out a weight of 1 among the keys
import torch

x = torch.tensor([
    [[1.0, 0.0],
     [0.0, 2.0],
     [1.0, 1.0]],
])  # (B, L, d_model)
q = k = v = x

scores = q @ k.transpose(-2, -1) / 2**0.5  # (B, query, key)
attention = torch.softmax(scores, dim=1)
output = attention @ v  # (B, L, d_model)

print(attention)
print("rows add up to", attention.sum(dim=-1))
