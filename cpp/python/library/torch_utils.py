# torch.nn.utils and torch.nn.utils.rnn
import torch

def parameters_to_vector(parameters): return torch.cat([p.view(-1) for p in parameters])
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, **kwargs):
    grads = [p.grad for p in ([parameters] if isinstance(parameters, torch.Tensor) else parameters) if p.grad is not None]
    if not grads:
        return torch.tensor(0.0)
    with torch.no_grad():
        total = torch.stack([g.norm(norm_type) for g in grads]).norm(norm_type)
        factor = (max_norm / (total + 1e-6)).clamp(max=1.0)
        for g in grads:
            g.mul_(factor)
    return total
def clip_grad_value_(parameters, clip_value):
    for p in [parameters] if isinstance(parameters, torch.Tensor) else parameters:
        if p.grad is not None:
            p.grad.clamp_(-clip_value, clip_value)
def pad_sequence(sequences, batch_first=False, padding_value=0.0):
    longest = max([s.size(0) for s in sequences])
    rows = [s if s.size(0) == longest else torch.cat([s, torch.full((longest - s.size(0),) + tuple(s.shape[1:]), padding_value, dtype=s.dtype)]) for s in sequences]
    return torch.stack(rows, 0 if batch_first else 1)
