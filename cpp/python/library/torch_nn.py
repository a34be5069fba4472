# The layers of torch.nn.
import math
from collections import OrderedDict
import torch
from torch import Tensor
from torch.nn import functional as F
from torch.nn import init
Parameter = torch._Parameter
# The files in which PyTorch has the classes, for their names.
_files = '''modules.module: Module,
modules.linear: Linear, Identity, NonDynamicallyQuantizableLinear,
modules.sparse: Embedding,
modules.normalization: LayerNorm, RMSNorm,
modules.dropout: Dropout,
modules.conv: Conv1d, Conv2d,
modules.activation: Softmax, LogSoftmax, ReLU, SiLU, GELU, LeakyReLU, ELU, Tanh, Sigmoid, Softplus, Mish, MultiheadAttention,
modules.flatten: Flatten, Unflatten,
modules.container: Sequential, ModuleList, ModuleDict, ParameterList, ParameterDict,
modules.rnn: RNN, GRU, LSTM, RNNCell, GRUCell, LSTMCell,
modules.fold: Unfold,
modules.loss: CrossEntropyLoss, NLLLoss, MSELoss, SmoothL1Loss, L1Loss, BCELoss, BCEWithLogitsLoss, KLDivLoss,
modules.transformer: TransformerEncoderLayer, TransformerDecoderLayer, TransformerEncoder, TransformerDecoder, Transformer,'''

class _Keys:
    def __init__(self, missing, unexpected):
        self.missing_keys, self.unexpected_keys = missing, unexpected
    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return '<All keys matched successfully>'
        return f'_IncompatibleKeys(missing_keys={self.missing_keys}, unexpected_keys={self.unexpected_keys})'

class _Handle:
    def __init__(self, hooks): self._hooks = hooks
    def remove(self): self._hooks.pop(self, None)

