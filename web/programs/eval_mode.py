# After training: is the answer the same each time?
import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
model = nn.Sequential(
    nn.Linear(4, 8), nn.ReLU(), nn.Dropout(p=0.5), nn.Linear(8, 3)
)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.randn(2, 4)  # (B, D)
target = torch.tensor([0, 2])  # (B)

loss = F.cross_entropy(model(x), target)
loss.backward()
optimizer.step()

with torch.no_grad():
    for run in range(2):
        output = model(x)  # (B, classes)
        print(output)
