# Rotary positions: each pair of numbers is turned
import torch

torch.manual_seed(0)
L, d_k = 6, 4
place = torch.arange(L)  # (L)
pair = torch.arange(0, d_k, 2)  # (pair)
speed = 10000 ** (-pair / d_k)
angles = place.unsqueeze(1) * speed  # (L, pair)
cos, sin = angles.cos(), angles.sin()


def rotate(x):
    even, odd = x[:, 0::2], x[:, 1::2]  # (L, pair)
    first = even * cos - odd * sin  # (L, pair)
    second = even * sin + odd * cos  # (L, pair)
    return torch.stack([first, second], dim=-1).flatten(1)  # (L, d_k)


# The same query and the same key at every place
q = torch.randn(d_k).expand(L, d_k)  # (L, d_k)
k = torch.randn(d_k).expand(L, d_k)  # (L, d_k)
q_turned = rotate(q)  # (L, d_k)
k_turned = rotate(k)  # (L, d_k)

scores = q_turned @ k_turned.T / d_k**0.5  # (query, key)
print(scores)  # the same along each diagonal: only the distance counts
print("lengths stay:", q.norm(dim=-1), q_turned.norm(dim=-1))
