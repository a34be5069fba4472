# The embedding of padding is 0: is a mask still needed?
import torch
from torch import nn

torch.manual_seed(0)
pad_id, vocab_size, d_model = 0, 8, 4
ids = torch.tensor([[5, 4, 0, 0]])  # (B, L)
embed = nn.Embedding(vocab_size, d_model, padding_idx=pad_id)
x = embed(ids)  # (B, L, d_model)
print(x[0, 2])

scores = x @ x.transpose(-2, -1) / d_model**0.5  # (B, L, L)
attention = scores.softmax(dim=-1)  # exp(0) is 1, and not 0
output = attention @ x  # (B, L, d_model)
print("weight on padding:", attention[0, 0, 2:].detach())
