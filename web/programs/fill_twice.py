# Two masks of finfo.min, added, and padding at the left
import torch

lowest = torch.finfo(torch.float32).min
is_word = torch.tensor([0, 0, 0, 1, 1])  # (L)
L = is_word.size(0)
scores = torch.zeros(L, L)  # (query, key)

causal = torch.full((L, L), lowest).triu(diagonal=1)  # (query, key)
padding = (1.0 - is_word) * lowest  # (key)
both = causal + padding  # (query, key)
print(both)  # twice the lowest number is -inf

attention = (scores + both).softmax(dim=-1)
print(attention)  # query 0 looks at keys 3 and 4, which come later
