# torch.optim
import math
import torch
# The files in which PyTorch has the classes, for their names.
_files = '''optimizer: Optimizer,
sgd: SGD,
adam: Adam,
adamw: AdamW,'''

class _State(dict):
    # By parameter, whose hash is its identity.
    def __repr__(self): return f"defaultdict(<class 'dict'>, {dict(self)})"
    def __missing__(self, key):
        self[key] = {}
        return self[key]
class Optimizer:
    def __init__(self, params, defaults):
        params = list(params)
        if not params:
            raise ValueError('optimizer got an empty parameter list')
        self.defaults, self.param_groups, self.state = defaults, [], _State()
        for group in params if isinstance(params[0], dict) else [{'params': params}]:
            self.add_param_group(group)
    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            torch._clear_grads(group['params'], set_to_none)
    def step(self, closure=None):
        loss = None if closure is None else closure()
        with torch.no_grad():
            for group in self.param_groups:
                for p in group['params']:
                    if p.grad is not None:
                        self._update(p, p.grad, self.state[p], group)
        return loss
    def add_param_group(self, group):
        group = {'params': None, **group, **{k: v for k, v in self.defaults.items() if k not in group}}
        group['params'] = [group['params']] if torch.is_tensor(group['params']) else list(group['params'])
        for p in group['params']:
            if not torch.is_tensor(p):
                raise TypeError('optimizer can only optimize Tensors, but one of the params is ' + torch._name_of(p))
        self.param_groups.append(group)
    def _all(self): return [p for group in self.param_groups for p in group['params']]
    def state_dict(self):
        places = {p: i for i, p in enumerate(self._all())}
        groups = [{**{k: v for k, v in group.items() if k != 'params'}, 'params': [places[p] for p in group['params']]} for group in self.param_groups]
        return {'state': {places[p]: state for p, state in self.state.items()}, 'param_groups': groups}
    def load_state_dict(self, state_dict):
        import copy
        state_dict = copy.deepcopy(state_dict)
        params = self._all()
        for i, state in state_dict['state'].items():
            self.state[params[i]] = state
        for group, saved in zip(self.param_groups, state_dict['param_groups']):
            group.update({k: v for k, v in saved.items() if k != 'params'})
    def __repr__(self):
        lines = [type(self).__name__ + ' (']
        for i, group in enumerate(self.param_groups):
            lines.append(f'Parameter Group {i}')
            lines += [f'    {k}: {group[k]}' for k in sorted(group) if k != 'params']
        return '\n'.join(lines) + '\n)'

class SGD(Optimizer):
    def __init__(self, params, lr=None, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False):
        if lr is None:
            raise ValueError("parameter group didn't specify a value of required optimization parameter lr")
        if lr < 0:
            raise ValueError(f'Invalid learning rate: {lr}')
        super().__init__(params, dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize, foreach=None, differentiable=False))
    def _update(self, p, g, state, group):
        if group['maximize']:
            g = -g
        if group['weight_decay'] != 0:
            g = g + group['weight_decay'] * p
        momentum = group['momentum']
        before = state.setdefault('momentum_buffer')
        if momentum != 0:
            v = g if before is None else momentum * before + (1 - group['dampening']) * g
            state['momentum_buffer'] = v.clone()
            g = g + momentum * v if group['nesterov'] else v
        p.sub_(group['lr'] * g)

class _Count:
    # PyTorch counts in a tensor.
    count = 0
    def item(self): return float(self.count)
    __float__ = item
    def __repr__(self): return f'tensor({self.count}.)'
class Adam(Optimizer):
    _decoupled = False
    _more = dict(differentiable=False, fused=False)
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, maximize=False):
        if lr < 0:
            raise ValueError(f'Invalid learning rate: {lr}')
        if amsgrad:
            raise NotImplementedError('amsgrad=True is not here')
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=None, capturable=False, **self._more))
    def _update(self, p, g, state, group):
        beta1, beta2 = group['betas']
        lr, decay, step = group['lr'], group['weight_decay'], state.setdefault('step', _Count())
        step.count += 1
        t = step.count
        if group['maximize']:
            g = -g
        if decay != 0:
            if self._decoupled:
                p.mul_(1 - lr * decay)
            else:
                g = g + decay * p
        m, v = state.get('exp_avg'), state.get('exp_avg_sq')
        m = (1 - beta1) * g if m is None else beta1 * m + (1 - beta1) * g
        v = (1 - beta2) * g * g if v is None else beta2 * v + (1 - beta2) * g * g
        state['exp_avg'], state['exp_avg_sq'] = m, v
        p.sub_(lr / (1 - beta1 ** t) * (m / (v.sqrt() / math.sqrt(1 - beta2 ** t) + group['eps'])))
class AdamW(Adam):
    _decoupled = True
    _more = {}
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)