_registries = ('_parameters', 'parameter', 'torch.nn.Parameter'), ('_buffers', 'buffer', 'torch.Tensor'), ('_modules', 'child module', 'torch.nn.Module')
class Module:
    training = True
    def __init__(self, *args, **kwargs):
        own = self.__dict__
        own['training'] = True
        own['_parameters'], own['_buffers'], own['_modules'] = {}, {}, {}
        own['_temporary'] = set()
    def __setattr__(self, name, value):
        own = self.__dict__
        if isinstance(value, Parameter):
            self._registry('parameters', '_parameters')
            self._forget(name)
            own['_parameters'][name] = value
        elif isinstance(value, Module):
            self._registry('module', '_modules')
            self._forget(name)
            own['_modules'][name] = value
        else:
            for registry, what, wanted in _registries:
                if name in own.get(registry, ()):
                    if value is not None and not (registry == '_buffers' and isinstance(value, Tensor)):
                        kind = value.type() if isinstance(value, Tensor) else torch._name_of(value)
                        raise TypeError(f"cannot assign '{kind}' as {what} '{name}' ({wanted} or None expected)")
                    own[registry][name] = value
        own[name] = value
    def _registry(self, what, name):
        if name not in self.__dict__:
            raise AttributeError(f'cannot assign {what} before Module.__init__() call')
    def _forget(self, name):
        for registry, _, _ in _registries:
            self.__dict__[registry].pop(name, None)
    def __delattr__(self, name):
        self._forget(name)
        del self.__dict__[name]
    _hooks = None
    def __call__(self, *args, **kwargs):
        if self._hooks is None:
            return self.forward(*args, **kwargs)
        for when, hook, with_kwargs in list(self._hooks.values()):
            if when == 'before':
                changed = hook(self, args, kwargs) if with_kwargs else hook(self, args)
                if with_kwargs and changed is not None:
                    args, kwargs = changed
                elif changed is not None:
                    args = changed if isinstance(changed, tuple) else (changed,)
        out = self.forward(*args, **kwargs)
        for when, hook, with_kwargs in list(self._hooks.values()):
            if when == 'after':
                changed = hook(self, args, kwargs, out) if with_kwargs else hook(self, args, out)
                if changed is not None:
                    out = changed
        return out
    def _hook(self, when, hook, with_kwargs):
        own = self.__dict__
        if own.get('_hooks') is None:
            own['_hooks'] = {}
        handle = _Handle(own['_hooks'])
        own['_hooks'][handle] = (when, hook, with_kwargs)
        return handle
    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False): return self._hook('after', hook, with_kwargs)
    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False): return self._hook('before', hook, with_kwargs)
    def register_full_backward_hook(self, hook, prepend=False):
        raise NotImplementedError('Module.register_full_backward_hook is not here: read .grad after backward()')
    register_backward_hook = register_full_backward_hook
    def forward(self, *args, **kwargs):
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')
    def register_buffer(self, name, tensor, persistent=True):
        self._registry('buffer', '_buffers')
        if not persistent:
            self.__dict__['_temporary'].add(name)
        self.__dict__['_buffers'][name] = tensor
        self.__dict__[name] = tensor
    def register_parameter(self, name, param):
        self._registry('parameter', '_parameters')
        self.__dict__['_parameters'][name] = param
        self.__dict__[name] = param
    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f'{torch._name_of(module)} is not a Module subclass')
        self._registry('module', '_modules')
        self.__dict__['_modules'][name] = module
        self.__dict__[name] = module
    register_module = add_module
    def get_submodule(self, target):
        found = self
        for part in target.split('.') if target else []:
            found = getattr(found, part)
        return found
    def get_parameter(self, target): return self.get_submodule(target)
    def named_children(self): return iter([(k, m) for k, m in self._modules.items() if m is not None])
    def children(self): return iter([m for k, m in self.named_children()])
    def named_modules(self, memo=None, prefix='', remove_duplicate=True):
        memo = [] if memo is None else memo
        found = []
        if not any(m is self for m in memo):
            memo.append(self)
            found.append((prefix, self))
            for k, m in self.named_children():
                found += m.named_modules(memo, prefix + '.' + k if prefix else k)
        return found
    def modules(self): return iter([m for k, m in self.named_modules()])
    def _named(self, registry, prefix, recurse):
        found, seen = [], []
        for name, m in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            for k, v in m.__dict__.get(registry, {}).items():
                if v is not None and not any(v is s for s in seen):
                    seen.append(v)
                    found.append((name + '.' + k if name else k, v))
        return found
    def named_parameters(self, prefix='', recurse=True, remove_duplicate=True): return iter(self._named('_parameters', prefix, recurse))
    def parameters(self, recurse=True): return iter([p for k, p in self._named('_parameters', '', recurse)])
    def named_buffers(self, prefix='', recurse=True): return iter(self._named('_buffers', prefix, recurse))
    def buffers(self, recurse=True): return iter([b for k, b in self._named('_buffers', '', recurse)])
    def _places(self, prefix=''):
        found = []
        for k, p in self._parameters.items():
            if p is not None:
                found.append((prefix + k, p))
        for k, b in self._buffers.items():
            if b is not None and k not in self._temporary:
                found.append((prefix + k, b))
        for k, m in self.named_children():
            found += m._places(prefix + k + '.')
        return found
    def state_dict(self, prefix=''):
        return OrderedDict([(prefix + k, v.detach()) for k, v in self._places()])
    def load_state_dict(self, state_dict, strict=True):
        own = dict(self._places())
        missing = [k for k in own if k not in state_dict]
        unexpected = [k for k in state_dict if k not in own]
        problems = []
        if strict and unexpected:
            problems.append('Unexpected key(s) in state_dict: ' + ', '.join(f'"{k}"' for k in unexpected) + '. ')
        if strict and missing:
            problems.append('Missing key(s) in state_dict: ' + ', '.join(f'"{k}"' for k in missing) + '. ')
        for k, v in state_dict.items():
            if k in own and own[k].shape != v.shape:
                problems.append(f'size mismatch for {k}: copying a param with shape {v.shape} from checkpoint, the shape in current model is {own[k].shape}.')
        if problems:
            raise RuntimeError(f'Error(s) in loading state_dict for {type(self).__name__}:\n\t' + '\n\t'.join(problems))
        with torch.no_grad():
            for k, v in state_dict.items():
                if k in own:
                    own[k].copy_(v)
        return _Keys(missing, unexpected)
    def train(self, mode=True):
        self.__dict__['training'] = mode
        for m in self.children():
            m.train(mode)
        return self
    def eval(self): return self.train(False)
    def to(self, *args, **kwargs):
        for a in args:
            if isinstance(a, torch.dtype) and a != torch.float32:
                raise NotImplementedError(f'Module.to({a}) is not here: its parameters are float32')
            if isinstance(a, (str, torch.device)):
                torch._check_device(a)
        if kwargs.get('device') is not None:
            torch._check_device(kwargs['device'])
        return self
    def cpu(self): return self
    def cuda(self, device=None): return self.to('cuda')
    def float(self): return self
    def double(self): return self.to(torch.float64)
    def apply(self, fn):
        for m in self.children():
            m.apply(fn)
        fn(self)
        return self
    def zero_grad(self, set_to_none=True):
        torch._clear_grads(self.parameters(), set_to_none)
    def requires_grad_(self, requires_grad=True):
        for p in self.parameters():
            p.requires_grad_(requires_grad)
        return self
    def extra_repr(self): return ''
    def _get_name(self): return type(self).__name__
    def __repr__(self):
        lines = [f'({k}): ' + '\n  '.join(repr(m).split('\n')) for k, m in self._modules.items()]
        extra = self.extra_repr()
        if not lines:
            return self._get_name() + '(' + extra + ')'
        return self._get_name() + '(\n  ' + '\n  '.join(lines) + '\n)'

