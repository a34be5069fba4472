# The functions of torch that are made of others. The names bool, float, abs, all, max and so on are torch's here.
from math import inf, nan, pi, e
newaxis = None
strided = 'torch.strided'
contiguous_format = 'torch.contiguous_format'
__version__ = '2.0.0'

class device:
    def __init__(self, type, index=None):
        if isinstance(type, device):
            type = type.type
        name = str(type).split(':')[0]
        if name not in ('cpu', 'meta'):
            raise RuntimeError(f'Only the CPU is here: got device {type}. Write device = "cpu"')
        self.type, self.index = name, index
    def __repr__(self):
        return f"device(type='{self.type}')"
    def __str__(self):
        return self.type
    def __eq__(self, other):
        return str(self) == str(other)
    def __hash__(self):
        return hash(self.type)

class Generator:
    def __init__(self, device='cpu'):
        raise NotImplementedError('torch.Generator is not here: seed the one generator with torch.manual_seed')

class no_grad:
    def __enter__(self):
        self._before = _set_grad(False)
    def __exit__(self, *args):
        _set_grad(self._before)
    def __call__(self, function):
        def wrapped(*args, **kwargs):
            with no_grad():
                return function(*args, **kwargs)
        return wrapped
class inference_mode(no_grad):
    def __init__(self, mode=True):
        pass
class enable_grad(no_grad):
    def __enter__(self):
        self._before = _set_grad(True)
class set_grad_enabled(no_grad):
    def __init__(self, mode):
        self._before = _set_grad(mode)
    def __enter__(self):
        pass
def is_grad_enabled():
    mode = _set_grad(True)
    _set_grad(mode)
    return mode

class _Pair:
    def __init__(self, values, indices):
        self.values, self.indices = values, indices
    def __iter__(self):
        return iter((self.values, self.indices))
    def __getitem__(self, i):
        return (self.values, self.indices)[i]
    def __len__(self):
        return 2
    def __repr__(self):
        return f'torch.return_types.{self._name}(\nvalues={self.values!r},\nindices={self.indices!r})'
class _Max(_Pair): _name = 'max'
class _Min(_Pair): _name = 'min'
class _Sort(_Pair): _name = 'sort'
class _TopK(_Pair): _name = 'topk'
def _max_result(values, indices): return _Max(values, indices)
def _min_result(values, indices): return _Min(values, indices)

def initial_seed(): return 0
def seed(): return 0
def as_tensor(data, dtype=None, device=None):
    if is_tensor(data) and (dtype is None or dtype == data.dtype):
        return data
    return tensor(data, dtype)
def from_numpy(ndarray): return _as_tensor(ndarray)
asarray = as_tensor
def _dtype_of(input, dtype): return input.dtype if dtype is None else dtype
def zeros_like(input, dtype=None, device=None, requires_grad=False): return zeros(input.shape, dtype=_dtype_of(input, dtype), requires_grad=requires_grad)
def ones_like(input, dtype=None, device=None, requires_grad=False): return ones(input.shape, dtype=_dtype_of(input, dtype), requires_grad=requires_grad)
def full_like(input, fill_value, dtype=None, device=None): return full(input.shape, fill_value, dtype=_dtype_of(input, dtype))
empty_like = zeros_like
def rand_like(input, dtype=None, device=None): return rand(input.shape)
def randn_like(input, dtype=None, device=None): return randn(input.shape)
def randint(low, high=None, size=None, dtype=None, device=None, generator=None, requires_grad=False):
    if size is None and isinstance(high, (tuple, list)):
        high, size = None, high
    if high is None:
        low, high = 0, low
    out = _randint(low, high, size)
    return out if dtype is None else out.to(dtype)
def normal(mean=0.0, std=1.0, size=None, generator=None):
    if size is None:
        size = mean.shape if is_tensor(mean) else std.shape
    return randn(size) * std + mean
def eye(n, m=None, dtype=None, device=None, requires_grad=False):
    out = (arange(n).unsqueeze(1) == arange(n if m is None else m)).to(float32 if dtype is None else dtype)
    return out.requires_grad_() if requires_grad else out
