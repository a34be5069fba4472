# As much of numpy as tables of positions and notebooks on attention need.
import math
import torch
from math import pi, e, inf, nan
newaxis = None
from builtins import abs as _abs, any as _any, round as _round
ndarray = torch._Array

class _Type:
    def __init__(self, name, dtype):
        self._name, self._dtype = name, dtype
    def __call__(self, x=0):
        if isinstance(x, (list, tuple, ndarray)):
            return array(x, self)
        return torch.tensor(x, dtype=self._dtype).item()
    def __eq__(self, other): return str(other) in (self._name, str(self))
    def __hash__(self): return hash(self._name)
    def __repr__(self): return f"<class 'numpy.{self._name}'>"
float32, float64 = _Type('float32', torch.float32), _Type('float64', torch.float64)
int64, bool_ = _Type('int64', torch.int64), _Type('bool', torch.bool)
int32, uint8 = _Type('int32', torch.int32), _Type('uint8', torch.uint8)
double = float_ = float64
int_ = int64
def _torch_type(dtype):
    if isinstance(dtype, _Type):
        return dtype._dtype
    if dtype is None or dtype in ('float', 'double') or dtype is float:
        return torch.float64
    if dtype == 'int' or dtype is int:
        return torch.int64
    return torch.bool if dtype is bool else getattr(torch, dtype)
def _floats(data):
    if isinstance(data, (list, tuple)):
        return _any(_floats(x) for x in data)
    return isinstance(data, float)
def array(object, dtype=None, copy=True):
    if isinstance(object, torch.Tensor):
        return torch._as_array(object.clone() if dtype is None else object.to(_torch_type(dtype)))
    if dtype is not None:
        return torch._as_array(torch.tensor(object, dtype=_torch_type(dtype)))
    return torch._as_array(torch.tensor(object, dtype=torch.float64) if _floats(object) else torch.tensor(object))
def asarray(a, dtype=None): return a if isinstance(a, ndarray) and dtype is None else array(a, dtype)
def _real(x):
    x = asarray(x)
    return x if x.dtype in ('float32', 'float64') else x.astype(float64)
def _size(shape): return (shape,) if isinstance(shape, int) else tuple(shape)
def zeros(shape, dtype=float64): return torch._as_array(torch.zeros(_size(shape), dtype=_torch_type(dtype)))
def ones(shape, dtype=float64): return torch._as_array(torch.ones(_size(shape), dtype=_torch_type(dtype)))
def full(shape, fill_value, dtype=None):
    if dtype is None:
        dtype = float64 if isinstance(fill_value, float) else int64
    return torch._as_array(torch.full(_size(shape), fill_value, dtype=_torch_type(dtype)))
empty = zeros
def zeros_like(a, dtype=None): return zeros(a.shape, dtype or a.dtype)
def ones_like(a, dtype=None): return ones(a.shape, dtype or a.dtype)
def eye(N, M=None, dtype=float64): return torch._as_array(torch.eye(N, M, dtype=_torch_type(dtype)))
def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    if dtype is None:
        dtype = float64 if _any(isinstance(x, float) for x in (start, stop, step)) else int64
    return torch._as_array(torch.arange(start, stop, step, dtype=_torch_type(dtype)))
def linspace(start, stop, num=50): return torch._as_array(torch.linspace(start, stop, num, dtype=torch.float64))
def _of_one(f, whole=None):
    def call(x, *args):
        if isinstance(x, (int, float)):
            return f(torch.tensor(x, dtype=torch.float64)).item()
        return f(_real(x))
    return call
sin, cos, tan, tanh, exp = _of_one(torch.sin), _of_one(torch.cos), _of_one(torch.tan), _of_one(torch.tanh), _of_one(torch.exp)
log, log2, log10, sqrt = _of_one(torch.log), _of_one(torch.log2), _of_one(torch.log10), _of_one(torch.sqrt)
floor, ceil = _of_one(torch.floor), _of_one(torch.ceil)
def abs(x): return asarray(x).abs() if not isinstance(x, (int, float)) else _abs(x)
absolute = abs
def round(x, decimals=0):
    if isinstance(x, (int, float)):
        return _round(x, decimals)
    x = asarray(x)
    return torch.round(x, decimals=decimals) if x.is_floating_point() else x
def power(a, b):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return a ** b
    return a ** _real(b) if not isinstance(b, int) else asarray(a) ** b
def square(x): return x * x
def maximum(a, b): return torch.maximum(asarray(a), asarray(b)) if not isinstance(b, (int, float)) else asarray(a).clamp(min=b)
def minimum(a, b): return torch.minimum(asarray(a), asarray(b)) if not isinstance(b, (int, float)) else asarray(a).clamp(max=b)
def where(condition, x=None, y=None):
    if x is None:
        return torch.where(condition)
    x, y = asarray(x), asarray(y)
    if x.dtype != y.dtype:
        x, y = _real(x), _real(y)
    return torch._as_array(torch.where(asarray(condition), x, y))
def _text(shape): return str(tuple(shape)).replace(' ', '')
def matmul(a, b): return _number(asarray(a) @ asarray(b))
def dot(a, b):
    a, b = asarray(a), asarray(b)
    axis = b.ndim - 2 if b.ndim > 1 else 0
    if a.ndim and b.ndim and a.shape[-1] != b.shape[axis]:
        raise ValueError(f'shapes {_text(a.shape)} and {_text(b.shape)} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {b.shape[axis]} (dim {axis})')
    return _number(a @ b if a.ndim and b.ndim else a * b)
