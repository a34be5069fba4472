# Three cached tokens, two new ones: what do these see?
import torch

T, S = 2, 5
square = torch.ones(S, S).tril()  # (S, S)

# The first rows of the square belong to tokens 0 and 1
first_rows = square[:T]  # (T, S)
print(first_rows)

# The new tokens are 3 and 4
last_rows = square[-T:]  # (T, S)
print(last_rows)
print(torch.equal(last_rows, torch.ones(T, S).tril(diagonal=S - T)))