def _drawn(shape, bound): return Parameter(torch._uniform(shape, bound))
def _weight(shape, fan_in):
    if fan_in == 0:
        return Parameter(torch.zeros(shape))
    return _drawn(shape, math.sqrt(3.0) * (math.sqrt(2.0 / (1 + math.sqrt(5) ** 2)) / math.sqrt(fan_in)))

class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = _weight((out_features, in_features), in_features)
        self._bias(bias)
    def _bias(self, bias):
        if bias:
            self.bias = _drawn((self.out_features,), 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0)
        else:
            self.register_parameter('bias', None)
    def reset_parameters(self):
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features)
            init._symmetric(self.bias, bound)
    def forward(self, input): return F.linear(input, self.weight, self.bias)
    def extra_repr(self): return f'in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}'

class Embedding(Module):
    def __init__(self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False):
        super().__init__()
        if max_norm is not None or sparse:
            raise NotImplementedError('nn.Embedding(max_norm=, sparse=) is not here')
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        if padding_idx is not None and padding_idx < 0:
            padding_idx += num_embeddings
        self.padding_idx = padding_idx
        if _weight is None:
            _weight = torch.randn(num_embeddings, embedding_dim)
            if padding_idx is not None:
                _weight[padding_idx] = 0
        self.weight = Parameter(_weight, not _freeze)
    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None, **kwargs):
        return cls(embeddings.shape[0], embeddings.shape[1], padding_idx, _weight=embeddings, _freeze=freeze)
    def forward(self, input): return F.embedding(input, self.weight, self.padding_idx)
    def extra_repr(self):
        text = f'{self.num_embeddings}, {self.embedding_dim}'
        return text if self.padding_idx is None else text + f', padding_idx={self.padding_idx}'

class LayerNorm(Module):
    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self.register_parameter('weight', Parameter(torch.ones(self.normalized_shape)) if elementwise_affine else None)
        self.register_parameter('bias', Parameter(torch.zeros(self.normalized_shape)) if elementwise_affine and bias else None)
    def forward(self, input): return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)
    def extra_repr(self): return f'{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}'

class RMSNorm(Module):
    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None):
        super().__init__()
        self.normalized_shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        self.register_parameter('weight', Parameter(torch.ones(self.normalized_shape)) if elementwise_affine else None)
    def forward(self, input): return F.rms_norm(input, self.normalized_shape, self.weight, self.eps)
    def extra_repr(self): return f'{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}'

class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if p < 0 or p > 1:
            raise ValueError(f'dropout probability has to be between 0 and 1, but got {p}')
        self.p, self.inplace = p, inplace
    def forward(self, input): return torch.dropout(input, self.p, self.training)
    def extra_repr(self): return f'p={self.p}, inplace={self.inplace}'

