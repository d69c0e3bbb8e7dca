# ruff: noqa: E501
# fmt: off
"""Faulty formulas and numbers, and the words each gets."""

from __future__ import annotations

Row = tuple[str, str, str, dict[str, str], str, float, str, str, tuple[str, ...]]

# problem, part, text, answers to other parts, verdict, share, words, recognised mistake, notes
FAULTY_COUNTS: list[Row] = [
    ('counting/base-model', 'formula', '', {}, 'cannot be read', 0.0, 'the answer is empty', '', ()),
    ('counting/base-model', 'formula', '$N + n$', {}, 'cannot be read', 0.0, 'character 5: unknown symbol n: did you mean N?\n    N + n\n        ^', '', ()),
    ('counting/base-model', 'formula', '$N(2h(d+1)$', {}, 'cannot be read', 0.0, 'character 2: this bracket is never closed: add )\n    N(2h(d+1)\n     ^', '', ()),
    ('counting/base-model', 'formula', '\\frac{N}{', {}, 'cannot be read', 0.0, 'character 10: something is missing here: the formula ends too early\n    \\frac{N}{\n             ^', '', ()),
    ('counting/base-model', 'formula', '$N$ $h$', {}, 'cannot be read', 0.0, 'there are 2 names here; write one formula', '', ()),
    ('counting/base-model', 'formula', '$N h d$ * 4', {}, 'cannot be read', 0.0, '`*` stands beside the formula; write all of it between the dollars or backticks', '', ()),
    ('counting/base-model', 'formula', 'N*(4*h*d) = 5', {}, 'wrong', 0.0, 'it gives … instead of … at H = …, N = …, d = …, d_k = …, d_v = …, h = …', '', ('a step does not follow: `N*(4*h*d)` is not `5`: 24 instead of 5 at N = 2, d = 3, h = 1',)),
    ('counting/base-model', 'formula', '$O(N h d)$', {}, 'cannot be read', 0.0, 'this is an order of growth, and the formula itself is asked for: write what stands between the brackets of O(…), with every factor', '', ()),
    ('counting/base-model', 'formula', '$P = N(4hd)$', {}, 'wrong', 0.0, 'it gives … instead of … at H = …, N = …, d = …, d_k = …, d_v = …, h = …', '', ()),
    ('counting/base-model', 'formula', 'N*4*h*d parameters', {}, 'wrong', 0.0, 'it gives … instead of … at H = …, N = …, d = …, d_k = …, d_v = …, h = …', '', ()),
    ('counting/base-model', 'formula', 'N h d\nd h N', {}, 'wrong', 0.0, 'it gives … instead of … at H = …, N = …, d = …, d_k = …, d_v = …, h = …', '', ()),
    ('counting/base-model', 'formula', '[[N, h], [d, H]]', {}, 'wrong', 0.0, 'this is a 2×2 matrix, and the right answer is a number', '', ()),
    ('counting/base-model', 'formula', '2*(h*(d+1) + d*(h+1)) + 3*H*d*(2*d_k + d_v)', {}, 'partly', 0.5, 'it gives … instead of … at H = …, N = …, d = …, d_k = …, d_v = …, h = …', 'the number of layers is left out', ()),
    ('counting/base-model', 'formula', 'N*(4*h*d + 2*h + 3*d + 3*H*d*(2*d_k+d_v))', {}, 'wrong', 0.0, 'it gives … instead of … at H = …, N = …, d = …, d_k = …, d_v = …, h = …', '', ()),
    ('counting/base-model', 'formula', 'N*(2*(h*(d+1) + d*(h+1)) + 9*H*d*d_k)', {}, 'wrong', 0.0, 'it gives … instead of … at H = …, N = …, d = …, d_k = …, d_v = …, h = …', '', ()),
    ('counting/base-model', 'value', '6 558 720', {}, 'partly', 0.5, 'exactly the factor N = 6 is missing', 'only one pair of layers is counted', ()),
    ('counting/base-model', 'value', '236113920', {}, 'wrong', 0.0, 'the factor N = 6 is in it once too often', '', ()),
    ('counting/base-model', 'value', '314818560', {}, 'wrong', 0.0, 'the factor H = 8 is in it once too often', '', ()),
    ('counting/base-model', 'value', '44 070 912', {}, 'partly', 0.5, '44070912 is not right', 'the output projection is counted, which this problem leaves out', ()),
    ('counting/base-model', 'value', '3.9e7', {}, 'wrong', 0.0, '3.9e7 is rounded; the exact number is asked for', '', ()),
    ('counting/base-model', 'value', '39,35', {}, 'wrong', 0.0, '39.35 is not right', '', ()),
    ('counting/base-model', 'value', '39.35 million', {}, 'wrong', 0.0, '39.35 million is rounded; the exact number is asked for', '', ()),
    ('counting/base-model', 'value', '$39$ million', {}, 'wrong', 0.0, '39 million is rounded; the exact number is asked for', '', ()),
    ('counting/base-model', 'value', '39352320 weights', {}, 'correct', 1.0, '', '', ()),
    ('counting/base-model', 'value', 'about 39352320', {}, 'correct', 1.0, '', '', ()),
    ('counting/base-model', 'value', '39352320 or 6558720', {}, 'cannot be read', 0.0, 'both `39352320` and `6558720` could be meant; write one alone', '', ()),
    ('counting/base-model', 'value', '39 352 32', {}, 'cannot be read', 0.0, 'character 7: two numbers side by side: write \\cdot or * between them\n    39 352 32\n          ^', '', ()),
    ('counting/base-model', 'value', '6 * $6558720$', {}, 'correct', 1.0, '', '', ()),
    ('counting/base-model', 'value', '6*6558720 = 39352321', {}, 'wrong', 0.0, '39352321 is not right', '', ('your step `6*6558720 = 39352321` does not follow: 6*6558720 is 39352320',)),
    ('counting/base-model', 'value', '-39352320', {}, 'wrong', 0.0, '-39352320 is not right', '', ()),
    ('counting/base-model', 'value', '39352320!', {}, 'undecided', 0.0, 'a person decides: it could not be worked out (a factorial too large to work out)', '', ()),
    ('counting/base-model', 'value', '1/0', {}, 'undecided', 0.0, 'a person decides: it could not be worked out (division by zero)', '', ()),
    ('counting/base-model', 'value', 'N * 6558720', {}, 'cannot be read', 0.0, 'character 1: unknown symbol N: this problem uses no symbols\n    N * 6558720\n    ^', '', ()),
    ('counting/base-model', 'value', '6291456', {'formula': '$N h d$'}, 'correct', 1.0, '', '', ('not the right value, but it follows from your own formula',)),
    ('counting/base-model', 'value', '5', {'formula': '5'}, 'wrong', 0.0, '5 is not right', '', ()),
    ('counting/base-model', 'value', '6558720', {'formula': '2*(h*(d+1) + d*(h+1)) + 3*H*d*(2*d_k + d_v)'}, 'correct', 1.0, '', '', ('not the right value, but it follows from your own formula',)),
    ('counting/base-model', 'value', '6558720', {'formula': 'N*(2*(h*(d+1) + d*(h+1)) + 3*H*d*(2*d_k + d_v))'}, 'partly', 0.5, 'exactly the factor N = 6 is missing', 'only one pair of layers is counted', ('your own formula gives another value',)),
    ('attention/rotation', 'frequency', '1/(10000*2i/d_model)', {}, 'partly', 0.25, 'it gives … instead of … at d_model = …, i = …', 'the exponent is written as a factor', ()),
    ('attention/rotation', 'frequency', '10000^(2i/d)', {}, 'partly', 0.5, 'it gives … instead of … at d_model = …, i = …', 'the frequency is turned upside down', ()),
    ('attention/rotation', 'frequency', '10000^(-i/d)', {}, 'wrong', 0.0, 'it gives … instead of … at d_model = …, i = …', '', ()),
    ('attention/rotation', 'frequency', '10000^{-2i/d', {}, 'cannot be read', 0.0, 'character 7: this brace is never closed: add }\n    10000^{-2i/d\n          ^', '', ()),
    ('attention/rotation', 'matrix', '[[1,2,3],[4,5,6]]', {}, 'wrong', 0.0, 'this is a 2×3 matrix, and a 2×2 matrix is asked for', '', ()),
    ('attention/rotation', 'matrix', 'cos(lambda k)', {}, 'wrong', 0.0, 'this is a number, and a 2×2 matrix is asked for', '', ()),
    ('attention/rotation', 'matrix', '[[1,2],[3]]', {}, 'cannot be read', 0.0, 'character 1: the rows of this matrix have 1 and 2 entries\n    [[1,2],[3]]\n    ^', '', ()),
]
