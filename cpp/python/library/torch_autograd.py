# torch.autograd
from torch import _grad, enable_grad, no_grad, set_grad_enabled
def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=False):
    return _grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused)
def set_detect_anomaly(mode): pass
def Variable(data, requires_grad=False, volatile=False): return data.detach().requires_grad_(requires_grad)
