# A fill of -1e9 in float16, whose lowest is -65504
import torch

LOWEST = -65504.0


def as_float16(x):
    # What is lower than the lowest number becomes -inf
    return torch.where(x < LOWEST, float("-inf"), x)


scores = torch.tensor([[1.0, 2.0, 0.5], [0.0, 1.0, 3.0]])  # (query, key)
# Row 0 is padding, and hides every key
hidden = torch.tensor([[True, True, True], [False, False, True]])  # (query, key)

masked_scores = as_float16(scores.masked_fill(hidden, -1e9))  # (query, key)
print(masked_scores.softmax(dim=-1))
lowest_scores = as_float16(scores.masked_fill(hidden, LOWEST))  # (query, key)
print(lowest_scores.softmax(dim=-1))
