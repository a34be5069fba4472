# Multi-head attention: two heads look at every token
import math
import torch
from torch import nn

pad_id, vocab_size = 0, 100
d_model, num_heads = 8, 2

sentences = [
    [62, 13, 47, 39, 78, 33, 56, 13, 39, 29, 44, 86, 71, 36, 18, 75],
    [60, 96, 51, 32, 90],
    [35, 45, 48, 65, 91, 99, 92, 10, 3, 21, 54],
    [75, 51],
    [66, 88, 98, 47],
    [21, 39, 10, 64, 21],
    [98],
    [77, 65, 51, 77, 19, 15, 35, 19, 23, 97,
     50, 46, 53, 42, 45, 91, 66, 3, 43, 10],
    [70, 64, 98, 25, 99, 53, 4, 13, 69, 62, 66, 76, 15, 75, 45, 34],
    [20, 64, 81, 35, 76, 85, 1, 62, 8, 45, 99, 77, 19, 43],
]
longest = max(len(s) for s in sentences)
padded = [s + [pad_id] * (longest - len(s)) for s in sentences]
ids = torch.tensor(padded)  # (B, L)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_0 = nn.Linear(d_model, d_model)

    def forward(self, x):
        B, L, d_model = x.shape
        H, d_k = self.num_heads, self.d_k
        # Split into heads: (B, H, L, d_k)
        q = self.w_q(x).view(B, L, H, d_k).transpose(1, 2)
        k = self.w_k(x).view(B, L, H, d_k).transpose(1, 2)
        v = self.w_v(x).view(B, L, H, d_k).transpose(1, 2)

        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (B, H, L, L)
        attention = scores.softmax(dim=-1)  # each row adds up to 1
        values = attention @ v  # (B, H, L, d_k)

        concat = values.transpose(1, 2).reshape(B, L, d_model)  # (B, L, d_model)
        return self.w_0(concat)


torch.manual_seed(42)
embed = nn.Embedding(vocab_size, d_model)
mha = MultiHeadAttention(d_model, num_heads)

x = embed(ids)  # (B, L, d_model)
output = mha(x)  # (B, L, d_model)
print(output.shape)
