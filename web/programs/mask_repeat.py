# A mask for each head: repeat or repeat_interleave?
import torch
from torch import nn

torch.manual_seed(0)
pad_id, d_model, num_heads = 0, 4, 2
ids = torch.tensor([[7, 3, 2], [5, 0, 0]])  # (B, L)
B, L = ids.shape
x = nn.Embedding(8, d_model)(ids)  # (B, L, d_model)
mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)

padding = (ids == pad_id).unsqueeze(1).expand(B, L, L)  # (B, L, L)
# The layer wants both heads of one sentence together
hidden = padding.repeat(num_heads, 1, 1)  # (B * H, L, L)
print("sentences by row:", hidden[:, 0, 2].tolist())
interleaved = padding.repeat_interleave(num_heads, dim=0)  # (B * H, L, L)
print("as the layer wants:", interleaved[:, 0, 2].tolist())

output, weights = mha(x, x, x, attn_mask=hidden, average_attn_weights=False)
print("sentence 1 looks at its padding:", weights[1, :, 0])
