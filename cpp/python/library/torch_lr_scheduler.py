# torch.optim.lr_scheduler
import math

class _Scheduler:
    def __init__(self, optimizer, last_epoch=-1):
        self.optimizer, self.last_epoch = optimizer, -1
        for g in optimizer.param_groups:
            g.setdefault('initial_lr', g['lr'])
        self.base_lrs = [g['initial_lr'] for g in optimizer.param_groups]
        self.step()
    def step(self):
        self.last_epoch += 1
        self._last_lr = self.get_lr()
        for g, lr in zip(self.optimizer.param_groups, self._last_lr):
            g['lr'] = lr
    def get_lr(self): return [self._lr(base, g['lr'], self.last_epoch) for g, base in zip(self.optimizer.param_groups, self.base_lrs)]
    def get_last_lr(self): return self._last_lr
# Each makes the next rate of the last one, as PyTorch does: what the program sets in between is kept.
class LambdaLR(_Scheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.lr_lambda = lr_lambda
        super().__init__(optimizer)
    def _lr(self, base, lr, t): return base * self.lr_lambda(t)
class StepLR(_Scheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer)
    def _lr(self, base, lr, t): return lr if t == 0 or t % self.step_size else lr * self.gamma
class ExponentialLR(_Scheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer)
    def _lr(self, base, lr, t): return lr * self.gamma if t else lr
class CosineAnnealingLR(_Scheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer)
    def _lr(self, base, lr, t):
        T, least = self.T_max, self.eta_min
        if t == 0:
            return lr
        if (t - 1 - T) % (2 * T) == 0:
            return lr + (base - least) * (1 - math.cos(math.pi / T)) / 2
        return (1 + math.cos(math.pi * t / T)) / (1 + math.cos(math.pi * (t - 1) / T)) * (lr - least) + least
class MultiStepLR(_Scheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = list(milestones), gamma
        super().__init__(optimizer)
    def _lr(self, base, lr, t): return lr * self.gamma ** self.milestones.count(t)
class LinearLR(_Scheduler):
    def __init__(self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1):
        self.start_factor, self.end_factor, self.total_iters = start_factor, end_factor, total_iters
        super().__init__(optimizer)
    def _lr(self, base, lr, t):
        rise = self.end_factor - self.start_factor
        if t == 0:
            return lr * self.start_factor
        return lr if t > self.total_iters else lr * (1.0 + rise / (self.total_iters * self.start_factor + (t - 1) * rise))
class OneCycleLR(_Scheduler):
    def __init__(self, optimizer, max_lr, total_steps=None, epochs=None, steps_per_epoch=None, pct_start=0.3, anneal_strategy='cos', cycle_momentum=True, base_momentum=0.85, max_momentum=0.95, div_factor=25.0, final_div_factor=1e4, three_phase=False, last_epoch=-1):
        if three_phase or isinstance(max_lr, (list, tuple)):
            raise NotImplementedError('OneCycleLR(three_phase=True), and with a list of rates, is not here')
        if total_steps is None and (epochs is None or steps_per_epoch is None):
            raise ValueError('You must define either total_steps OR (epochs AND steps_per_epoch)')
        if cycle_momentum and not {'momentum', 'betas'} & set(optimizer.defaults):
            raise ValueError('optimizer must support momentum with `cycle_momentum` option enabled')
        self.total_steps = total_steps or epochs * steps_per_epoch
        self.peak, self.linear, first = pct_start * self.total_steps - 1, anneal_strategy == 'linear', max_lr / div_factor
        self.rates, self.momenta = (first, max_lr, first / final_div_factor), cycle_momentum and (max_momentum, base_momentum, max_momentum)
        for g in optimizer.param_groups:
            g['initial_lr'] = first
        super().__init__(optimizer)
    def _at(self, values, t):
        rises = t <= self.peak
        part = t / self.peak if rises else (t - self.peak) / (self.total_steps - 1 - self.peak)
        start, end = values[:2] if rises else values[1:]
        return (end - start) * part + start if self.linear else end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)
    def _lr(self, base, lr, t):
        if t > self.total_steps:
            raise ValueError(f'Tried to step {t + 1} times. The specified number of total steps is {self.total_steps}')
        for g in self.optimizer.param_groups if self.momenta else ():
            momentum = self._at(self.momenta, t)
            if 'betas' in g:
                g['betas'] = (momentum, *g['betas'][1:])
            else:
                g['momentum'] = momentum
        return self._at(self.rates, t)
class ReduceLROnPlateau:
    def __init__(self, optimizer, mode='min', factor=0.1, patience=10, threshold=1e-4, threshold_mode='rel', cooldown=0, min_lr=0, eps=1e-8, verbose=False):
        if mode != 'min' or threshold_mode != 'rel' or cooldown:
            raise NotImplementedError('ReduceLROnPlateau(mode=, threshold_mode=, cooldown=) is not here')
        self.optimizer, self.factor, self.patience, self.threshold, self.min_lr, self.eps = optimizer, factor, patience, threshold, min_lr, eps
        self.best, self.num_bad_epochs, self.last_epoch = math.inf, 0, 0
    def step(self, metrics):
        self.last_epoch += 1
        if float(metrics) < self.best * (1 - self.threshold):
            self.best, self.num_bad_epochs = float(metrics), 0
        else:
            self.num_bad_epochs += 1
        if self.num_bad_epochs > self.patience:
            self.num_bad_epochs = 0
            for g in self.optimizer.param_groups:
                new = max(g['lr'] * self.factor, self.min_lr)
                if g['lr'] - new > self.eps:
                    g['lr'] = new
        self._last_lr = [g['lr'] for g in self.optimizer.param_groups]
    def get_last_lr(self): return self._last_lr
