# Weights add up to 1, also where nothing is found
# Trained models learn to use the first token. Here the numbers are set by hand.
import torch

# The tokens are <s>, cat, sat, mat; the value of <s> is 0: it has nothing to say
k = torch.eye(4)  # (key, d_k)
v = torch.tensor([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [4.0, 4.0]])  # (key, d_v)
q = torch.tensor([
    [6.0, 0.0, 0.0, 0.0],  # looks for nothing that is there
    [6.0, 10.0, 0.0, 0.0],  # looks for cat
])  # (query, d_k)

scores = q @ k.T / 4**0.5  # (query, key)
attention = scores.softmax(dim=-1)
output = attention @ v  # (query, d_v)
print(attention)
print("with <s>:", output[0])

# Without <s> the first query has to take something
alone = scores[:, 1:].softmax(dim=-1)  # (query, key)
print(alone)
print("without <s>:", alone[0] @ v[1:])
