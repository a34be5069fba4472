# torch.nn.init
import math
import torch

def _fans(tensor):
    if tensor.dim() < 2:
        raise ValueError('Fan in and fan out can not be computed for tensor with fewer than 2 dimensions')
    field = math.prod(tensor.shape[2:])
    return tensor.size(1) * field, tensor.size(0) * field
def calculate_gain(nonlinearity, param=None):
    if nonlinearity == 'tanh': return 5.0 / 3
    if nonlinearity == 'relu': return math.sqrt(2.0)
    if nonlinearity == 'leaky_relu': return math.sqrt(2.0 / (1 + (0.01 if param is None else param) ** 2))
    return 1
def _quietly(method):
    def call(tensor, *args, **kwargs):
        with torch.no_grad():
            return method(tensor, *args, **kwargs)
    return call
def _uniform(tensor, a=0.0, b=1.0): return tensor.uniform_(a, b)
def _normal(tensor, mean=0.0, std=1.0): return tensor.normal_(mean, std)
def _constant(tensor, val): return tensor.fill_(val)
uniform_ = _quietly(_uniform)
normal_ = _quietly(_normal)
constant_ = _quietly(_constant)
def zeros_(tensor): return constant_(tensor, 0.0)
def ones_(tensor): return constant_(tensor, 1.0)
def eye_(tensor):
    with torch.no_grad():
        return tensor.copy_(torch.eye(*tensor.shape))
def xavier_uniform_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _fans(tensor)
    a = math.sqrt(3.0) * (gain * math.sqrt(2.0 / float(fan_in + fan_out)))
    return _symmetric(tensor, a)
def xavier_normal_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _fans(tensor)
    return normal_(tensor, 0.0, gain * math.sqrt(2.0 / float(fan_in + fan_out)))
def _kaiming(tensor, a, mode, nonlinearity):
    fan = _fans(tensor)[0 if mode == 'fan_in' else 1]
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)
def kaiming_uniform_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    return _symmetric(tensor, math.sqrt(3.0) * _kaiming(tensor, a, mode, nonlinearity))
def kaiming_normal_(tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None):
    return normal_(tensor, 0.0, _kaiming(tensor, a, mode, nonlinearity))
def _symmetric(tensor, bound):
    with torch.no_grad():
        return tensor.copy_(torch._uniform(tensor.shape, bound))
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    part = lambda x: math.erf((x - mean) / std / math.sqrt(2.0))
    with torch.no_grad():
        tensor.uniform_(part(a), part(b))
        return tensor.copy_((torch.erfinv(tensor) * (std * math.sqrt(2.0)) + mean).clamp(a, b))
# The names before PyTorch 0.4.
uniform, normal, constant, xavier_uniform, xavier_normal = uniform_, normal_, constant_, xavier_uniform_, xavier_normal_
kaiming_uniform, kaiming_normal = kaiming_uniform_, kaiming_normal_
