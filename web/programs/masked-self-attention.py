# Masked self-attention: a triangle, then a class
import math
import torch
from torch import nn

torch.manual_seed(42)
scores = torch.randn(4, 4)  # (query, key)
triangle = torch.tril(torch.ones(4, 4))  # (query, key)
masked_scores = scores.masked_fill(triangle == 0, float("-inf"))
weights = masked_scores.softmax(dim=-1)
print(weights)


class MaskedSelfAttention(nn.Module):
    def __init__(self, d_model, d_k):
        super().__init__()
        self.query = nn.Linear(d_model, d_k, bias=False)
        self.key = nn.Linear(d_model, d_k, bias=False)
        self.value = nn.Linear(d_model, d_k, bias=False)

    def forward(self, x):
        B, L, d_model = x.shape
        q = self.query(x)  # (B, L, d_k)
        k = self.key(x)  # (B, L, d_k)
        v = self.value(x)  # (B, L, d_k)

        scores = q @ k.transpose(-2, -1) / math.sqrt(k.size(-1))  # (B, L, L)
        future = torch.ones(L, L, dtype=torch.bool).triu(diagonal=1)  # (L, L)
        masked_scores = scores.masked_fill(future, float("-inf"))
        attention = masked_scores.softmax(dim=-1)  # (B, L, L)
        return attention @ v  # (B, L, d_k)


vocab_size, d_model, d_k = 100, 8, 4
ids = torch.tensor([[62, 13, 47, 39]])  # (B, L)
torch.manual_seed(42)
embed = nn.Embedding(vocab_size, d_model)
attend = MaskedSelfAttention(d_model, d_k)

x = embed(ids)  # (B, L, d_model)
values = attend(x)  # (B, L, d_k)
print(values.detach())
