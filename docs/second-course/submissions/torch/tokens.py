"""Tokens joined and cut by regular expressions and by a queue."""

import re
from collections import deque


def tokenise(words, merges):
    lines = [" ".join(word) for word in words]
    for left, right in merges:
        pair = re.compile(rf"(?<!\S){re.escape(left)} {re.escape(right)}(?!\S)")
        lines = [pair.sub(left + right, line) for line in lines]
    return [line.split() for line in lines]


def vocabulary(words):
    return sorted({letter for word in words for letter in word}, reverse=True)


def segment(text, tokens):
    ahead = deque([(0, ())])
    seen = set()
    while ahead:
        at, found = ahead.popleft()
        if at == len(text):
            return list(found)
        if at not in seen:
            seen.add(at)
            ahead += [(at + len(one), (*found, one)) for one in tokens if text.startswith(one, at)]
    return None