class _Conv(Module):
    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode='zeros', device=None, dtype=None):
        super().__init__()
        of_axes = lambda x: (x,) * self._axes if isinstance(x, int) else tuple(x)
        self.in_channels, self.out_channels = in_channels, out_channels
        self.kernel_size, self.stride, self.padding = of_axes(kernel_size), of_axes(stride), of_axes(padding)
        if of_axes(dilation) != of_axes(1) or groups != 1 or padding_mode != 'zeros':
            raise NotImplementedError(f'nn.Conv{self._axes}d(dilation=, groups=, padding_mode=) is not here')
        fan_in = in_channels * math.prod(self.kernel_size)
        self.weight = _weight((out_channels, in_channels) + self.kernel_size, fan_in)
        self.register_parameter('bias', _drawn((out_channels,), 1 / math.sqrt(fan_in)) if bias else None)
    def extra_repr(self):
        text = f'{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}'
        if any(self.padding):
            text += f', padding={self.padding}'
        return text if self.bias is not None else text + ', bias=False'
class Conv1d(_Conv):
    _axes = 1
    def forward(self, input): return F.conv1d(input, self.weight, self.bias, self.stride, self.padding)
class Conv2d(_Conv):
    _axes = 2
    def forward(self, input): return F.conv2d(input, self.weight, self.bias, self.stride, self.padding)

class Softmax(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim
    def forward(self, input): return F.softmax(input, self.dim)
    def extra_repr(self): return f'dim={self.dim}'
class LogSoftmax(Softmax):
    def forward(self, input): return F.log_softmax(input, self.dim)
class ReLU(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace
    def forward(self, input): return F.relu(input, self.inplace)
    def extra_repr(self): return 'inplace=True' if self.inplace else ''
class SiLU(ReLU):
    def forward(self, input): return F.silu(input, self.inplace)
class GELU(Module):
    def __init__(self, approximate='none'):
        super().__init__()
        self.approximate = approximate
    def forward(self, input): return F.gelu(input, approximate=self.approximate)
    def extra_repr(self): return f"approximate='{self.approximate}'"
class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope
    def forward(self, input): return F.leaky_relu(input, self.negative_slope)
    def extra_repr(self): return f'negative_slope={self.negative_slope}'
class ELU(Module):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha
    def forward(self, input): return F.elu(input, self.alpha)
    def extra_repr(self): return f'alpha={self.alpha}'
class Tanh(Module):
    def forward(self, input): return torch.tanh(input)
class Sigmoid(Module):
    def forward(self, input): return torch.sigmoid(input)
class Softplus(Module):
    def forward(self, input): return F.softplus(input)
class Mish(Module):
    def forward(self, input): return F.mish(input)
class Identity(Module):
    def forward(self, input): return input
class Flatten(Module):
    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim
    def forward(self, input): return input.flatten(self.start_dim, self.end_dim)
    def extra_repr(self): return f'start_dim={self.start_dim}, end_dim={self.end_dim}'
class Unflatten(Module):
    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size
    def forward(self, input): return input.unflatten(self.dim, self.unflattened_size)

class Unfold(Module):
    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size, self.dilation, self.padding, self.stride = kernel_size, dilation, padding, stride
    def forward(self, input): return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)
    def extra_repr(self): return f'kernel_size={self.kernel_size}, dilation={self.dilation}, padding={self.padding}, stride={self.stride}'

# What has modules by number, and what has modules or parameters by name.
class _Listed(Module):
    def _own(self): return self._modules
    def __len__(self): return len(self._own())
    def __iter__(self): return iter(self._own().values())
    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._like(list(self)[i])
        if not -len(self) <= i < len(self):
            raise IndexError(f'index {i} is out of range')
        return list(self)[i]
    def __setitem__(self, i, module): self.add_module(list(self._modules)[i], module)
    def append(self, module):
        self.add_module(str(len(self)), module)
        return self
    def extend(self, modules):
        for m in modules:
            self.append(m)
        return self
    def insert(self, index, module):
        all = list(self)
        all.insert(index, module)
        self._modules.clear()
        self.extend(all)
    def pop(self, i):
        all = list(self)
        out = all.pop(i)
        self._modules.clear()
        self.extend(all)
        return out
    def __add__(self, other): return self._like(list(self) + list(other))
class Sequential(_Listed):
    def __init__(self, *args):
        super().__init__()
        for k, m in args[0].items() if len(args) == 1 and isinstance(args[0], dict) else enumerate(args):
            self.add_module(str(k), m)
    def _like(self, modules): return type(self)(*modules)
    def forward(self, input):
        for m in self.children():
            input = m(input)
        return input
class ModuleList(_Listed):
    def __init__(self, modules=None):
        super().__init__()
        self.extend(modules or [])
    def _like(self, modules): return type(self)(modules)
class ParameterList(ModuleList):
    def _own(self): return self._parameters
    def append(self, value):
        self.register_parameter(str(len(self)), value if isinstance(value, Parameter) else Parameter(value))
        return self
class _Named(Module):
    def __init__(self, values=None):
        super().__init__()
        self.update(values or {})
    def update(self, values):
        for k, v in dict(values).items():
            self[k] = v
    def __len__(self): return len(self._own())
    def __getitem__(self, k): return self._own()[k]
    def __contains__(self, k): return k in self._own()
    def __iter__(self): return iter(self._own())
    def keys(self): return self._own().keys()
    def values(self): return self._own().values()
    def items(self): return self._own().items()
class ModuleDict(_Named):
    def _own(self): return self._modules
    def __setitem__(self, k, module): self.add_module(k, module)
class ParameterDict(_Named):
    def _own(self): return self._parameters
    def __setitem__(self, k, v): self.register_parameter(k, v if isinstance(v, Parameter) else Parameter(v))

class _Loss(Module):
    def __init__(self, size_average=None, reduce=None, reduction='mean'):
        super().__init__()
        self.reduction = reduction
class CrossEntropyLoss(_Loss):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0):
        super().__init__(reduction=reduction)
        self.weight, self.ignore_index, self.label_smoothing = weight, ignore_index, label_smoothing
    def forward(self, input, target):
        return F.cross_entropy(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction, label_smoothing=self.label_smoothing)
