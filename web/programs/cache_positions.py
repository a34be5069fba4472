# Positions while a model writes, after a prompt of six
import torch
from torch import nn

torch.manual_seed(0)
d_model = 4
place = nn.Embedding(12, d_model)
prompt = place(torch.arange(6))  # (L, d_model)

for step in range(2):
    token = torch.zeros(1, d_model)  # (1, d_model), the newest alone
    positions = torch.arange(token.size(0))  # 0 again and again
    x = token + place(positions)  # (1, d_model)
    print("as token 0:", torch.equal(x[0], prompt[0]))

    cached = 6 + step
    positions = torch.arange(cached, cached + token.size(0))
    x = token + place(positions)  # (1, d_model)
    print("position:", positions.tolist())
