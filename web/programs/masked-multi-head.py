# Masked multi-head attention: no padding, no later token
import math
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

# True: may be looked at
padding_mask = (ids != pad_id).unsqueeze(1)  # (B, 1, L)
causal_mask = torch.ones(1, L, L, dtype=torch.bool).tril()  # (1, L, L)
mask = padding_mask & causal_mask  # (B, L, L)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_0 = nn.Linear(d_model, d_model)

    def forward(self, x, mask):
        B, L, d_model = x.shape
        H, d_k = self.num_heads, self.d_k
        # Split into heads: (B, H, L, d_k)
        q = self.w_q(x).view(B, L, H, d_k).transpose(1, 2)
        k = self.w_k(x).view(B, L, H, d_k).transpose(1, 2)
        v = self.w_v(x).view(B, L, H, d_k).transpose(1, 2)

        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (B, H, L, L)
        hidden = ~mask.unsqueeze(1)  # (B, 1, L, L)
        masked_scores = scores.masked_fill(hidden, -1e12)  # (B, H, L, L)
        attention = masked_scores.softmax(dim=-1)
        values = attention @ v  # (B, H, L, d_k)

        concat = values.transpose(1, 2).reshape(B, L, d_model)  # (B, L, d_model)
        return self.w_0(concat)


torch.manual_seed(42)
embed = nn.Embedding(vocab_size, d_model)
mha = MultiHeadAttention(d_model, num_heads)

x = embed(ids)  # (B, L, d_model)
output = mha(x, mask)  # (B, L, d_model)
print(output.shape)
