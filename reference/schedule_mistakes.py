"""Wrong learning rates, as students really write them."""

from collections.abc import Callable


def _scheduled(
    step: int,
    d_model: int,
    warmup: int,
    *,
    choose: Callable[[float, float], float] = min,
    width_exponent: float = -0.5,
    warmup_exponent: float = -1.5,
) -> float:
    """The schedule with one of its pieces replaced."""
    decaying = step**-0.5 if step else float("inf")
    return float(d_model**width_exponent * choose(decaying, step * warmup**warmup_exponent))


def the_larger_is_taken(step: int, d_model: int, warmup: int) -> float:
    """max in place of min: the rate falls to its lowest at the end of the warm-up."""
    return _scheduled(step, d_model, warmup, choose=max)


def warmup_to_the_half(step: int, d_model: int, warmup: int) -> float:
    """step · warmup^(-1/2): the lines do not meet at the end of the warm-up."""
    return _scheduled(step, d_model, warmup, warmup_exponent=-0.5)


def warmup_to_the_first(step: int, d_model: int, warmup: int) -> float:
    """step / warmup, a ramp to 1: the lines do not meet at the end of the warm-up."""
    return _scheduled(step, d_model, warmup, warmup_exponent=-1.0)


def width_left_out(step: int, d_model: int, warmup: int) -> float:
    """The same rate for every width."""
    return _scheduled(step, d_model, warmup, width_exponent=0.0)


def width_multiplied(step: int, d_model: int, warmup: int) -> float:
    """√d_model as a factor, as it scales the embeddings."""
    return _scheduled(step, d_model, warmup, width_exponent=0.5)


def never_decays(step: int, d_model: int, warmup: int) -> float:
    """Only the warm-up: the rate rises for ever."""
    return _scheduled(step, d_model, warmup, choose=lambda decaying, rising: rising)


def never_warms_up(step: int, d_model: int, warmup: int) -> float:
    """Only the decay: the first step is the largest."""
    return _scheduled(step, d_model, warmup, choose=lambda decaying, rising: decaying)


def one_step_late(step: int, d_model: int, warmup: int) -> float:
    """Adds 1 to a step that is already counted from 1."""
    return _scheduled(step + 1, d_model, warmup)
