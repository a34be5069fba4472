# The masked lesson, computed by nn.MultiheadAttention
import torch
from torch import nn

pad_id, vocab_size = 0, 100
d_model, num_heads = 8, 2

sentences = [
    [62, 13, 47, 39, 78, 33, 56, 13],
    [60, 96, 51, 32, 90],
    [35, 45, 48, 65, 91, 99, 92, 10, 3, 21],
    [66, 88, 98, 47],
    [77, 65, 51, 77, 19, 15, 35, 19, 23],
]
longest = max(len(s) for s in sentences)
padded = [s + [pad_id] * (longest - len(s)) for s in sentences]
ids = torch.tensor(padded)  # (B, L)
B, L = ids.shape

padding_mask = (ids != pad_id).unsqueeze(1)  # (B, 1, L)
causal_mask = torch.ones(1, L, L, dtype=torch.bool).tril()  # (1, L, L)
mask = padding_mask & causal_mask  # (B, L, L)
# True: hidden, for each sentence and head
hidden = ~mask.unsqueeze(1)  # (B, 1, L, L)
attn_mask = hidden.expand(B, num_heads, L, L).reshape(B * num_heads, L, L)

torch.manual_seed(42)
embed = nn.Embedding(vocab_size, d_model)
# The same four layers as in the class of the lesson
w_q, w_k, w_v, w_0 = [nn.Linear(d_model, d_model) for _ in range(4)]
mha = nn.MultiheadAttention(d_model, num_heads, batch_first=True)
with torch.no_grad():
    mha.in_proj_weight.copy_(torch.cat([w_q.weight, w_k.weight, w_v.weight]))
    mha.in_proj_bias.copy_(torch.cat([w_q.bias, w_k.bias, w_v.bias]))
    mha.out_proj.weight.copy_(w_0.weight)
    mha.out_proj.bias.copy_(w_0.bias)

x = embed(ids)  # (B, L, d_model)
output, weights = mha(x, x, x, attn_mask=attn_mask)  # (B, L, d_model), (B, L, L)
print(output.shape)
