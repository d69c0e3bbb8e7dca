"""Wrong counts of the language model and the classifier, as students really arrive at them."""

Counts = tuple[int, int]


def _counted(
    n_tokens: int,
    n_hid: int,
    n_layers: int,
    n_classes: int,
    *,
    projections: int = 4,
    bias: int = 1,
    head_bias: int = 1,
    inner: int = 1,
    norms: int = 4,
    embedding: int = 1,
) -> Counts:
    """The two totals, with one of their terms changed: `inner` is the width of the feed-forward
    block and `norms` the numbers that the norms of a layer have, both in units of n_hid."""
    attention = projections * (n_hid**2 + bias * n_hid)
    feed_forward = 2 * inner * n_hid**2 + bias * (inner + 1) * n_hid
    body = embedding * n_tokens * n_hid + n_layers * (attention + feed_forward + norms * n_hid)
    lm_head, classifier_head = (n_hid * n + head_bias * n for n in (n_tokens, n_classes))
    return body + lm_head, body + classifier_head


def half_of_the_norms(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """2 n_hid a layer: one norm, or two without their shifts."""
    return _counted(n_tokens, n_hid, n_layers, n_classes, norms=2)


def norms_left_out(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """As if norms had nothing to learn."""
    return _counted(n_tokens, n_hid, n_layers, n_classes, norms=0)


def output_projection_left_out(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """Query, key and value only."""
    return _counted(n_tokens, n_hid, n_layers, n_classes, projections=3)


def biases_left_out(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """Matrices and norms only."""
    return _counted(n_tokens, n_hid, n_layers, n_classes, bias=0, head_bias=0)


def head_biases_left_out(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """The heads are taken for matrices."""
    return _counted(n_tokens, n_hid, n_layers, n_classes, head_bias=0)


def inner_width_of_four(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """A feed-forward block four times as wide as the model, as in the original paper."""
    return _counted(n_tokens, n_hid, n_layers, n_classes, inner=4)


def one_layer(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """The factor n_layers is forgotten."""
    return _counted(n_tokens, n_hid, 1, n_classes)


def embedding_left_out(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """The table of the tokens is not counted."""
    return _counted(n_tokens, n_hid, n_layers, n_classes, embedding=0)


def totals_swapped(n_tokens: int, n_hid: int, n_layers: int, n_classes: int) -> Counts:
    """(classifier, language model)."""
    language_model, classifier = _counted(n_tokens, n_hid, n_layers, n_classes)
    return classifier, language_model
