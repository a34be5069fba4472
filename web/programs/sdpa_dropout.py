# The model is in eval mode: is dropout off?
import torch
from torch import nn
from torch.nn import functional as F


class Attention(nn.Module):
    def forward(self, x):
        return F.scaled_dot_product_attention(x, x, x, dropout_p=0.5)


torch.manual_seed(0)
x = torch.randn(1, 3, 4)  # (B, L, d_model)
model = Attention()
model.eval()
first = model(x)
second = model(x)
print(first)
print(second)
print("the same:", torch.equal(first, second))
# Write dropout_p=0.5 if self.training else 0.0
