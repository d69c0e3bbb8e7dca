"""Attention coefficients of a document, sentence by sentence."""

import numpy as np


def weights_of(vectors, W, b, context):
    """One weight for each row of `vectors`."""
    hidden = np.tanh(W @ vectors.T + b[:, np.newaxis])
    scores = context @ hidden
    scores = scores - scores.max()
    return np.exp(scores) / np.exp(scores).sum()


def document_attention(H, parameters):
    word_weights = np.zeros(H.shape[:2])
    sentences = np.zeros((H.shape[0], H.shape[2]))
    for i, sentence in enumerate(H):
        word_weights[i] = weights_of(sentence, parameters["Ww"], parameters["bw"], parameters["cw"])
        sentences[i] = word_weights[i] @ sentence
    return word_weights, weights_of(
        sentences, parameters["Ws"], parameters["bs"], parameters["cs"]
    )
