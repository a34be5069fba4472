# Cross-attention: a translation looks at the source
import math
import torch
from torch import nn

source = "the cat is sleeping".split()
target = "고양이가 자고 있다".split()
vocab = {word: i for i, word in enumerate(source + target)}
source_ids = torch.tensor([[vocab[word] for word in source]])  # (B, S)
target_ids = torch.tensor([[vocab[word] for word in target]])  # (B, T)

torch.manual_seed(0)
vocab_size, d_model = len(vocab), 8
embed = nn.Embedding(vocab_size, d_model)
w_q = nn.Linear(d_model, d_model)
w_k = nn.Linear(d_model, d_model)
w_v = nn.Linear(d_model, d_model)

encoded = embed(source_ids)  # (B, S, d_model)
decoded = embed(target_ids)  # (B, T, d_model)
q = w_q(decoded)  # (B, T, d_model)
k = w_k(encoded)  # (B, S, d_model)
v = w_v(encoded)  # (B, S, d_model)

scores = q @ k.transpose(-2, -1) / math.sqrt(d_model)  # (B, T, S)
attention = scores.softmax(dim=-1)  # (B, T, S)
output = attention @ v  # (B, T, d_model)

# Not trained yet: which word it is, is chance
for t, word in enumerate(target):
    best = attention[0, t].argmax().item()
    weight = attention[0, t, best].item()
    print(f"{word} looks most at {source[best]}: {weight:.2f}")