def transpose(a, axes=None): return a.T if axes is None else a.permute(*axes)
def concatenate(arrays, axis=0): return torch._as_array(torch.cat([asarray(a) for a in arrays], axis))
def stack(arrays, axis=0): return torch._as_array(torch.stack([asarray(a) for a in arrays], axis))
def vstack(arrays): return concatenate([a if a.ndim > 1 else a[None] for a in map(asarray, arrays)])
def hstack(arrays): return concatenate(arrays, 0 if asarray(arrays[0]).ndim == 1 else 1)
def split(ary, indices_or_sections, axis=0): return list(_as_torch('tensor_split')(ary, indices_or_sections, axis))
def flip(m, axis=None): return torch.flip(asarray(m), list(range(m.ndim)) if axis is None else [axis] if isinstance(axis, int) else list(axis))
def squeeze(a, axis=None): return a.squeeze() if axis is None else a.squeeze(axis)
def reshape(a, *shape):
    try:
        return torch.reshape(asarray(a), *shape)
    except RuntimeError:
        raise ValueError(f'cannot reshape array of size {asarray(a).size} into shape {_text(_size(shape[0]) if len(shape) == 1 else shape)}'.replace('-1', 'newaxis'))
def repeat(a, repeats, axis=None): return asarray(a).reshape(-1).repeat_interleave(repeats) if axis is None else asarray(a).repeat_interleave(repeats, axis)
def tile(a, reps): return torch.tile(asarray(a), *_size(reps))
# What torch has under this or another name.
def _as_torch(name, of=None):
    function = getattr(torch, of or name)
    def back(x): return type(x)(back(y) for y in x) if isinstance(x, (list, tuple)) else _number(torch._as_array(x))
    def call(a, *args, **kwargs):
        tensors = [torch._as_tensor(asarray(x)) if isinstance(x, (list, ndarray)) else x for x in (asarray(a), *args)]
        return back(function(*tensors, **{{'k': 'diagonal', 'axis': 'dim'}.get(k, k): v for k, v in kwargs.items()}))
    return call
triu, tril, diag, trace, outer, sign, unique = [_as_torch(n) for n in ('triu', 'tril', 'diag', 'trace', 'outer', 'sign', 'unique')]
clip, swapaxes, nan_to_num, count_nonzero = [_as_torch(n) for n in ('clip', 'swapaxes', 'nan_to_num', 'count_nonzero')]
logical_and, logical_or, logical_not = [_as_torch(n) for n in ('logical_and', 'logical_or', 'logical_not')]
argsort, expand_dims, moveaxis = _as_torch('argsort'), _as_torch('', 'unsqueeze'), _as_torch('', 'movedim')
def full_like(a, fill_value, dtype=None): return full(a.shape, fill_value, dtype or a.dtype)
def meshgrid(*arrays): return [torch._as_array(t) for t in torch.meshgrid(*[torch._as_tensor(asarray(a)) for a in arrays], indexing='xy')]
def allclose(a, b, rtol=1e-05, atol=1e-08): return torch.allclose(torch._as_tensor(asarray(a)), torch._as_tensor(asarray(b)), rtol, atol)
def array_equal(a, b): return torch.equal(asarray(a), asarray(b))
def isnan(x): return torch.isnan(asarray(x)) if not isinstance(x, float) else math.isnan(x)
def einsum(equation, *operands): return torch.einsum(equation, *[asarray(o) for o in operands])
def _number(x): return x.item() if isinstance(x, torch.Tensor) and x.dim() == 0 else x
def _along(name):
    method = getattr(torch.Tensor, name)
    def call(a, axis=None, keepdims=False, dtype=None):
        a = asarray(a)
        if name in ('mean', 'std', 'var') and a.dtype == 'int64':
            a = a.astype(float64)
        if name == 'sum' and a.dtype == 'bool':
            a = a.astype(int64)
        more = {'correction': 0} if name in ('std', 'var') else {}
        return _number(method(a, **more) if axis is None else method(a, dim=axis, keepdim=keepdims, **more))
    call.__name__ = name
    return call
sum, mean, std, var, max, min, argmax, argmin, prod, any, all = [_along(n) for n in ('sum', 'mean', 'std', 'var', 'max', 'min', 'argmax', 'argmin', 'prod', 'any', 'all')]
amax, amin = max, min
def cumsum(a, axis=None): return torch.cumsum(asarray(a).reshape(-1), 0) if axis is None else torch.cumsum(asarray(a), axis)
def sort(a, axis=-1): return torch.sort(asarray(a), axis)[0]
def set_printoptions(precision=8, suppress=False, **kwargs): torch._set_array_printing(precision, suppress)

def astype(self, dtype): return self.to(_torch_type(dtype))
def copy(self): return self.clone()
def size(self): return self.numel()
def flatten(self): return self.reshape(-1).clone()
def method_transpose(self, *axes): return self.T if not axes else self.permute(*axes)
method_transpose.__name__ = 'transpose'
torch._methods(ndarray, astype, copy, flatten, method_transpose, *[f for f in (sum, mean, std, var, max, min, argmax, argmin, prod, any, all)], cumsum, argsort, round, dot, reshape)
torch._property(ndarray, size)

class linalg:
    @staticmethod
    def norm(x, axis=None, keepdims=False):
        return _number(torch.norm(_real(x), 2, axis, keepdims) if axis is not None else torch.norm(_real(x)))
