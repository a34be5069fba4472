# A mask for padding, and a sentence that is empty
import torch
from torch import nn

torch.manual_seed(0)
pad_id, vocab_size, d_model = 0, 8, 4
ids = torch.tensor([[7, 3, 2], [5, 4, 0], [0, 0, 0]])  # (B, L)
embed = nn.Embedding(vocab_size, d_model)
x = embed(ids)  # (B, L, d_model)

hidden = (ids == pad_id).unsqueeze(1)  # (B, 1, L)
scores = x @ x.transpose(-2, -1) / d_model**0.5  # (B, L, L)
masked_scores = scores.masked_fill(hidden, float("-inf"))  # (B, L, L)
attention = masked_scores.softmax(dim=-1)
output = attention @ x  # (B, L, d_model)
print("mean:", output.mean().item())
