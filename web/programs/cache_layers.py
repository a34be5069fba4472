# Does a cache help after the first of two layers?
import torch

torch.manual_seed(0)
L, d_model = 4, 4
x = torch.randn(L, d_model)  # (L, d_model)
layers = [[torch.randn(d_model, d_model) for _ in range(3)] for _ in range(2)]


def keys_of_layers(x, is_causal):
    keys = []
    for w_q, w_k, w_v in layers:
        scores = x @ w_q @ (x @ w_k).T / d_model**0.5  # (query, key)
        if is_causal:
            future = torch.ones_like(scores, dtype=torch.bool).triu(diagonal=1)
            scores = scores.masked_fill(future, float("-inf"))
        keys.append(x @ w_k)  # what the layer's cache keeps, made of its own input
        x = x + scores.softmax(dim=-1) @ (x @ w_v)
    return keys


for is_causal in (True, False):
    print("causal mask:", is_causal)
    three = keys_of_layers(x[: L - 1], is_causal)
    four = keys_of_layers(x, is_causal)
    for n in range(2):
        stay = torch.allclose(three[n], four[n][: L - 1], atol=1e-5)
        print("  layer", n + 1, "keeps its old keys:", stay)
