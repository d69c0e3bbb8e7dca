"""The learning rate of the original transformer (Vaswani et al. 2017, section 5.3)."""


def learning_rate(step: int, d_model: int, warmup: int) -> float:
    """d_model^(-1/2) · min(step^(-1/2), step · warmup^(-3/2)), and 0 at step 0."""
    if step == 0:
        return 0.0
    return float(d_model**-0.5 * min(step**-0.5, step * warmup**-1.5))
