# Padding at the left: where does the first word stand?
import torch

pad_id = 0
ids = torch.tensor([[0, 0, 5, 7], [4, 2, 5, 7]])  # (B, L)
B, L = ids.shape

positions = torch.arange(L).expand(B, L)  # (B, L)
print(positions)  # the words of sentence 0 begin at 2

# Count the words alone
is_word = (ids != pad_id).long()  # (B, L)
counted = (is_word.cumsum(dim=-1) - 1).clamp(min=0)  # (B, L)
print(counted)
