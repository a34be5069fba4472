# A small language model learns to predict the next token
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
vocab_size, d_model = 10, 8
ids = torch.tensor([[3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8]])  # (B, L)
B, L = ids.shape
embed = nn.Embedding(vocab_size, d_model)
w_q, w_k, w_v = [nn.Linear(d_model, d_model) for _ in range(3)]
to_vocab = nn.Linear(d_model, vocab_size)

x = embed(ids)  # (B, L, d_model)
scores = w_q(x) @ w_k(x).transpose(-2, -1) / d_model**0.5  # (B, L, L)
future = torch.ones(L, L, dtype=torch.bool).triu(diagonal=1)  # (L, L)
masked_scores = scores.masked_fill(future, float("-inf"))
attention = masked_scores.softmax(dim=-1)
x = x + attention @ w_v(x)  # (B, L, d_model)

logits = to_vocab(x)  # (B, L, V)
loss = F.cross_entropy(logits.view(-1, vocab_size), ids.view(-1))
loss.backward()
print(f"loss {loss.item():.3f}")
