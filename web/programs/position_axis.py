# Add positions to a batch of two sentences
import torch

torch.manual_seed(0)
B, L, d_model = 2, 3, 4
x = torch.zeros(B, L, d_model)  # (B, L, d_model)

# A table for tokens first: (L, B, d_model)
table = torch.arange(8.0).view(8, 1, 1).expand(8, 1, d_model)  # (P, 1, d_model)
by_sentence = x + table[: x.size(0)]  # (B, L, d_model)
print(by_sentence)  # every token of a sentence has the same position

by_token = x + table[: x.size(1)].transpose(0, 1)  # (B, L, d_model)
print(by_token)
