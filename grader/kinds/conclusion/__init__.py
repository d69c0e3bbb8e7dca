"""Which of the formulas in an answer is the answer, and what its other sides say.

Nothing here looks at what is right. What concludes is told by boxes, by words, by the left side
that the part asks for and by order; where that leaves two, a person reads the answer.
"""

from grader.kinds.conclusion.asked import Asked
from grader.kinds.conclusion.concluding import Conclusion, Step, conclude
from grader.kinds.conclusion.naming import named_in
from grader.kinds.conclusion.pieces import pieces

__all__ = ["Asked", "Conclusion", "Step", "conclude", "named_in", "pieces"]
