# The functions of torch that are made of others. The names bool, float, abs, all, max and so on are torch's here.
from math import inf, nan, pi, e
_int = (1).__class__
newaxis = None
# The files in which PyTorch has the classes, for their names.
_files = '''nn.parameter: Parameter,
autograd.grad_mode: no_grad, enable_grad, set_grad_enabled, inference_mode,'''
strided = 'torch.strided'
contiguous_format = 'torch.contiguous_format'
__version__ = '2.0.0'

class device:
    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        name, colon, number = str(type).partition(':')
        if name not in ('cpu', 'cuda', 'mps', 'meta', 'xla'):
            raise RuntimeError('Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, ort, xla, lazy, vulkan, mps, meta, hpu, privateuseone device type at start of device string: ' + name)
        self.type, self.index = name, _int(number) if colon else index
    def __repr__(self):
        return f"device(type='{self.type}')" if self.index is None else f"device(type='{self.type}', index={self.index})"
    def __str__(self):
        return self.type if self.index is None else f'{self.type}:{self.index}'
    def __eq__(self, other):
        return isinstance(other, device) and str(self) == str(other)
    def __hash__(self):
        return hash(str(self))
def _check_device(wanted):
    wanted = device(wanted)
    if wanted.type == 'cuda':
        raise AssertionError('Torch not compiled with CUDA enabled')
    if wanted.type == 'mps':
        raise RuntimeError('PyTorch is not linked with support for mps devices')
    if wanted.type != 'cpu':
        raise NotImplementedError(f"Only the CPU is here: got device {wanted}. Write device = 'cpu'")

class Generator:
    def __init__(self, device='cpu'):
        self.device, self._state = device, _generator(0)
    def manual_seed(self, seed):
        self._state = _generator(seed)
        return self
    def initial_seed(self): return _seed_of(self._state)

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
class _Median(_Pair): _name = 'median'
class _KthValue(_Pair): _name = 'kthvalue'
class _Min(_Pair): _name = 'min'
class _Sort(_Pair): _name = 'sort'
class _TopK(_Pair): _name = 'topk'
_max_result, _min_result = _Max, _Min

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
    out = _with(generator, lambda: _randint(low, high, size))
    return out if dtype is None else out.to(dtype)
def normal(mean=0.0, std=1.0, size=None, generator=None):
    if is_tensor(mean) or is_tensor(std):
        return randn(size or (mean if is_tensor(mean) else std).shape, generator=generator) * std + mean
    out = randn(size, generator=generator)
    out = out if std == 1 else out * std
    return out if mean == 0 else out + mean
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
        name = dtype if isinstance(dtype, str) else getattr(dtype, '__name__', '')
        return input.to(_named_types.get(name.split('.')[-1], dtype))
    return 'torch.' + {uint8: 'Byte', int32: 'Int', float32: 'Float', float64: 'Double', int64: 'Long', bool: 'Bool'}[input.dtype] + 'Tensor'
_named_types = {'FloatTensor': float32, 'LongTensor': int64, 'IntTensor': int32, 'ByteTensor': uint8, 'BoolTensor': bool, 'DoubleTensor': float64}
def cpu(self): return self
def get_device(self): return -1
def new_zeros(self, *size, dtype=None, device=None): return zeros(*size, dtype=_dtype_of(self, dtype))
def new_ones(self, *size, dtype=None, device=None): return ones(*size, dtype=_dtype_of(self, dtype))
def new_full(self, size, fill_value, dtype=None, device=None): return full(size, fill_value, dtype=_dtype_of(self, dtype))
def new_tensor(self, data, dtype=None, device=None): return tensor(data, dtype=_dtype_of(self, dtype))
new_empty = new_zeros
def unbind(input, dim=0): return tuple(input.select(dim, i) for i in range(input.size(dim)))
def tile(input, *dims):
    dims = list(dims[0]) if len(dims) == 1 and not isinstance(dims[0], _int) else list(dims)
    return input.repeat([1] * (input.dim() - len(dims)) + dims)
