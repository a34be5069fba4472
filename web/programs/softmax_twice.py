# A function that gives weights, and a softmax after it
import torch
from torch.nn import functional as F

# The words are the, cat, sat, down; sat looks for who sat
scores = torch.tensor([
    [4.0, 2.0, 0.0, 0.0],
    [2.0, 4.0, 1.0, 0.0],
    [0.0, 6.0, 2.0, 1.0],
    [0.0, 1.0, 4.0, 4.0],
])  # (query, key)


def attend(scores):
    return scores.softmax(dim=-1)  # (query, key)


attention = attend(scores).softmax(dim=-1)  # (query, key)
print("once:", attend(scores)[2])
print("twice:", attention[2])  # sat hardly looks at cat any more

# The loss takes a softmax itself: for a sure and right answer it stays large
answer = torch.tensor([[1.0, 0.0, 0.0, 0.0]])  # (B, V)
right = torch.tensor([0])  # (B)
print(f"loss of probabilities {F.cross_entropy(answer, right).item():.4f}")
logits = 10 * answer  # (B, V)
print(f"loss of logits {F.cross_entropy(logits, right).item():.4f}")
