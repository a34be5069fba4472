# Writing token by token: keys and values are kept
import math
import torch
from torch import nn

torch.manual_seed(0)
d_model = 4
w_q = nn.Linear(d_model, d_model, bias=False)
w_k = nn.Linear(d_model, d_model, bias=False)
w_v = nn.Linear(d_model, d_model, bias=False)
x = torch.randn(1, 5, d_model)  # (B, L, d_model)


def attend(q, k, v):
    scores = q @ k.transpose(-2, -1) / math.sqrt(d_model)  # (B, query, key)
    return scores.softmax(dim=-1) @ v


# The prompt: the last of three tokens looks at all of them
with torch.no_grad():
    keys = w_k(x[:, :3])  # (B, S, d_model)
    values = w_v(x[:, :3])  # (B, S, d_model)
    output = attend(w_q(x[:, 2:3]), keys, values)

    # Then one token at a time
    for t in range(3, 5):
        token = x[:, t : t + 1]  # (B, 1, d_model)
        keys = torch.cat([keys, w_k(token)], dim=1)  # (B, S, d_model)
        values = torch.cat([values, w_v(token)], dim=1)  # (B, S, d_model)
        output = attend(w_q(token), keys, values)  # (B, 1, d_model)
        print("cache:", tuple(keys.shape))

    # The same without a cache: all keys and values anew
    again = attend(w_q(x[:, 4:5]), w_k(x), w_v(x))  # (B, 1, d_model)
print(torch.allclose(output, again, atol=1e-6))
