# Training: attention learns to copy the first token
import math
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
vocab_size, d_model = 6, 8


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.token = nn.Embedding(vocab_size, d_model)
        self.place = nn.Embedding(4, d_model)
        self.w_q = nn.Linear(d_model, d_model)
        self.w_k = nn.Linear(d_model, d_model)
        self.w_v = nn.Linear(d_model, d_model)
        self.to_vocab = nn.Linear(d_model, vocab_size)

    def forward(self, ids):
        places = torch.arange(ids.size(1))  # (L)
        x = self.token(ids) + self.place(places)  # (B, L, d_model)
        q, k, v = self.w_q(x), self.w_k(x), self.w_v(x)
        scores = q @ k.transpose(-2, -1) / math.sqrt(d_model)  # (B, L, L)
        attention = scores.softmax(dim=-1)  # (B, L, L)
        return self.to_vocab(attention @ v)  # (B, L, V)


ids = torch.tensor([[3, 1, 4, 1], [5, 2, 0, 5], [2, 4, 4, 3]])  # (B, L)
targets = ids[:, :1].expand(-1, 4)  # (B, L)

model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
for step in range(4):
    logits = model(ids)  # (B, L, V)
    loss = F.cross_entropy(logits.view(-1, vocab_size), targets.reshape(-1))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.3f}")