class NLLLoss(_Loss):
    def __init__(self, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
        super().__init__(reduction=reduction)
        self.weight, self.ignore_index = weight, ignore_index
    def forward(self, input, target): return F.nll_loss(input, target, self.weight, ignore_index=self.ignore_index, reduction=self.reduction)
class MSELoss(_Loss):
    def forward(self, input, target): return F.mse_loss(input, target, reduction=self.reduction)
class SmoothL1Loss(_Loss):
    def __init__(self, reduction='mean', beta=1.0):
        super().__init__(reduction=reduction)
        self.beta = beta
    def forward(self, input, target): return F.smooth_l1_loss(input, target, self.reduction, self.beta)
class L1Loss(_Loss):
    def forward(self, input, target): return F.l1_loss(input, target, reduction=self.reduction)
class BCELoss(_Loss):
    def forward(self, input, target): return F.binary_cross_entropy(input, target, reduction=self.reduction)
class BCEWithLogitsLoss(_Loss):
    def __init__(self, weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None):
        super().__init__(reduction=reduction)
        self.weight, self.pos_weight = weight, pos_weight
    def forward(self, input, target): return F.binary_cross_entropy_with_logits(input, target, self.weight, reduction=self.reduction, pos_weight=self.pos_weight)
class KLDivLoss(_Loss):
    def __init__(self, size_average=None, reduce=None, reduction='mean', log_target=False):
        super().__init__(reduction=reduction)
        self.log_target = log_target
    def forward(self, input, target): return F.kl_div(input, target, self.reduction, self.log_target)

class NonDynamicallyQuantizableLinear(Linear): pass
class MultiheadAttention(Module):
    def __init__(self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None, batch_first=False, device=None, dtype=None):
        super().__init__()
        if add_bias_kv or add_zero_attn or kdim is not None or vdim is not None:
            raise NotImplementedError('nn.MultiheadAttention(add_bias_kv=, add_zero_attn=, kdim=, vdim=) is not here')
        self.embed_dim, self.num_heads, self.dropout, self.batch_first = embed_dim, num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        assert self.head_dim * num_heads == embed_dim, 'embed_dim must be divisible by num_heads'
        weight = torch.zeros(3 * embed_dim, embed_dim)
        self.in_proj_weight = Parameter(weight)
        self.register_parameter('in_proj_bias', Parameter(torch.zeros(3 * embed_dim)) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias)
        init.xavier_uniform_(self.in_proj_weight)
        if bias:
            init.zeros_(self.out_proj.bias)
    def forward(self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True, is_causal=False):
        is_batched = query.dim() == 3
        if query.dim() not in (2, 3):
            raise AssertionError(f'query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor')
        if not is_batched:
            query, key, value = query.unsqueeze(0), key.unsqueeze(0), value.unsqueeze(0)
            if key_padding_mask is not None:
                key_padding_mask = key_padding_mask.unsqueeze(0)
        elif not self.batch_first:
            query, key, value = query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1)
        B, L, E = query.shape
        _, S, _ = key.shape
        H, K = self.num_heads, self.head_dim
        if E != self.embed_dim:
            raise AssertionError(f'was expecting embedding dimension of {self.embed_dim}, but got {E}')
        if is_causal and attn_mask is None:
            raise RuntimeError('Need attn_mask if specifying the is_causal hint.')
        w_q, w_k, w_v = self.in_proj_weight.chunk(3)
        b_q, b_k, b_v = self.in_proj_bias.chunk(3) if self.in_proj_bias is not None else (None, None, None)
        q = F.linear(query, w_q, b_q).view(B, L, H, K)
        _, _, H, K = q.shape
        q = q.transpose(1, 2)
        k = F.linear(key, w_k, b_k).view(B, S, H, K)
        _, _, H, K = k.shape
        k = k.transpose(1, 2)
        v = F.linear(value, w_v, b_v).view(B, S, H, K)
        _, _, H, K = v.shape
        v = v.transpose(1, 2)
        scores = q @ k.transpose(-2, -1) / math.sqrt(K)
        if attn_mask is not None:
            if attn_mask.dim() == 2:
                if attn_mask.shape != (L, S):
                    raise RuntimeError(f'The shape of the 2D attn_mask is {attn_mask.shape}, but should be {(L, S)}.')
            elif attn_mask.shape != (B * H, L, S):
                raise RuntimeError(f'The shape of the 3D attn_mask is {attn_mask.shape}, but should be {(B * H, L, S)}.')
            else:
                attn_mask = attn_mask.view(B, H, L, S)
            scores = scores.masked_fill(attn_mask, -math.inf) if attn_mask.dtype == torch.bool else scores + attn_mask
        if key_padding_mask is not None:
            if key_padding_mask.shape != (B, S):
                raise AssertionError(f'expecting key_padding_mask shape of {(B, S)}, but got {key_padding_mask.shape}')
            mask = key_padding_mask.view(B, 1, 1, S)
            scores = scores.masked_fill(mask, -math.inf) if mask.dtype == torch.bool else scores + mask
        weights = torch.softmax(scores, -1) if need_weights else F._safe_softmax(scores)
        weights = torch.dropout(weights, self.dropout, self.training)
        out = self.out_proj((weights @ v).transpose(1, 2).reshape(B, L, E))
        if not is_batched:
            out = out.squeeze(0)
        elif not self.batch_first:
            out = out.transpose(0, 1)
        if not need_weights:
            return out, None
        if average_attn_weights:
            weights = weights.mean(1)
        return out, weights if is_batched else weights.squeeze(0)

