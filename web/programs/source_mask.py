# Padding in source and target: whose mask belongs here?
import torch
from torch import nn

torch.manual_seed(0)
pad_id, vocab_size, d_model = 0, 10, 4
source_ids = torch.tensor([[3, 8, 0, 0]])  # (B, S)
target_ids = torch.tensor([[5, 2, 7, 0]])  # (B, T)
embed = nn.Embedding(vocab_size, d_model)
source = embed(source_ids)  # (B, S, d_model)
target = embed(target_ids)  # (B, T, d_model)

scores = target @ source.transpose(-2, -1) / d_model**0.5  # (B, T, S)
hidden = (target_ids == pad_id).unsqueeze(1)  # (B, 1, T)
masked_scores = scores.masked_fill(hidden, float("-inf"))  # (B, T, S)
attention = masked_scores.softmax(dim=-1)
output = attention @ source  # (B, T, d_model)

padding = (source_ids == pad_id)[0]  # (S)
print("weight on the source's padding:", attention[0][:, padding])
