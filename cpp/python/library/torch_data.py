# torch.utils.data
import torch

class Dataset:
    def __add__(self, other): raise NotImplementedError('ConcatDataset is not here')
class TensorDataset(Dataset):
    def __init__(self, *tensors):
        assert all(tensors[0].size(0) == t.size(0) for t in tensors), 'Size mismatch between tensors'
        self.tensors = tensors
    def __getitem__(self, index): return tuple(t[index] for t in self.tensors)
    def __len__(self): return self.tensors[0].size(0)
class Subset(Dataset):
    def __init__(self, dataset, indices): self.dataset, self.indices = dataset, indices
    def __getitem__(self, i): return self.dataset[self.indices[i]]
    def __len__(self): return len(self.indices)
def random_split(dataset, lengths, generator=None):
    order = torch.randperm(sum(lengths)).tolist()
    ends = [sum(lengths[:i + 1]) for i in range(len(lengths))]
    return [Subset(dataset, order[end - n:end]) for end, n in zip(ends, lengths)]
def default_collate(batch):
    first = batch[0]
    if torch.is_tensor(first):
        return torch.stack(batch, 0)
    if isinstance(first, (int, float)):
        return torch.tensor(batch)
    if isinstance(first, dict):
        return {k: default_collate([b[k] for b in batch]) for k in first}
    if isinstance(first, (tuple, list)):
        return [default_collate(list(items)) for items in zip(*batch)]
    return batch
class DataLoader:
    def __init__(self, dataset, batch_size=1, shuffle=False, sampler=None, batch_sampler=None, num_workers=0, collate_fn=None, pin_memory=False, drop_last=False, **kwargs):
        if sampler is not None or batch_sampler is not None:
            raise NotImplementedError('DataLoader(sampler=, batch_sampler=) is not here')
        self.dataset, self.batch_size, self.shuffle, self.drop_last = dataset, batch_size, shuffle, drop_last
        self.collate_fn = collate_fn or default_collate
    def __len__(self):
        n = len(self.dataset)
        return n // self.batch_size if self.drop_last else -(-n // self.batch_size)
    def _order(self):
        # A seed for workers and, if it shuffles, one for the order, as PyTorch draws them.
        draw = lambda: torch._randint(0, 2 ** 32, (1,)).item()
        draw()
        n = len(self.dataset)
        if not self.shuffle:
            return list(range(n))
        return torch._seeded(draw(), lambda: torch.randperm(n)).tolist()
    def __iter__(self):
        order = self._order()
        for i in range(len(self)):
            yield self.collate_fn([self.dataset[k] for k in order[i * self.batch_size:(i + 1) * self.batch_size]])
