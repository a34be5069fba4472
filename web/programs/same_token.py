# The same word twice, without positions and with them
import torch
from torch import nn

torch.manual_seed(0)
vocab_size, d_model = 5, 4
ids = torch.tensor([2, 4, 2])  # (L)
embed = nn.Embedding(vocab_size, d_model)
place = nn.Embedding(3, d_model)


def attend(x):
    scores = x @ x.T / d_model**0.5  # (query, key)
    return scores.softmax(dim=-1) @ x


x = embed(ids)  # (L, d_model)
output = attend(x)  # (L, d_model)
print("rows 0 and 2:", torch.equal(output[0], output[2]))

placed = x + place(torch.arange(3))  # (L, d_model)
output = attend(placed)  # (L, d_model)
print("with positions:", torch.equal(output[0], output[2]))
