"""k-means from starts that are far from each other, and the main directions of points."""

import numpy as np


def groups(seed, inputs):
    """Points around the corners of a large square, at least three in each group."""
    rng = np.random.default_rng(seed)
    n, k = inputs["n"], inputs["k"]
    corners = 20.0 * np.array([[0, 0], [0, 1], [1, 0], [1, 1]])[rng.permutation(4)[:k]]
    # The first points are of one group, so that they are no good start.
    of = np.sort(np.arange(n) % k)
    return {"x": corners[of] + rng.uniform(-3, 3, (n, 2))}


def nearest(x, centres):
    return ((x[:, None] - centres) ** 2).sum(axis=2).argmin(axis=1)


def cluster_centres(x, k):
    centres = x[:1]
    while len(centres) < k:  # the point that is furthest from all starts so far
        far = ((x[:, None] - centres) ** 2).sum(axis=2).min(axis=1).argmax()
        centres = np.vstack([centres, x[far]])
    for _ in range(10):
        labels = nearest(x, centres)
        centres = np.stack([x[labels == one].mean(axis=0) for one in range(k)])
    return labels, centres


def cluster(x, k):
    return cluster_centres(x, k)[0]


def never_moves(x, k):
    return nearest(x, x[:k])


def sorted_centres(x, k):
    labels, centres = cluster_centres(x, k)
    order = np.lexsort(-centres.T)
    return labels, centres[order] if (order != np.arange(k)).any() else centres[::-1]


def belong_together(inputs, truth, result):
    labels, centres = result
    x = inputs["x"]
    for one in range(len(centres)):
        mine = x[labels == one]
        if not len(mine) or not np.allclose(mine.mean(axis=0), centres[one]):
            return "apart"
    return True if (nearest(x, centres) == labels).all() else "mixed"


def axes(x):
    return np.linalg.svd(x - x.mean(axis=0))[2].T


def in_rows(x):
    return axes(x).T