def linspace(start, end, steps, dtype=None, device=None):
    if steps == 1:
        return tensor([start * 1.0])
    step = (end - start) / (steps - 1)
    i = arange(steps).double()
    out = where(i < steps // 2, start + step * i, end - step * (steps - 1 - i))
    return out.to(float32 if dtype is None else dtype)
def tril_indices(row, col, offset=0):
    return ones(row, col).tril(offset).nonzero().t().contiguous()
def triu_indices(row, col, offset=0):
    return ones(row, col).triu(offset).nonzero().t().contiguous()
def meshgrid(*tensors, indexing='ij'):
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tensors[0]
    n = len(tensors)
    sizes = [len(t) for t in tensors]
    out = [t.view([-1 if k == i else 1 for k in range(n)]).expand(sizes) for i, t in enumerate(tensors)]
    return tuple(o.transpose(0, 1) for o in out) if indexing == 'xy' and n > 1 else tuple(out)
def cartesian_prod(*tensors):
    return stack([g.reshape(-1) for g in meshgrid(*tensors)], 1)
def _where(condition):
    return tuple(condition.nonzero().t())

def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    close = (input == other) | (abs_(input - other) <= atol + rtol * abs_(other)) & isfinite(other)
    return close | isnan(input) & isnan(other) if equal_nan else close
def allclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    return isclose(input, other, rtol, atol, equal_nan).all().item()
abs_ = abs
def t(input):
    if input.dim() > 2:
        raise RuntimeError(f't() expects a tensor with <= 2 dimensions, but self is {input.dim()}D')
    return input if input.dim() < 2 else input.transpose(0, 1)
def numpy(self):
    if self.requires_grad:
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    return _as_array(self)
def expand_as(input, other): return input.expand(other.shape)
def view_as(input, other): return input.view(other.shape)
def reshape_as(input, other): return input.reshape(other.shape)
def type_as(input, other): return input.to(other.dtype)
def type(input, dtype=None):
    if dtype is not None:
        return input.to(_named_types.get(dtype, dtype))
    return 'torch.' + {float32: 'Float', float64: 'Double', int64: 'Long', bool: 'Bool'}[input.dtype] + 'Tensor'
_named_types = {'torch.FloatTensor': float32, 'torch.LongTensor': int64, 'torch.BoolTensor': bool, 'torch.DoubleTensor': float64}
def cpu(self): return self
def get_device(self): return -1
def new_zeros(self, *size, dtype=None, device=None): return zeros(*size, dtype=_dtype_of(self, dtype))
def new_ones(self, *size, dtype=None, device=None): return ones(*size, dtype=_dtype_of(self, dtype))
def new_full(self, size, fill_value, dtype=None, device=None): return full(size, fill_value, dtype=_dtype_of(self, dtype))
def new_tensor(self, data, dtype=None, device=None): return tensor(data, dtype=_dtype_of(self, dtype))
new_empty = new_zeros
def unbind(input, dim=0): return tuple(input.select(dim, i) for i in range(input.size(dim)))
def tile(input, *dims):
    dims = list(dims[0]) if len(dims) == 1 and not isinstance(dims[0], int) else list(dims)
    return input.repeat([1] * (input.dim() - len(dims)) + dims)
_flip = flip
def flip(input, *dims): return _flip(input, list(dims[0]) if len(dims) == 1 and not isinstance(dims[0], int) else list(dims))
def masked_select(input, mask): return input[mask]
def ravel(input): return input.reshape(-1)
def unflatten(input, dim, sizes):
    dim = dim % input.dim()
    return input.reshape(list(input.shape[:dim]) + list(sizes) + list(input.shape[dim + 1:]))
def hstack(tensors): return cat(tensors, 0 if tensors[0].dim() == 1 else 1)
def vstack(tensors): return cat([t.unsqueeze(0) if t.dim() == 1 else t for t in tensors], 0)
def addmm(input, mat1, mat2, beta=1, alpha=1): return input * beta + mat1 @ mat2 * alpha
def baddbmm(input, batch1, batch2, beta=1, alpha=1): return input * beta + batch1 @ batch2 * alpha
def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        dims = (list(range(a.dim() - dims, a.dim())), list(range(dims)))
    letters = 'abcdefghijklmnopqrstuvwxyz'
    first = list(letters[:a.dim()])
    second = list(letters[a.dim():a.dim() + b.dim()])
    for i, j in zip(*dims):
        second[j] = first[i]
    left = [l for l in first if l not in second]
    right = [l for l in second if l not in first]
    return einsum(''.join(first) + ',' + ''.join(second) + '->' + ''.join(left + right), a, b)
def sort(input, dim=-1, descending=False, stable=False):
    order = _order(input, dim, descending)
    return _Sort(input.gather(dim, order), order)
def argsort(input, dim=-1, descending=False, stable=False): return _order(input, dim, descending)
def topk(input, k, dim=-1, largest=True, sorted=True):
    if k > input.size(dim):
        raise RuntimeError('selected index k out of range')
    order = _order(input, dim, largest).narrow(dim, 0, k)
    return _TopK(input.gather(dim, order), order)
def median(input): return sort(input.reshape(-1))[0][(input.numel() - 1) // 2]
def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    values = []
    for v in sort(input.reshape(-1))[0].tolist():
        if not values or values[-1] != v:
            values.append(v)
    out = tensor(values, dtype=input.dtype)
    found = [out]
    if return_inverse:
        found.append((input.unsqueeze(-1) == out).long().argmax(-1))
    if return_counts:
        found.append((input.reshape(-1, 1) == out).sum(0))
    return found[0] if len(found) == 1 else tuple(found)
def bincount(input, minlength=0):
    n = input.max().item() + 1 if input.numel() else 0
    return (input.unsqueeze(1) == arange(n if n > minlength else minlength)).sum(0)
def count_nonzero(input, dim=None): return (input != 0).sum() if dim is None else (input != 0).sum(dim)
def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    out = where(isnan(input), nan, input)
    out = where(input == inf, 3.4028234663852886e+38 if posinf is None else posinf, out)
    return where(input == -inf, -3.4028234663852886e+38 if neginf is None else neginf, out)
def var_mean(input, dim=None, unbiased=True, keepdim=False):
    return input.var(dim, unbiased, keepdim=keepdim), input.mean(dim, keepdim)
def multinomial(input, num_samples, replacement=False, generator=None):
    if not replacement and num_samples > input.size(-1):
        raise RuntimeError('cannot sample n_sample > prob_dist.size(-1) samples without replacement')
    if not replacement or num_samples == 1:
        q = input / (-log(1 - rand(input.shape, dtype=float64))).to(float32)
        return q.argmax(-1, True) if num_samples == 1 else topk(q, num_samples)[1]
    below = input.cumsum(-1) / input.sum(-1, True)
    u = rand(tuple(input.shape[:-1]) + (num_samples,), dtype=float64)
    return (below.unsqueeze(-2).double() < u.unsqueeze(-1)).sum(-1)
def bernoulli(input, p=None, generator=None):
    if p is not None:
        raise NotImplementedError('torch.bernoulli(input, p) is not here: give the probabilities as a tensor')
    return (rand(input.shape) < input).to(input.dtype)
def save(*args, **kwargs): raise NotImplementedError('torch.save is not here: nothing outside the program can be reached')
load = save
def compile(model=None, *args, **kwargs): return model if model is not None else (lambda f: f)
def set_default_dtype(d):
    if d != float32:
        raise NotImplementedError('torch.set_default_dtype is not here: give dtype= to what makes tensors')
def get_default_dtype(): return float32
def set_num_threads(n): pass
def use_deterministic_algorithms(mode, **kwargs): pass
def zero_(self): return self.fill_(0)
def index_fill_(self, dim, index, value):
    self[(slice(None),) * (dim % self.dim()) + (index,)] = value
    return self
def index_add(input, dim, index, source):
    return input + (index.unsqueeze(0) == arange(input.size(dim)).unsqueeze(1)).to(source.dtype) @ source
def register_hook(self, hook): raise NotImplementedError('Tensor.register_hook is not here: read .grad after backward()')
def apply_(self, f): raise NotImplementedError('Tensor.apply_ is not here: write the operation on the whole tensor')
def masked_scatter(*args): raise NotImplementedError('Tensor.masked_scatter is not here: write x[mask] = values')
def scatter_(self, dim, index, src, reduce=None):
    if reduce is not None:
        raise NotImplementedError('scatter_(reduce=) is not here')
    return self.copy_(self.scatter(dim, index, src if is_tensor(src) else tensor(src, dtype=self.dtype)))
def addcmul(input, tensor1, tensor2, value=1): return input + value * tensor1 * tensor2
def addcdiv(input, tensor1, tensor2, value=1): return input + value * tensor1 / tensor2
def lerp(input, end, weight): return input + weight * (end - input)
def dist(input, other, p=2): return (input - other).norm(p)
def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    return (x1 * x2).sum(dim) / (x1.norm(2, dim).clamp(min=eps) * x2.norm(2, dim).clamp(min=eps))
def result_type(a, b): return (a + b).dtype

def __deepcopy__(self, memo):
    if not self.is_leaf:
        raise RuntimeError('Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment')
    made = self.detach().clone()
    made = _Parameter(made, self.requires_grad) if isinstance(self, _Parameter) else made.requires_grad_(self.requires_grad)
    memo[id(self)] = made
    return made

class finfo:
    def __init__(self, type=float32):
        double = type == float64
        self.dtype, self.bits = type, 64 if double else 32
        self.eps = 2.220446049250313e-16 if double else 1.1920928955078125e-07
        self.max = 1.7976931348623157e+308 if double else 3.4028234663852886e+38
        self.min = -self.max
        self.tiny = self.smallest_normal = 2.2250738585072014e-308 if double else 1.1754943508222875e-38
class iinfo:
    def __init__(self, type=int64):
        self.dtype, self.bits, self.max, self.min = type, 64, 9223372036854775807, -9223372036854775807 - 1

class autograd:
    @staticmethod
    def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=False):
        return _grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)
    @staticmethod
    def set_detect_anomaly(mode): pass
    no_grad = no_grad
autograd.Variable = tensor
class linalg:
    @staticmethod
    def norm(A, ord=None, dim=None, keepdim=False): return A.norm(2 if ord is None else ord, dim, keepdim)
    vector_norm = norm
class special:
    erf = staticmethod(erf)
class cuda:
    @staticmethod
    def is_available(): return False
    @staticmethod
    def manual_seed(seed): pass
    manual_seed_all = manual_seed
    @staticmethod
    def device_count(): return 0
    @staticmethod
    def empty_cache(): pass
class backends:
    class mps:
        @staticmethod
        def is_available(): return False
    class cudnn:
        deterministic = True
        benchmark = False
class random:
    manual_seed = staticmethod(manual_seed)
