# Hide the padding in nn.MultiheadAttention
import torch
from torch import nn

torch.manual_seed(0)
pad_id, vocab_size, d_model, num_heads = 0, 8, 4, 2
ids = torch.tensor([[7, 3, 2], [5, 4, 0]])  # (B, L)
embed = nn.Embedding(vocab_size, d_model)
mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
x = embed(ids)  # (B, L, d_model)

hidden = ids == pad_id  # (B, L)
output, weights = mha(x, x, x, key_padding_mask=hidden)
print(weights)  # as it should be

# attn_mask says which query sees which key
output, weights = mha(x, x, x, attn_mask=hidden)
print(weights)
