# What is W_O for? Two heads side by side, and mixed
import torch

values = torch.tensor([
    [[1.0, 2.0],
     [3.0, 4.0]],
    [[10.0, 20.0],
     [30.0, 40.0]],
])  # (H, L, d_k)
H, L, d_k = values.shape
w_0 = torch.tensor([
    [1.0, 0.0, 1.0, 0.0],
    [0.0, 1.0, 0.0, 1.0],
    [1.0, 0.0, 0.0, 1.0],
    [0.0, 1.0, 1.0, 0.0],
])  # (d_model, d_model), as nn.Linear has it


def join(values):
    return values.transpose(0, 1).reshape(L, H * d_k)  # (L, d_model)


concat = join(values)  # each number is one head's
output = concat @ w_0.T  # each number is made of both
print(concat)
print(output)

# What changes if the second head is silent?
silent = join(values * torch.tensor([1.0, 0.0]).view(H, 1, 1))
print("without W_O:", (concat != silent).any(dim=0).tolist())
print("with W_O:", (output != silent @ w_0.T).any(dim=0).tolist())
