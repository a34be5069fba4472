# A loss of almost 0 without a mask: what is written?
import torch
from torch.nn import functional as F

vocab_size = 6
ids = torch.tensor([3, 1, 4, 5, 2])  # (P)
inputs, targets = ids[:-1], ids[1:]  # (L), (L)
L = inputs.size(0)
x = F.one_hot(inputs, vocab_size).float()  # (L, V)

# What training finds: look at the key after it
scores = 20 * torch.ones(L - 1).diag(diagonal=1)  # (query, key)
attention = scores.softmax(dim=-1)
logits = 20 * attention @ x  # (L, V)
loss = F.cross_entropy(logits, targets, reduction="none")  # (L)
print("loss of each token:", loss)

# When it writes, no token comes after the last one
print("next token:", logits[-1].argmax().item(), "and not", targets[-1].item())
future = torch.ones(L, L, dtype=torch.bool).triu(diagonal=1)  # (L, L)
masked_scores = scores.masked_fill(future, float("-inf"))  # (query, key)
print(masked_scores.softmax(dim=-1))  # nothing is left
