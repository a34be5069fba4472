# torch.nn.functional: what is made of other functions.
import math
import torch

def dropout(input, p=0.5, training=True, inplace=False): return torch.dropout(input, p, training)
def _check_loss(input, target):
    for place, (name, given) in enumerate([('input', input), ('target', target)]):
        if not torch.is_tensor(given):
            raise TypeError(f"cross_entropy_loss(): argument '{name}' (position {place + 1}) must be Tensor, not {torch._name_of(given)}")
def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0):
    _check_loss(input, target)
    if target.shape == input.shape and torch.is_floating_point(target):
        logs = torch.log_softmax(input, 1 if input.dim() > 1 else 0)
        if label_smoothing:
            target = target * (1 - label_smoothing) + label_smoothing / input.size(1)
        losses = -(logs * target if weight is None else logs * target * weight.view([-1] + [1] * (input.dim() - 2))).sum(1 if input.dim() > 1 else 0)
        return losses if reduction == 'none' else losses.sum() if reduction == 'sum' else losses.sum() / (input.numel() / input.size(1 if input.dim() > 1 else 0))
    if weight is not None or label_smoothing:
        logs = torch.log_softmax(input, 1 if input.dim() > 1 else 0)
        return _weighted(logs, target, weight, ignore_index, reduction, label_smoothing)
    return torch._cross_entropy(input, target, ignore_index, reduction)
def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'):
    if weight is not None:
        return _weighted(input, target, weight, ignore_index, reduction, 0)
    return torch._nll_loss(input, target, ignore_index, reduction)
def _weighted(logs, target, weight, ignore_index, reduction, smoothing):
    classes = logs.size(1)
    logs = logs.movedim(1, -1).reshape(-1, classes)
    target = target.reshape(-1)
    keep = target != ignore_index
    safe = target.masked_fill(~keep, 0)
    w = keep.float() if weight is None else weight[safe] * keep
    losses = -logs.gather(1, safe.unsqueeze(1)).squeeze(1) * w
    if smoothing:
        smooth = -(logs if weight is None else logs * weight).sum(1) * keep
        losses = losses * (1 - smoothing) + smooth * (smoothing / classes)
    return losses if reduction == 'none' else losses.sum() if reduction == 'sum' else losses.sum() / w.sum()
def _reduced(losses, reduction): return losses if reduction == 'none' else losses.sum() if reduction == 'sum' else losses.mean()
def conv1d(input, weight, bias=None, stride=1, padding=0):
    first = lambda x: x if isinstance(x, int) else x[0]
    stride, padding, size = first(stride), first(padding), weight.size(2)
    if size == 1 and stride == 1 and padding == 0:
        return torch.conv1d(input, weight, bias)
    if input.size(-2) != weight.size(1):
        raise RuntimeError(f'Given groups=1, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have {weight.size(1)} channels, but got {input.size(-2)} channels instead')
    windows = pad(input, (padding, padding)).unfold(-1, size, stride)
    out = torch.einsum('...itk,oik->...ot', windows, weight)
    return out if bias is None else out + bias.unsqueeze(1)
def conv2d(input, weight, bias=None, stride=1, padding=0):
    pair = lambda x: (x, x) if isinstance(x, int) else tuple(x)
    stride, padding = pair(stride), pair(padding)
    if input.size(-3) != weight.size(1):
        raise RuntimeError(f'Given groups=1, weight of size {list(weight.shape)}, expected input{list(input.shape)} to have {weight.size(1)} channels, but got {input.size(-3)} channels instead')
    input = pad(input, (padding[1], padding[1], padding[0], padding[0]))
    windows = input.unfold(-2, weight.size(2), stride[0]).unfold(-2, weight.size(3), stride[1])
    out = torch.einsum('...iyxkl,oikl->...oyx', windows, weight)
    return out if bias is None else out + bias.view(-1, 1, 1)
def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    pair = lambda x: (x, x) if isinstance(x, int) else tuple(x)
    k, s, p = pair(kernel_size), pair(stride), pair(padding)
    windows = pad(input, (p[1], p[1], p[0], p[0])).unfold(2, k[0], s[0]).unfold(3, k[1], s[1])
    return windows.permute(0, 1, 4, 5, 2, 3).reshape(input.size(0), -1, windows.size(2) * windows.size(3))
def l1_loss(input, target, size_average=None, reduce=None, reduction='mean'): return _reduced((input - target).abs(), reduction)
def smooth_l1_loss(input, target, reduction='mean', beta=1.0):
    d = (input - target).abs()
    return _reduced(torch.where(d < beta, 0.5 * d * d / beta, d - 0.5 * beta), reduction)