class _TransformerLayer(Module):
    def _build(self, d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, norms, bias):
        self.linear1 = Linear(d_model, dim_feedforward, bias)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, bias)
        self.norm_first = norm_first
        for i in range(1, norms + 1):
            setattr(self, f'norm{i}', LayerNorm(d_model, layer_norm_eps, bias=bias))
        for i in range(1, norms + 1):
            setattr(self, f'dropout{i}', Dropout(dropout))
        self.activation = {'relu': F.relu, 'gelu': F.gelu}[activation] if isinstance(activation, str) else activation
    def _ff(self, x): return self.linear2(self.dropout(self.activation(self.linear1(x))))
    def _sa(self, x, mask, padding):
        return self.dropout1(self.self_attn(x, x, x, attn_mask=mask, key_padding_mask=padding, need_weights=False)[0])
class TransformerEncoderLayer(_TransformerLayer):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation='relu', layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first)
        self._build(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, 2, bias)
    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._sa(self.norm1(x), src_mask, src_key_padding_mask)
            return x + self.dropout2(self._ff(self.norm2(x)))
        x = self.norm1(x + self._sa(x, src_mask, src_key_padding_mask))
        return self.norm2(x + self.dropout2(self._ff(x)))
class TransformerDecoderLayer(_TransformerLayer):
    def __init__(self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation='relu', layer_norm_eps=1e-5, batch_first=False, norm_first=False, bias=True, device=None, dtype=None):
        super().__init__()
        self.self_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first)
        self.multihead_attn = MultiheadAttention(d_model, nhead, dropout, bias, batch_first=batch_first)
        self._build(d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, 3, bias)
    def _mha(self, x, memory, mask, padding):
        return self.dropout2(self.multihead_attn(x, memory, memory, attn_mask=mask, key_padding_mask=padding, need_weights=False)[0])
    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False):
        x = tgt
        if self.norm_first:
            x = x + self._sa(self.norm1(x), tgt_mask, tgt_key_padding_mask)
            x = x + self._mha(self.norm2(x), memory, memory_mask, memory_key_padding_mask)
            return x + self.dropout3(self._ff(self.norm3(x)))
        x = self.norm1(x + self._sa(x, tgt_mask, tgt_key_padding_mask))
        x = self.norm2(x + self._mha(x, memory, memory_mask, memory_key_padding_mask))
        return self.norm3(x + self.dropout3(self._ff(x)))