_flip = flip
def flip(input, *dims): return _flip(input, list(dims[0]) if len(dims) == 1 and not isinstance(dims[0], _int) else list(dims))
def masked_select(input, mask): return input[mask]
def ravel(input): return input.reshape(-1)
def unflatten(input, dim, sizes):
    dim = dim % input.dim()
    return input.reshape(list(input.shape[:dim]) + list(sizes) + list(input.shape[dim + 1:]))
def hstack(tensors): return cat(tensors, 0 if tensors[0].dim() == 1 else 1)
def vstack(tensors): return cat([t.unsqueeze(0) if t.dim() == 1 else t for t in tensors], 0)
def add(input, other, alpha=1): return _add(input, other) if alpha == 1 else _add(input, alpha * other)
def sub(input, other, alpha=1): return _sub(input, other) if alpha == 1 else _sub(input, alpha * other)
def add_(self, other, alpha=1): return self._add_(other) if alpha == 1 else self._add_(alpha * other)
def sub_(self, other, alpha=1): return self._sub_(other) if alpha == 1 else self._sub_(alpha * other)
def div(input, other, rounding_mode=None):
    if rounding_mode is None:
        return _div(input, other)
    if rounding_mode == 'floor':
        return input // other
    if rounding_mode != 'trunc':
        raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")
    return trunc(_div(input, other)).to(result_type(input, other))
divide = div
def isin(elements, test_elements): return (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)
def addmm(input, mat1, mat2, beta=1, alpha=1): return input * beta + mat1 @ mat2 * alpha
def baddbmm(input, batch1, batch2, beta=1, alpha=1): return input * beta + batch1 @ batch2 * alpha
def tensordot(a, b, dims=2):
    if isinstance(dims, _int):
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
    order = argsort(input, dim, descending)
    return _Sort(input.gather(dim, order), order)
def topk(input, k, dim=-1, largest=True, sorted=True):
    if k > input.size(dim):
        raise RuntimeError('selected index k out of range')
    order = argsort(input, dim, largest).narrow(dim, 0, k)
    return _TopK(input.gather(dim, order), order)
