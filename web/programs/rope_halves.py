# Rotary positions: pairs of neighbours, or two halves
import torch

x = torch.tensor([1.0, 2.0, 3.0, 4.0])  # (d_k)
angles = torch.tensor([1.0, 0.01])  # (pair)
cos, sin = angles.cos(), angles.sin()

# Neighbours: (1, 2) and (3, 4)
even, odd = x[0::2], x[1::2]
neighbours = torch.stack([even * cos - odd * sin, even * sin + odd * cos], dim=-1)
print(neighbours.flatten())

# Halves: (1, 3) and (2, 4)
first, second = x[:2], x[2:]
halves = torch.cat([first * cos - second * sin, first * sin + second * cos])
print(halves)

# Mixed, not even the length stays
turned = torch.cat([-second, first])  # (d_k)
mixed = x * cos.repeat_interleave(2) + turned * sin.repeat_interleave(2)
print("lengths:", x.norm(), neighbours.norm(), halves.norm(), mixed.norm())