class _Stack(Module):
    def __init__(self, layer, num_layers, norm=None, **kwargs):
        super().__init__()
        import copy
        self.layers = ModuleList([copy.deepcopy(layer) for i in range(num_layers)])
        self.num_layers = num_layers
        self.norm = norm
class TransformerEncoder(_Stack):
    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        for layer in self.layers:
            src = layer(src, mask, src_key_padding_mask)
        return src if self.norm is None else self.norm(src)
class TransformerDecoder(_Stack):
    def forward(self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None, **kwargs):
        for layer in self.layers:
            tgt = layer(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
        return tgt if self.norm is None else self.norm(tgt)
class Transformer(Module):
    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        return torch.triu(torch.full((sz, sz), -math.inf), 1)
    def __init__(self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1, activation='relu', custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5, batch_first=False, norm_first=False, device=None, dtype=None):
        super().__init__()
        of_layer = d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first
        self.encoder = custom_encoder or TransformerEncoder(TransformerEncoderLayer(*of_layer), num_encoder_layers, LayerNorm(d_model, layer_norm_eps))
        self.decoder = custom_decoder or TransformerDecoder(TransformerDecoderLayer(*of_layer), num_decoder_layers, LayerNorm(d_model, layer_norm_eps))
        for p in self.parameters():
            if p.dim() > 1:
                init.xavier_uniform_(p)
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first
    def forward(self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None):
        if src.dim() == 3 and src.size(0 if self.batch_first else 1) != tgt.size(0 if self.batch_first else 1):
            raise RuntimeError('the batch number of src and tgt must be equal')
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError('the feature number of src and tgt must be equal to d_model')
        memory = self.encoder(src, src_mask, src_key_padding_mask)
        return self.decoder(tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask)
# The next state of a recurrent layer, as a list: of what the inputs give, and of the state before.
def _lstm(given, state, weight, bias):
    i, f, g, o = (given + F.linear(state[0], weight, bias)).chunk(4, -1)
    c = torch.sigmoid(f) * state[1] + torch.sigmoid(i) * torch.tanh(g)
    return [torch.sigmoid(o) * torch.tanh(c), c]
def _gru(given, state, weight, bias):
    r, z, n = given.chunk(3, -1)
    from_r, from_z, from_n = F.linear(state[0], weight, bias).chunk(3, -1)
    n = torch.tanh(n + torch.sigmoid(r + from_r) * from_n)
    return [n + torch.sigmoid(z + from_z) * (state[0] - n)]
def _tanh(given, state, weight, bias): return [torch.tanh(given + F.linear(state[0], weight, bias))]
def _relu(given, state, weight, bias): return [torch.relu(given + F.linear(state[0], weight, bias))]
class _Recurrent(Module):
    _gates, _states, _more = 1, 1, ''
    def _draw(self, inputs, suffix=''):
        rows = self._gates * self.hidden_size
        for name, shape in ('weight_ih', (rows, inputs)), ('weight_hh', (rows, self.hidden_size)), ('bias_ih', (rows,)), ('bias_hh', (rows,)):
            drawn = name[0] == 'w' or self.bias
            self.register_parameter(name + suffix, _drawn(shape, 1 / math.sqrt(self.hidden_size)) if drawn else None)
    def _weights(self, suffix=''): return [getattr(self, name + suffix) for name in ('weight_ih', 'bias_ih', 'weight_hh', 'bias_hh')]
    def extra_repr(self):
        defaults = dict(num_layers=1, bias=True, nonlinearity='tanh', batch_first=False, dropout=0, bidirectional=False)
        own = self.__dict__
        more = [f', {k}={own[k]}' for k, usual in defaults.items() if k in own and own[k] != usual]
        return f'{self.input_size}, {self.hidden_size}' + ''.join(more)
class RNN(_Recurrent):
    def __init__(self, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, nonlinearity='tanh', device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.num_layers, self.bias, self.batch_first = input_size, hidden_size, num_layers, bias, batch_first
        self.dropout, self.bidirectional = float(dropout), bidirectional
        self._step = _relu if nonlinearity == 'relu' else self._step
        self._ends = ['', '_reverse'] if bidirectional else ['']
        for layer in range(num_layers):
            for end in self._ends:
                self._draw(hidden_size * len(self._ends) if layer else input_size, f'_l{layer}{end}')
    _step = staticmethod(_tanh)
    def flatten_parameters(self): pass
    def forward(self, input, hx=None):
        batched, x = input.dim() == 3, input
        if not batched:
            x = x.unsqueeze(1)
            hx = [h.unsqueeze(1) for h in (hx if self._states > 1 else [hx])] if hx is not None else None
        elif self.batch_first:
            x = x.transpose(0, 1)
        if x.size(2) != self.input_size:
            raise RuntimeError(f'input.size(-1) must be equal to input_size. Expected {self.input_size}, got {x.size(2)}')
        size = (self.num_layers * len(self._ends), x.size(1), self.hidden_size)
        first = [torch.zeros(size)] * self._states if hx is None else [hx] if torch.is_tensor(hx) else list(hx)
        for i, h in enumerate(first):
            if tuple(h.shape) != size:
                raise RuntimeError(f'Expected hidden{f"[{i}]" if self._states > 1 else ""} size {size}, got {list(h.shape)}')
        last = []
        for layer in range(self.num_layers):
            if layer and self.dropout:
                x = F.dropout(x, self.dropout, self.training)
            outs = []
            for end in self._ends:
                w_in, b_in, w, b = self._weights(f'_l{layer}{end}')
                given, state = F.linear(x, w_in, b_in), [h[len(last)] for h in first]
                out = [None] * len(x)
                for t in reversed(range(len(x))) if end else range(len(x)):
                    state = self._step(given[t], state, w, b)
                    out[t] = state[0]
                outs.append(torch.stack(out))
                last.append(state)
            x = torch.cat(outs, -1) if len(outs) > 1 else outs[0]
        last = [torch.stack(h) for h in zip(*last)]
        if not batched:
            x, last = x.squeeze(1), [h.squeeze(1) for h in last]
        elif self.batch_first:
            x = x.transpose(0, 1)
        return x, last[0] if self._states == 1 else tuple(last)
class GRU(RNN):
    _gates, _step = 3, staticmethod(_gru)
class LSTM(RNN):
    _gates, _states, _step = 4, 2, staticmethod(_lstm)
class RNNCell(_Recurrent):
    _step = staticmethod(_tanh)
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity='tanh', device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        self._step = _relu if nonlinearity == 'relu' else self._step
        self._draw(input_size)
    def forward(self, input, hx=None):
        w_in, b_in, w, b = self._weights()
        state = [torch.zeros(tuple(input.shape[:-1]) + (self.hidden_size,))] * self._states if hx is None else [hx] if torch.is_tensor(hx) else hx
        new = self._step(F.linear(input, w_in, b_in), state, w, b)
        return new[0] if self._states == 1 else tuple(new)
class GRUCell(RNNCell):
    _gates, _step = 3, staticmethod(_gru)
class LSTMCell(RNNCell):
    _gates, _states, _step = 4, 2, staticmethod(_lstm)
def _absent(name):
    class Absent(Module):
        def __init__(self, *args, **kwargs): raise NotImplementedError(f'nn.{name} is not here')
    return Absent
Bilinear, BatchNorm1d, BatchNorm2d, MaxPool2d = [_absent(n) for n in ('Bilinear', 'BatchNorm1d', 'BatchNorm2d', 'MaxPool2d')]
