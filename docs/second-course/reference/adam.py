"""Adam: steps of about the same length in every direction."""

import numpy as np


class Adam:
    def __init__(self, lr):
        self.lr, self.t, self.m, self.v = lr, 0, 0.0, 0.0

    def step(self, w, g):
        self.t += 1
        self.m = 0.9 * self.m + 0.1 * g
        self.v = 0.999 * self.v + 0.001 * g**2
        m, v = self.corrected()
        return w - self.lr * m / (np.sqrt(v) + 1e-8)

    def corrected(self):
        return self.m / (1 - 0.9**self.t), self.v / (1 - 0.999**self.t)


class NotCorrected(Adam):
    def corrected(self):
        return self.m, self.v


class DoesNotCount(Adam):
    def step(self, w, g):
        self.__init__(self.lr)
        return super().step(w, g)
