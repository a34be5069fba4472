# Embedding plus position: which of the two is larger?
import math
import torch
from torch import nn

torch.manual_seed(0)
L, d_model = 4, 8
place = torch.arange(L).unsqueeze(1)  # (L, 1)
pair = torch.arange(0, d_model, 2)  # (pair)
angles = place / 10000 ** (pair / d_model)  # (L, pair)
positions = torch.zeros(L, d_model)  # (L, d_model)
positions[:, 0::2] = angles.sin()
positions[:, 1::2] = angles.cos()
print("a position:", positions.norm(dim=-1))

embed = nn.Embedding(10, d_model)  # drawn from N(0, 1)
x = embed(torch.tensor([3, 1, 4, 1]))  # (L, d_model)
print("a token:", x.norm(dim=-1).detach())
scaled = x * math.sqrt(d_model)  # (L, d_model)
print("a token times √d_model:", scaled.norm(dim=-1).detach())
output = scaled + positions  # (L, d_model)
