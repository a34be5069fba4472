# torch.distributions: what sampling from a model needs.
import torch

class Categorical:
    def __init__(self, probs=None, logits=None, validate_args=None):
        if probs is not None:
            self.probs = probs / probs.sum(-1, True)
            self.logits = torch.log(self.probs.clamp(torch.finfo(probs.dtype).eps, 1 - torch.finfo(probs.dtype).eps))
        else:
            self.logits = logits - logits.logsumexp(-1, True)
            self.probs = torch.softmax(self.logits, -1)
    def sample(self, sample_shape=()):
        count = torch.zeros(sample_shape).numel() if sample_shape else 1
        rows = self.probs.detach().reshape(-1, self.probs.size(-1))
        drawn = torch.multinomial(rows, count, True).t()
        return drawn.reshape(tuple(sample_shape) + tuple(self.probs.shape[:-1]))
    def log_prob(self, value): return self.logits.gather(-1, value.unsqueeze(-1)).squeeze(-1)
    def entropy(self): return -(self.logits * self.probs).sum(-1)
