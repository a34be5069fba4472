# Encoder-decoder attention: the target asks the source
import math
import torch
from torch import nn

vocab_size, d_model, num_heads = 100, 8, 2

# 0 is padding
source_ids = torch.tensor([
    [62, 13, 47, 39, 78, 33, 56, 13, 0, 0],
    [60, 96, 51, 32, 90, 0, 0, 0, 0, 0],
    [35, 45, 48, 65, 91, 99, 92, 10, 3, 21],
    [66, 88, 98, 47, 0, 0, 0, 0, 0, 0],
    [77, 65, 51, 77, 19, 15, 35, 19, 23, 0],
])  # (B, S)
target_ids = torch.tensor([
    [33, 11, 49, 10, 0, 0, 0, 0, 0, 0, 0, 0],
    [88, 34, 5, 29, 99, 45, 11, 25, 0, 0, 0, 0],
    [67, 25, 15, 90, 54, 4, 92, 10, 46, 20, 88, 19],
    [16, 58, 91, 47, 12, 5, 8, 0, 0, 0, 0, 0],
    [71, 63, 62, 7, 9, 11, 55, 91, 32, 48, 0, 0],
])  # (B, T)


class CrossAttention(nn.Module):
    def __init__(self, d_model, num_heads):
        super().__init__()
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.w_0 = nn.Linear(d_model, d_model)

    def forward(self, target, source):
        B, T, d_model = target.shape
        S = source.size(1)
        H, d_k = self.num_heads, self.d_k
        # Split into heads: (B, H, length, d_k)
        q = self.w_q(target).view(B, T, H, d_k).transpose(1, 2)
        k = self.w_k(source).view(B, S, H, d_k).transpose(1, 2)
        v = self.w_v(source).view(B, S, H, d_k).transpose(1, 2)

        scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)  # (B, H, T, S)
        attention = scores.softmax(dim=-1)
        values = attention @ v  # (B, H, T, d_k)

        concat = values.transpose(1, 2).reshape(B, T, d_model)  # (B, T, d_model)
        return self.w_0(concat)


torch.manual_seed(42)
embed = nn.Embedding(vocab_size, d_model)
attend = CrossAttention(d_model, num_heads)

encoded = embed(source_ids)  # (B, S, d_model)
decoded = embed(target_ids)  # (B, T, d_model)
output = attend(decoded, encoded)  # (B, T, d_model)
print(output.shape)
