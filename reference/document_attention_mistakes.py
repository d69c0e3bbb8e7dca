"""Wrong answers to the attention coefficients of a document, as students give them."""

import numpy as np
from document_attention import Floats, Parameters, pooled, scores, softmax


def softmax_over_sentences(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """The words at one place of every sentence share one unit of attention."""
    words = softmax(scores(H, parameters, "w").T).T
    return words, _sentences(words, H, parameters)


def softmax_over_the_document(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """All words of all sentences share one unit of attention."""
    found = scores(H, parameters, "w")
    words = softmax(found.reshape(-1)).reshape(found.shape)
    return words, _sentences(words, H, parameters)


def tanh_missing(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """Compares W h + b itself with the context vector."""

    def linear(states: Floats, level: str) -> Floats:
        W, b, c = (parameters[name + level] for name in "Wbc")
        return np.asarray((states @ W.T + b) @ c)

    words = softmax(linear(H, "w"))
    return words, softmax(linear(pooled(words, H), "s"))


def context_vector_missing(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """Adds up the entries of tanh(W h + b), as if the context vector were all ones."""
    ones = {name: np.ones_like(parameters[name]) for name in ("cw", "cs")}
    return _both({**parameters, **ones}, H)


def bias_missing(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """tanh(W h) in place of tanh(W h + b)."""
    zeros = {name: np.zeros_like(parameters[name]) for name in ("bw", "bs")}
    return _both({**parameters, **zeros}, H)


def sentences_as_plain_means(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """The vector of a sentence is the mean of its hidden states: the word weights do nothing."""
    words = softmax(scores(H, parameters, "w"))
    return words, softmax(scores(np.asarray(H.mean(axis=1)), parameters, "s"))


def sentences_as_plain_sums(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """The same with the sum of the hidden states."""
    words = softmax(scores(H, parameters, "w"))
    return words, softmax(scores(np.asarray(H.sum(axis=1)), parameters, "s"))


def word_parameters_twice(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """The sentences are scored with the parameters of the words."""
    again = {name + "s": parameters[name + "w"] for name in "Wbc"}
    return _both({**parameters, **again}, H)


def scores_scaled(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """Divides the scores by √d, as dot-product attention does."""
    scaled = {name: parameters[name] / np.sqrt(len(parameters[name])) for name in ("cw", "cs")}
    return _both({**parameters, **scaled}, H)


def softmax_that_overflows(H: Floats, parameters: Parameters) -> tuple[Floats, Floats]:
    """Leaves out the shift: exp of a large score is infinite, and inf / inf is NaN."""

    def naive(x: Floats) -> Floats:
        with np.errstate(over="ignore", invalid="ignore"):
            e = np.exp(x)
            return np.asarray(e / e.sum(axis=-1, keepdims=True))

    words = naive(scores(H, parameters, "w"))
    return words, naive(scores(pooled(words, H), parameters, "s"))


def _both(parameters: Parameters, H: Floats) -> tuple[Floats, Floats]:
    words = softmax(scores(H, parameters, "w"))
    return words, _sentences(words, H, parameters)


def _sentences(words: Floats, H: Floats, parameters: Parameters) -> Floats:
    return softmax(scores(pooled(words, H), parameters, "s"))