def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction='mean'):
    if target.shape != input.shape:
        raise ValueError(f'Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. Please ensure they have the same size.')
    if target.dtype != input.dtype:
        raise RuntimeError('Found dtype Long but expected Float')
    if not ((input >= 0) & (input <= 1)).all():
        raise RuntimeError('all elements of input should be between 0 and 1')
    return _reduced(-(target * input.log().clamp(min=-100) + (1 - target) * (1 - input).log().clamp(min=-100)), reduction)
def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction='mean', pos_weight=None):
    if target.shape != input.shape:
        raise ValueError(f'Target size ({target.shape}) must be the same as input size ({input.shape})')
    if target.dtype == torch.int64:
        raise RuntimeError("result type Float can't be cast to the desired output type Long")
    if pos_weight is None:
        losses = input.clamp(min=0) - input * target + torch.log1p(torch.exp(-input.abs()))
    else:
        losses = (1 - target) * input + (1 + (pos_weight - 1) * target) * (torch.log1p(torch.exp(-input.abs())) + (-input).clamp(min=0))
    return _reduced(losses if weight is None else losses * weight, reduction)
def kl_div(input, target, reduction='mean', log_target=False):
    losses = target.exp() * (target - input) if log_target else target * (target.clamp(min=1e-45).log() - input)
    return losses.sum() / input.size(0) if reduction == 'batchmean' else _reduced(losses, reduction)
def normalize(input, p=2.0, dim=1, eps=1e-12): return input / input.norm(p, dim, True).clamp(min=eps)
def softplus(input, beta=1, threshold=20): return torch.where(input * beta > threshold, input, torch.log1p(torch.exp((input * beta).clamp(max=threshold))) / beta)
def mish(input): return input * torch.tanh(softplus(input))
def hardtanh(input, min_val=-1.0, max_val=1.0): return input.clamp(min_val, max_val)
def relu6(input): return input.clamp(0, 6)
def logsigmoid(input): return -softplus(-input)
def glu(input, dim=-1):
    a, b = input.chunk(2, dim)
    return a * torch.sigmoid(b)
def _axis(input, dim): return dim if dim is not None else 0 if input.dim() in (0, 1, 3) else 1
def softmax(input, dim=None, _stacklevel=3, dtype=None): return input.softmax(_axis(input, dim), dtype=dtype)
def log_softmax(input, dim=None, _stacklevel=3, dtype=None): return input.log_softmax(_axis(input, dim), dtype=dtype)
def softmin(input, dim=None): return softmax(-input, dim)
def pad(input, pad, mode='constant', value=0.0):
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        before, after = pad[2 * i], pad[2 * i + 1]
        if before < 0:
            input = input.narrow(dim, -before, input.size(dim) + before)
        if after < 0:
            input = input.narrow(dim, 0, input.size(dim) + after)
        shape = list(input.shape)
        parts = [input]
        if before > 0:
            shape[dim] = before
            parts.insert(0, torch.full(shape, value, dtype=input.dtype))
        if after > 0:
            shape[dim] = after
            parts.append(torch.full(shape, value, dtype=input.dtype))
        if len(parts) > 1:
            input = torch.cat(parts, dim)
    return input
def _safe_softmax(scores):  # as of PyTorch 2.5, a row without a key gives 0
    if not torch._has_empty_row(scores):
        return torch.softmax(scores, -1)
    empty = (scores == -math.inf).all(-1, keepdim=True)
    return torch.softmax(scores.masked_fill(empty, 0), -1).masked_fill(empty, 0)
def scaled_dot_product_attention(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), -3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), -3)
    scores = query @ key.transpose(-2, -1) * (1 / math.sqrt(query.size(-1)) if scale is None else scale)
    if is_causal:
        if attn_mask is not None:
            raise RuntimeError('_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True')
        causal = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool).tril()
        scores = scores.masked_fill(causal.logical_not(), -math.inf)
    if attn_mask is not None:
        scores = scores.masked_fill(attn_mask.logical_not(), -math.inf) if attn_mask.dtype == torch.bool else scores + attn_mask
    weights = _safe_softmax(scores)
    return torch.dropout(weights, dropout_p, True) @ value if dropout_p > 0 else weights @ value
cosine_similarity = torch.cosine_similarity
def pairwise_distance(x1, x2, p=2.0, eps=1e-6): return (x1 - x2 + eps).norm(p, -1)
