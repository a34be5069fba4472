# Divide the queries by the root of d_k, or the scores?
import math
import torch

torch.manual_seed(0)
L, d_k = 3, 4
q = torch.randn(L, d_k)  # (L, d_k)
k = torch.randn(L, d_k)  # (L, d_k)

scores = q @ k.T / math.sqrt(d_k)  # (query, key)
scaled_q = q / math.sqrt(d_k)  # (L, d_k)
from_scaled_q = scaled_q @ k.T  # (query, key)
print(scores)
print("the same:", torch.allclose(scores, from_scaled_q))

# Both is once too often
twice = scaled_q @ k.T / math.sqrt(d_k)  # (query, key)
print(twice)
