# A transformer block: positions, attention, feed-forward
import math
import torch
from torch import nn
from torch.nn import functional as F

pad_id, vocab_size = 0, 4000
d_model, num_heads, d_k, d_ff = 8, 2, 4, 32
ids = torch.tensor([
    [3207, 3634, 197, 3986, 3790, 3620, 0, 0],
    [195, 3636, 53, 3865, 3626, 3712, 3790, 3620],
])  # (B, L)
B, L = ids.shape

place = torch.arange(L + 1).unsqueeze(1)  # (P, 1)
pair = torch.arange(0, d_model, 2)  # (pair)
angles = place / 10000 ** (pair / d_model)  # (P, pair)
position_table = torch.zeros(L + 1, d_model)  # (P, d_model)
position_table[:, 0::2] = angles.sin()
position_table[:, 1::2] = angles.cos()


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_0 = nn.Linear(d_model, d_model)
        self.conv1 = nn.Conv1d(d_model, d_ff, kernel_size=1)
        self.conv2 = nn.Conv1d(d_ff, d_model, kernel_size=1)

    def forward(self, x, hidden):
        # Split into heads: (B, H, L, d_k)
        q = self.w_q(x).view(B, L, num_heads, d_k).transpose(1, 2)
        k = self.w_k(x).view(B, L, num_heads, d_k).transpose(1, 2)
        v = self.w_v(x).view(B, L, num_heads, d_k).transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (B, H, L, L)
        masked_scores = scores.masked_fill(hidden.unsqueeze(1), -1e9)
        attention = masked_scores.softmax(dim=-1)  # (B, H, L, L)
        values = attention @ v  # (B, H, L, d_k)
        concat = values.transpose(1, 2).reshape(B, L, d_model)  # (B, L, d_model)
        output = self.w_0(concat)  # (B, L, d_model)

        wide = self.conv1(output.transpose(1, 2))  # (B, d_ff, L)
        narrow = self.conv2(F.gelu(wide))  # (B, d_model, L)
        return narrow.transpose(1, 2)  # (B, L, d_model)


# Padding has position 0
positions = torch.arange(1, L + 1).expand(B, L)  # (B, L)
positions = positions.masked_fill(ids == pad_id, 0)
# True: hidden
pad_hidden = (ids == pad_id).unsqueeze(1)  # (B, 1, L)
future_hidden = torch.ones(L, L, dtype=torch.bool).triu(diagonal=1)  # (L, L)
hidden = pad_hidden | future_hidden  # (B, L, L)

torch.manual_seed(42)
embed = nn.Embedding(vocab_size, d_model)
block = Block()
x = embed(ids) + position_table[positions]  # (B, L, d_model)
output = block(x, hidden)  # (B, L, d_model)
print(output.shape)
