"""Byte pairs, and the shortest way to write a text with given tokens."""

import numpy as np


def some_words(seed, inputs):
    """Words of two letters only, so that pairs repeat; left alone where an example gives them."""
    if "words" in inputs:
        return {}
    rng = np.random.default_rng(seed)
    words = ["".join(rng.choice(["a", "b"], rng.integers(4, 8))) for _ in range(inputs["count"])]
    return {"words": ["abab", *words], "merges": [["a", "b"], ["b", "a"], ["ab", "ab"]]}


def many_letters(seed, inputs):
    rng = np.random.default_rng(seed)
    return {"words": ["".join(rng.choice(list("abcdefgh"), 4)) for _ in range(inputs["count"])]}


def tokenise(words, merges):
    return [_merged(list(word), merges) for word in words]


def _merged(tokens, merges, most=None):
    for pair in merges:
        found, made = [], 0
        while tokens:
            if tokens[:2] == list(pair) and (most is None or made < most):
                found, tokens, made = [*found, "".join(pair)], tokens[2:], made + 1
            else:
                found, tokens = [*found, tokens[0]], tokens[1:]
        tokens = found
    return tokens


def once(words, merges):
    return [_merged(list(word), merges, most=1) for word in words]


def vocabulary(words):
    return sorted(set("".join(words)))


def all_letters(words):
    return sorted("".join(words))


def a_text(seed, inputs):
    """A text that the longest token leads astray."""
    rng = np.random.default_rng(seed)
    text = "".join(rng.choice(["a", "b", "c", "d", "e"], inputs["length"]))
    return {"text": "abcde" + text, "tokens": ["abc", "ab", "cde", "a", "b", "c", "d", "e"]}


def segment(text, tokens):
    best = {0: []}
    for end in range(1, len(text) + 1):
        ways = [
            [*best[end - len(one)], one]
            for one in tokens
            if text[:end].endswith(one) and end - len(one) in best
        ]
        if ways:
            best[end] = min(ways, key=len)
    return best[len(text)]


def greedy(text, tokens):
    found = []
    while text:
        found.append(max((one for one in tokens if text.startswith(one)), key=len))
        text = text[len(found[-1]) :]
    return found


def is_shortest(inputs, truth, result):
    if not isinstance(result, (list, tuple)) or "".join(map(str, result)) != inputs["text"]:
        return "other"
    if any(one not in inputs["tokens"] for one in result):
        return "unknown"
    return True if len(result) == len(truth) else "long"
