# Two heads of keys for four of queries: who shares?
import torch

# The only token of head 0 is 0 0, that of head 1 is 1 1
k = torch.tensor([[[[0.0, 0.0]], [[1.0, 1.0]]]])  # (B, G, L, d_k)
q_heads, kv_heads = 4, k.size(1)

interleaved = k.repeat_interleave(q_heads // kv_heads, dim=1)  # (B, H, L, d_k)
print("repeat_interleave:", interleaved[0, :, 0, 0])

repeated = k.repeat(1, q_heads // kv_heads, 1, 1)  # (B, H, L, d_k)
print("repeat:", repeated[0, :, 0, 0])
print(interleaved.shape == repeated.shape)
