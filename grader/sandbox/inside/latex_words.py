"""What LaTeX's commands mean for who reads the words and formulas of a homework."""

from __future__ import annotations

import unicodedata

SECTIONS = {
    "part": 1, "chapter": 1, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4,
    "subparagraph": 5,
}  # fmt: skip
# Environments of formulas, and what holds their rows in one formula.
MATH = {
    "equation": "", "displaymath": "", "math": "", "align": "aligned", "flalign": "aligned",
    "alignat": "aligned", "eqnarray": "aligned", "gather": "aligned", "multline": "aligned",
    "dmath": "",
}  # fmt: skip
# Lists, and how their items are marked.
LISTS = {
    "enumerate": "1.", "itemize": "-", "description": "-", "parts": "(a)", "subparts": "i.",
    "questions": "1.", "easylist": "-", "compactenum": "1.", "compactitem": "-",
}  # fmt: skip
TABLES = {"tabular", "tabularx", "longtable", "tabu"}
# Where an answer begins, and what belongs to it.
BODIES = {
    "solution": "Solution: ", "solutions": "Solution: ", "solutionbox": "Solution: ",
    "sol": "Solution: ", "soln": "Solution: ", "answer": "Solution: ", "answers": "Solution: ",
    "proof": "Proof. ", "loesung": "Solution: ",
}  # fmt: skip
PROBLEMS = {
    "problem": "Problem", "prob": "Problem", "homeworkProblem": "Problem", "hwproblem": "Problem",
    "exercise": "Exercise", "exer": "Exercise", "ex": "Exercise", "question": "Question",
    "task": "Task", "aufgabe": "Aufgabe", "exercice": "Exercice", "ejercicio": "Ejercicio",
}  # fmt: skip
SIGNS = {
    "%": "%", "&": "&", "_": "_", "{": "{", "}": "}", "$": r"\$", "#": r"\#", " ": " ", ",": " ",
    ";": " ", ":": " ", "!": "", "/": "", "-": "", "@": "", "quad": " ", "qquad": "  ",
    "ldots": "…", "dots": "…", "textbackslash": "\\", "ss": "ß", "ae": "æ", "oe": "œ", "o": "ø",
    "l": "ł",
    "aa": "å", "AA": "Å", "O": "Ø", "L": "Ł", "i": "i", "LaTeX": "LaTeX", "TeX": "TeX", "S": "§",
    "P": "¶", "textendash": "–", "textemdash": "—", "texttimes": "×", "textdegree": "°",
    "euro": "€",
    "textless": "<", "textgreater": ">", "textbar": "|", "slash": "/", "par": " ", "today": "",
}  # fmt: skip
LETTERS = ("ss", "ae", "oe", "o", "l", "aa", "AA", "O", "L", "i")
ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
# Of no meaning for the answer, with how many arguments.
DROPPED = dict.fromkeys(
    ["noindent", "indent", "newpage", "clearpage", "pagebreak", "linebreak", "maketitle",
     "centering", "tableofcontents", "hfill", "vfill", "smallskip", "medskip", "bigskip",
     "tiny", "scriptsize",
     "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge", "Huge", "bfseries",
     "itshape", "bf", "it", "rm", "sf", "tt", "sc", "em", "normalfont", "boldmath", "printanswers",
     "appendix", "onehalfspacing", "doublespacing", "raggedright", "toprule", "midrule",
     "bottomrule", "displaystyle", "qed", "qedhere", "sloppy", "protect", "droptotal", "null",
     "newblock", "selectfont", "leavevmode", "maketitlepage", "titlepage"], 0,
) | dict.fromkeys(
    ["vspace", "hspace", "label", "pagestyle", "thispagestyle", "bibliographystyle",
     "bibliography",
     "vskip", "graphicspath", "hypersetup", "usepackage", "documentclass", "title", "author",
     "date", "markboth", "nocite", "phantom", "vphantom", "hphantom", "pagenumbering", "color",
     "cline",
     "printbibliography", "lhead", "rhead", "chead", "cfoot", "rfoot", "lfoot", "setlist",
     "newcounter", "stepcounter", "refstepcounter", "captionsetup", "geometry"], 1,
) | dict.fromkeys(
    ["setlength", "addtolength", "addtocounter", "renewenvironment", "rule", "newtheorem",
     "definecolor", "theoremstyle"], 2,
)  # fmt: skip
# Shown with what stands around their argument.
SHOWN = {
    "textbf": ("**", "**"), "textit": ("", ""), "emph": ("", ""), "underline": ("", ""),
    "textsc": ("", ""), "textrm": ("", ""), "texttt": ("`", "`"), "textsf": ("", ""),
    "text": ("", ""), "mbox": ("", ""), "textup": ("", ""), "textmd": ("", ""),
    "textnormal": ("", ""),
    "caption": ("Figure: ", ""), "cite": ("[", "]"), "citep": ("[", "]"), "citet": ("[", "]"),
    "ref": ("(", ")"), "eqref": ("(", ")"), "autoref": ("(", ")"), "cref": ("(", ")"),
    "url": ("", ""), "footnote": (" (", ")"), "includegraphics": ("(picture ", ")"),
    "lstinputlisting": ("(file ", ")"), "verbatiminput": ("(file ", ")"), "uline": ("", ""),
    "href": ("", ""), "textcolor": ("", ""), "colorbox": ("", ""), "ensuremath": ("$", "$"),
    "num": ("", ""), "enquote": ('"', '"'), "hl": ("", ""), "thanks": (" (", ")"),
}  # fmt: skip
# Of these the second argument.
SECOND = ("href", "textcolor", "colorbox")
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")

VERBATIM = (
    "verbatim", "verbatim*", "lstlisting", "minted", "Verbatim", "BVerbatim", "alltt", "python",
    "code", "comment",
)  # fmt: skip
# Signs of a listing, which open no formula or group there: put aside, and back at the end.
HIDDEN = {sign: chr(0xE000 + place) for place, sign in enumerate("\\$%{}~&`'")}


def accented(letter: str, mark: str) -> str:
    return unicodedata.normalize("NFC", letter[:1] + mark) + letter[1:]
