# Two sentences, two heads, and a mask for the padding
import torch
from torch import nn

torch.manual_seed(0)
pad_id, vocab_size, d_model, num_heads, d_k = 0, 8, 4, 2, 2
ids = torch.tensor([[7, 3, 2, 6], [5, 4, 0, 0]])  # (B, L)
B, L = ids.shape
embed = nn.Embedding(vocab_size, d_model)
x = embed(ids)  # (B, L, d_model)
heads = x.view(B, L, num_heads, d_k).transpose(1, 2)  # (B, H, L, d_k)

hidden = (ids == pad_id).unsqueeze(1)  # (B, 1, L)
scores = heads @ heads.transpose(-2, -1) / d_k**0.5  # (B, H, L, L)
masked_scores = scores.masked_fill(hidden, float("-inf"))  # (B, H, L, L)
attention = masked_scores.softmax(dim=-1)
values = attention @ heads  # (B, H, L, d_k)
print(attention)
