"""What the faulty problem files refer to."""


def double(x):
    return 2 * x


def square(x):
    return x**2


def cube(x):
    return x**3


def pair(x, y):
    return x, y