def median(input, dim=None, keepdim=False):
    if dim is None:
        return sort(input.reshape(-1))[0][(input.numel() - 1) // 2]
    return _Median(*kthvalue(input, (input.size(dim) + 1) // 2, dim, keepdim))
def kthvalue(input, k, dim=-1, keepdim=False):
    order = argsort(input, dim).narrow(dim, k - 1, 1)
    values = input.gather(dim, order)
    return _KthValue(values, order) if keepdim else _KthValue(values.squeeze(dim), order.squeeze(dim))
def quantile(input, q, dim=None, keepdim=False, interpolation='linear'):
    if is_tensor(q):
        return stack([quantile(input, each, dim, keepdim) for each in q.tolist()]) if q.dim() else quantile(input, q.item(), dim, keepdim)
    if interpolation != 'linear':
        raise NotImplementedError('torch.quantile(interpolation=) is not here')
    if dim is None:
        input, dim, keepdim = input.reshape(-1), 0, False
    sorted = sort(input, dim)[0]
    place = q * (input.size(dim) - 1)
    low = _int(place)
    high = low + 1 if low + 1 < input.size(dim) else low
    a, b = sorted.narrow(dim, low, 1), sorted.narrow(dim, high, 1)
    out = a + (b - a) * (place - low)
    return out if keepdim else out.squeeze(dim)
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
def bincount(input, weights=None, minlength=0):
    if weights is not None:
        return zeros(input.max().item() + 1).scatter_add(0, input, weights)
    n = input.max().item() + 1 if input.numel() else 0
    return (input.unsqueeze(1) == arange(n if n > minlength else minlength)).sum(0)
def nonzero(input, as_tuple=False): return tuple(_nonzero(input).t()) if as_tuple else _nonzero(input)
argwhere = _nonzero
def diag(input, diagonal=0):
    if input.dim() == 2:
        return input.diagonal(diagonal)
    if input.dim() != 1:
        raise RuntimeError('matrix or a vector expected')
    return _diag_embed(input, diagonal)
def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    if (dim1, dim2) != (-2, -1):
        raise NotImplementedError('torch.diag_embed(dim1=, dim2=) is not here')
    return _diag_embed(input, offset)
def trace(input): return input.diagonal().sum()
def block_diag(*tensors):
    tensors = [t.reshape(1, -1) if t.dim() < 2 else t for t in tensors]
    width = 0
    for t in tensors:
        width += t.size(1)
    rows, before = [], 0
    for t in tensors:
        after = width - before - t.size(1)
        rows.append(cat([zeros(t.size(0), before, dtype=t.dtype), t, zeros(t.size(0), after, dtype=t.dtype)], 1))
        before += t.size(1)
    return cat(rows)
def diff(input, n=1, dim=-1):
    for i in range(n):
        size = input.size(dim) - 1
        input = input.narrow(dim, 1, size) - input.narrow(dim, 0, size)
    return input
def cumprod(input, dim, dtype=None):
    out = []
    for part in input.unbind(dim):
        out.append(out[-1] * part if out else part)
    return stack(out, dim)
def take(input, index): return input.reshape(-1)[index]
def tensor_split(input, indices_or_sections, dim=0):
    ends = indices_or_sections
    n = input.size(dim)
    if isinstance(ends, _int):
        ends = [n // ends * i + (i if i < n % ends else n % ends) for i in range(1, ends)]
    starts = [0] + list(ends)
    return tuple(input.narrow(dim, a, (b if b < n else n) - a) for a, b in zip(starts, list(ends) + [n]))
def unfold(input, dimension, size, step):
    dim = dimension % input.dim()
    n = (input.size(dim) - size) // step + 1
    if n < 1:
        raise RuntimeError(f'maximum size for tensor at dimension {dim} is {input.size(dim)} but size is {size}')
    if input.is_contiguous():
        strides = list(input.stride())
        sizes = list(input.shape)
        sizes[dim], strides[dim] = n, step * strides[dim]
        return _as_strided(input, sizes + [size], strides + [input.stride(dim)], 0)
    places = (arange(n).unsqueeze(1) * step + arange(size)).reshape(-1)
    return input.index_select(dim, places).unflatten(dim, (n, size)).movedim(dim + 1, -1)
def as_strided(input, size, stride, storage_offset=None):
    if not input.is_contiguous():
        raise NotImplementedError('Tensor.as_strided is here of contiguous tensors only: write .contiguous() before it')
    return _as_strided(input, size, stride, storage_offset or 0)
def trunc(input): return where(input < 0, ceil(input), floor(input))
fix = trunc
def frac(input): return input - trunc(input)
def fmod(input, other):
    rest = abs_(input) % (abs_(other) if is_tensor(other) else other if other > 0 else -other)
    return where(input < 0, -rest, rest)
# In float64, because near 0 a float32 would lose its digits.
def _widely(f, input): return f(input.double()).to(input.dtype if input.is_floating_point() else float32)
def expm1(input): return _widely(lambda x: exp(x) - 1, input)
def sinh(input): return _widely(lambda x: (exp(x) - exp(-x)) / 2, input)
def cosh(input): return _widely(lambda x: (exp(x) + exp(-x)) / 2, input)
def erfinv(input):
    z, size = input * input, abs_(input)
    middle = input * (((-0.140543331 * z + 0.914624893) * z - 1.645349621) * z + 0.886226899) / ((((0.012229801 * z - 0.329097515) * z + 1.442710462) * z - 2.118377725) * z + 1)
    z = sqrt(-log((1 - size) / 2))
    outside = (((1.641345311 * z + 3.429567803) * z - 1.624906493) * z - 1.970840454) / ((1.637067800 * z + 3.543889200) * z + 1)
    x = where(size == 1, input * inf, where(size <= 0.7, middle, sign(input) * outside))
    for i in range(2):
        x = where(size < 1, x - (erf(x) - input) / (2 / pi ** 0.5 * exp(-x * x)), x)
    return x
def broadcast_to(input, size): return input.expand(size)
def broadcast_shapes(*shapes): return broadcast_tensors(*[zeros(s) for s in shapes])[0].shape
def broadcast_tensors(*tensors):
    total = tensors[0]
    for t in tensors[1:]:
        total = (total == t)
    return tuple(t.expand(total.shape) for t in tensors)
def cdist(x1, x2, p=2.0): return (x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, -1)
def promote_types(a, b): return (zeros(1, dtype=a) + zeros(1, dtype=b)).dtype
def _shared_norm(input, p, dim, keepdim): return _norm(input, 2) if dim is None else _norm(input, 2, dim, keepdim)
def norm(input, p='fro', dim=None, keepdim=False, dtype=None):
    if p in (2, 'fro', None):
        return _shared_norm(input, p, dim, keepdim)
    size = input.abs()
    if p in (inf, -inf):
        largest = p > 0
        if dim is None:
            return size.max() if largest else size.min()
        return size.amax(dim, keepdim) if largest else size.amin(dim, keepdim)
    powers = size if p == 1 else (size != 0).to(size.dtype) if p == 0 else size ** p
    total = powers.sum() if dim is None else powers.sum(dim, keepdim)
    return total if p in (0, 1) else total ** (1 / p)
def clamp(input, min=None, max=None):
    if is_tensor(min) or is_tensor(max):
        if min is not None:
            input = maximum(input, min) if is_tensor(min) else _clamp(input, min)
        return input if max is None else minimum(input, max) if is_tensor(max) else _clamp(input, None, max)
    if min is None and max is None:
        raise ValueError("torch.clamp: At least one of 'min' or 'max' must not be None")
    return _clamp(input, min, max)
def clamp_min(input, min): return clamp(input, min)
def clamp_max(input, max): return clamp(input, None, max)
def clip(input, min=None, max=None): return clamp(input, min, max)
def clip_(self, min=None, max=None): return self.copy_(clamp(self, min, max))
def view_as_complex(*args): raise NotImplementedError('complex numbers are not here: turn pairs with cos and sin')
polar = complex = view_as_real = view_as_complex
def count_nonzero(input, dim=None): return (input != 0).sum() if dim is None else (input != 0).sum(dim)
def nan_to_num(input, nan=0.0, posinf=None, neginf=None):
    out = where(isnan(input), nan, input)
    out = where(input == inf, 3.4028234663852886e+38 if posinf is None else posinf, out)
    return where(input == -inf, -3.4028234663852886e+38 if neginf is None else neginf, out)
def _with(generator, draw):
    return draw() if generator is None else _drawn_with(generator._state, draw)
def multinomial(input, num_samples, replacement=False, generator=None):
    if generator is not None:
        return _with(generator, lambda: multinomial(input, num_samples, replacement))
    if not ((input >= 0) & (input < inf)).all():
        raise RuntimeError('probability tensor contains either `inf`, `nan` or element < 0')
    if not (input.sum(-1) > 0).all():
        raise RuntimeError('invalid multinomial distribution (sum of probabilities <= 0)')
    if not replacement and num_samples > input.size(-1):
        raise RuntimeError('cannot sample n_sample > prob_dist.size(-1) samples without replacement')
    if not replacement:
        q = input / (-log(1 - rand(input.shape, dtype=float64))).to(float32)
        return q.argmax(-1, True) if num_samples == 1 else topk(q, num_samples)[1]
    below = input.cumsum(-1) / input.sum(-1, True)
    u = rand(tuple(input.shape[:-1]) + (num_samples,), dtype=float64)
    return (below.unsqueeze(-2).double() < u.unsqueeze(-1)).sum(-1)
def bernoulli(input, p=None, generator=None):
    if p is not None:
        return (rand(input.shape, dtype=float64) < p).to(input.dtype)
    return (rand(input.shape) < input).to(input.dtype)
# What a program saves is kept for it alone, under the name of the file.
_saved = {}
def save(obj, f, **kwargs):
    from copy import deepcopy
    _saved[str(f)] = deepcopy(obj)
def load(f, *args, **kwargs):
    from copy import deepcopy
    if str(f) not in _saved:
        raise NotImplementedError('torch.load is not here: no file can be read; write the numbers into the program, as torch.tensor([...])')
    return deepcopy(_saved[str(f)])
def compile(model=None, *args, **kwargs): return model if model is not None else (lambda f: f)
def set_default_dtype(d):
    if d != float32:
        raise NotImplementedError('torch.set_default_dtype is not here: give dtype= to what makes tensors')
def get_default_dtype(): return float32
def set_num_threads(n): pass
def use_deterministic_algorithms(mode, **kwargs): pass
def _clear_grads(params, set_to_none):
    for p in params:
        if p.grad is not None and not set_to_none:
            p.grad.zero_()
        else:
            p.grad = None
def index_fill_(self, dim, index, value):
    self[(slice(None),) * (dim % self.dim()) + (index,)] = value
    return self
def scatter_add(input, dim, index, src):
    hits = index.unsqueeze(dim) == arange(input.size(dim)).view([-1 if i == dim % input.dim() else 1 for i in range(input.dim() + 1)])
    for i in range(index.dim()):
        src = src.narrow(i, 0, index.size(i))
    added = where(hits, src.unsqueeze(dim), 0).sum(dim % input.dim() + 1)
    for i in range(input.dim()):
        if i != dim % input.dim() and added.size(i) < input.size(i):
            shape = list(added.shape)
            shape[i] = input.size(i) - added.size(i)
            added = cat([added, zeros(shape, dtype=added.dtype)], i)
    return input + added
def scatter_add_(self, dim, index, src): return self.copy_(scatter_add(self, dim, index, src))
def index_add(input, dim, index, source, alpha=1):
    hits = (index == arange(input.size(dim)).unsqueeze(1)).to(source.dtype)
    return input + alpha * (hits @ source.movedim(dim, 0).reshape(index.numel(), -1)).reshape(input.movedim(dim, 0).shape).movedim(0, dim)
def index_add_(self, dim, index, source, alpha=1): return self.copy_(index_add(self, dim, index, source, alpha))
def register_hook(self, hook): raise NotImplementedError('Tensor.register_hook is not here: read .grad after backward()')
def apply_(self, f): raise NotImplementedError('Tensor.apply_ is not here: write the operation on the whole tensor')
def masked_scatter(*args): raise NotImplementedError('Tensor.masked_scatter is not here: write x[mask] = values')
def scatter(input, dim, index, src=None, *, value=None):
    return _scatter(input, dim, index, src if is_tensor(src) else tensor(value if src is None else src, dtype=input.dtype))
def scatter_(self, dim, index, src=None, *, value=None, reduce=None):
    if reduce is not None:
        raise NotImplementedError('scatter_(reduce=) is not here')
    return self.copy_(scatter(self, dim, index, src, value=value))
def repeat_interleave(input, repeats, dim=None):
    return _repeat_interleave(input, repeats.tolist() if is_tensor(repeats) else repeats, dim)
def addcmul(input, tensor1, tensor2, value=1): return input + value * tensor1 * tensor2
def addcdiv(input, tensor1, tensor2, value=1): return input + value * tensor1 / tensor2
def lerp(input, end, weight): return input + weight * (end - input)
def dist(input, other, p=2): return (input - other).norm(p)
def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    x1, x2 = broadcast_tensors(x1, x2)
    return (x1 * x2).sum(dim) / (x1.norm(2, dim).clamp(min=eps) * x2.norm(2, dim).clamp(min=eps))
def result_type(a, b): return (a.reshape(-1)[:0] + b.reshape(-1)[:0] if is_tensor(a) and is_tensor(b) else a + b).dtype

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
