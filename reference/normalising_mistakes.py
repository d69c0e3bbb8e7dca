"""Wrong softmaxes and layer norms, as students really write them. Arrays are torch, float64."""

import torch
from normalising import softmax, softmax_jacobian
from torch import Tensor


def softmax_overflows(x: Tensor, dim: int) -> Tensor:
    """exp of a large number is infinite, and inf / inf is NaN."""
    return torch.exp(x) / torch.exp(x).sum(dim=dim, keepdim=True)


def softmax_and_a_little(x: Tensor, dim: int) -> Tensor:
    """1e-8 is added to the quotient: nothing is 0 any more, and the sums are not 1."""
    return softmax(x, dim) + 1e-8


def softmax_over_everything(x: Tensor, dim: int) -> Tensor:
    """One sum for the whole array."""
    shifted = torch.exp(x - x.max())
    return shifted / shifted.sum()


def softmax_over_the_other_axis(x: Tensor, dim: int) -> Tensor:
    """The axis is not the one asked for."""
    return softmax(x, 1 - dim)


def softmax_along_rows_always(x: Tensor, dim: int) -> Tensor:
    """dim is not used: always the last axis."""
    return softmax(x, 1)


def softmax_along_columns_always(x: Tensor, dim: int) -> Tensor:
    """dim is not used: always the first axis."""
    return softmax(x, 0)


def softmax_without_keepdim(x: Tensor, dim: int) -> Tensor:
    """The sums lose their axis, and of a square matrix meet the other one."""
    shifted = torch.exp(x - x.max())
    return shifted / shifted.sum(dim=dim)


def largest_without_keepdim(x: Tensor, dim: int) -> Tensor:
    """The largest entries lose their axis, and of a square matrix meet the other one."""
    shifted = torch.exp(x - x.amax(dim=dim))
    return shifted / shifted.sum(dim=dim, keepdim=True)


def jacobian_of_x_taken_for_p(x: Tensor) -> Tensor:
    """diag(x) - x xᵀ: the softmax is not taken."""
    return torch.diag(x) - torch.outer(x, x)


def jacobian_diagonal_only(x: Tensor) -> Tensor:
    """diag(p (1 - p)): right on the diagonal, empty elsewhere."""
    return torch.diag(jacobian_diagonal_as_vector(x))


def jacobian_diagonal_as_vector(x: Tensor) -> Tensor:
    """p (1 - p), entry by entry, as for the sigmoid."""
    p = softmax(x, 0)
    return p * (1 - p)


def jacobian_sign(x: Tensor) -> Tensor:
    """p pᵀ - diag(p)."""
    return -softmax_jacobian(x)


def jacobian_of_the_loss(x: Tensor) -> Tensor:
    """Row i is p - y with y = 1 at i: the derivative of the cross-entropy for the label i."""
    p = softmax(x, 0)
    return p - torch.eye(len(p), dtype=p.dtype)


def jacobian_of_the_logarithm(x: Tensor) -> Tensor:
    """I - 1 pᵀ: the derivative of ln p."""
    return -jacobian_of_the_loss(x)


def jacobian_row_sums(x: Tensor) -> Tensor:
    """The derivative of the sum of all p, which is always 1."""
    return softmax_jacobian(x).sum(dim=1)


def jacobian_off_the_diagonal_everywhere(x: Tensor) -> Tensor:
    """-p_i p_j also where i = j."""
    p = softmax(x, 0)
    return -torch.outer(p, p)


def jacobian_on_the_diagonal_everywhere(x: Tensor) -> Tensor:
    """p_i (1 - p_j) also where i ≠ j."""
    p = softmax(x, 0)
    return torch.outer(p, 1 - p)
