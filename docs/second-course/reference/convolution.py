"""A convolution as layers have it: a product with the kernel at every place."""

import numpy as np


def as_parameters(seed, inputs):
    """The same numbers in the form that answers of another course take."""
    return {"conv_param": {"stride": inputs["stride"], "pad": inputs["padding"]}}


def conv2d(x, w, stride, padding):
    windows = np.lib.stride_tricks.sliding_window_view(np.pad(x, padding), w.shape)
    return np.einsum("ijkl,kl->ij", windows[::stride, ::stride], w)


def flipped(x, w, stride, padding):
    return conv2d(x, w[::-1, ::-1], stride, padding)


def not_padded(x, w, stride, padding):
    return conv2d(x, w, stride, 0)
