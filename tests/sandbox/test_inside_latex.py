"""LaTeX source as Markdown: what its commands become, line by line, and what it may cost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from counted_calls import at_most

from grader.sandbox.inside.answers import read_answers
from grader.sandbox.inside.latex import faults_of, source_of
from grader.sandbox.inside.latex_source import TooDeep
from grader.sandbox.inside.macros import Expander, NotExpanded, definitions_in

LINES: list[tuple[str, str]] = [
    (r"\section*{Problem 3}", "# Problem 3"),
    (r"  \subsection{Exercise 2.1 (b)}", "## Exercise 2.1 (b)"),
    (r"\subsubsection*{a)}", "### a)"),
    (r"\paragraph{1. Cost}", "#### 1. Cost"),
    (r"\section{}", "# 1"),
    (r"\section{Roles}\subsection{}", "# Roles## 1.1"),
    (r"\textbf{Problem 2.} text", "**Problem 2.** text"),
    (r"\problem{4} text", "**Problem 4.** text"),
    (r"\question[10] Why?", "**Question 1.**  Why?"),
    (r"\begin{problem} a \end{problem} \begin{problem} b", "**Problem 1.**  a  **Problem 2.**  b"),
    (r"\begin{exer}[3] a", "**Exercise 3.**  a"),
    (r"\begin{homeworkProblem}[Costs] a", "**Problem 1. Costs.**  a"),
    (r"\begin{solution} a \end{solution}", "Solution:  a "),
    (r"\begin{enumerate} \item a \item b", " 1.  a 2.  b"),
    (r"\begin{enumerate}[label=(\alph*)] \item a \item b", " (a)  a (b)  b"),
    (r"\begin{enumerate}[(i)] \item a \item b", " (i)  a (ii)  b"),
    (r"\begin{enumerate}[a.] \setcounter{enumi}{2} \item c", "  c.  c"),
    (r"\begin{enumerate}[start=3] \item c", " 3.  c"),
    (r"\begin{enumerate}\item a\end{enumerate}\begin{enumerate}[resume]\item b", "1.  a2.  b"),
    (r"\begin{parts} \part a \part[5] b \end{parts}", " (a)  a (b)  b "),
    (r"\begin{itemize} \item[(c)] a \item b", " (c)  a -  b"),
    (r"$x \in \R$ and $\R$", r"$x \in \R$ and $\R$"),
    (r"\(a_1\) \[b\] $$c$$", "$a_1$ $$b$$ $$c$$"),
    (r"\begin{equation}\label{e} a \nonumber\end{equation}", "$$a$$"),
    (r"\begin{align*} a &= b \\ &= c \end{align*}",
     r"$$\begin{aligned} a &= b \\ &= c \end{aligned}$$"),
    (r"\begin{gather} a \\ b \end{gather}", r"$$\begin{aligned} a \\ b \end{aligned}$$"),
    (r"\fbox{$n = 4$}", r"$\boxed{n = 4}$"),
    (r"costs \$5 and 5\% of \#3", r"costs \$5 and 5% of \#3"),
    (r"L\"osung, caf\'e, na\"{\i}ve, stra\ss e", "Lösung, café, naïve, straße"),
    (r"a \verb|x_1 $| b", "a `x_1 $` b"),
    (r"a % $ \section{x}", "a "),
    (r"5\,ms~long \ldots", "5 ms long …"),
    (r"\emph{a} \underline{b} \texttt{c} \textcolor{red}{d} \href{u}{e}", "a b `c` d e"),
    (r"\cite{x} (\ref{y}) \includegraphics[width=3cm]{plot.png}",
     "[x] ((y)) (picture plot.png)"),
    (r"\begin{tabular}{cc} 1 & 2 \\ \hline 3 & 4 \\ \end{tabular}", " 1  |  2  |  3  |  4  | "),
    (r"\begin{tabular*}{5cm}{cc} 1 & 2 \end{tabular*}", " 1  |  2 "),
    (r"\begin{enumerate}[a.] \setcounter{enumi}{²} \item c", "  a.  c"),
    (r"\begin{enumerate}[a.] \setcounter{enumi}{" + "1" * 5_000 + r"} \item c", "  a.  c"),
    (r"\noindent\hfill\vspace{1cm}a", "a"),
    (r"\unknown{a}", r"\unknowna"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "line"), LINES)
def test_a_line(source: str, line: str) -> None:
    assert source_of(source).text == line


WHOLE = r"""\documentclass{article}
\newcommand{\R}{\mathbb{R}}
\newcommand{\be}{\begin{equation}}
\newcommand{\ee}{\end{equation}}
\newcommand{\Q}[1]{\section*{Problem #1}}
\newtheorem{ub}{Aufgabe}[section]
\title{Homework}
\begin{document}
\maketitle
\Q{1}
Here $x \in \R^n$.
\be a
= b \ee
\begin{lstlisting}
x = "$5" # 5%
    \section{no}
\end{lstlisting}
\begin{comment}
hidden
\end{comment}
\section{Question 3}
\subsection{}
\begin{ub} text \end{ub}
\end{document}
after
"""


def test_each_line_stays_where_it_was() -> None:
    found = source_of(WHOLE)
    assert found.text.split("\n") == [
        *[""] * 9,
        "# Problem 1",
        r"Here $x \in \mathbb{R}^n$.",
        "$$a",
        "= b$$",
        "```",
        'x = "$5" # 5%',
        r"    \section{no}",
        "```",
        "",
        "",
        "",
        "# Question 3",
        "## 3.1",
        "**Aufgabe 1.1.**  text ",
        "",
    ]
    assert found.faults == []


MACROS = r"""
\newcommand{\R}{\mathbb{R}} \newcommand\N{\mathbb N} \renewcommand*{\vec}[1]{\mathbf{#1}}
\newcommand{\E}[2][x]{\mathbb{E}_{#1}[#2]} \def\sq#1{#1^2} \def\dm{d_{model}}
\let\oldsum\sum \renewcommand{\sum}{\oldsum\limits}
\DeclareMathOperator*{\softmax}{softmax} \DeclarePairedDelimiter{\norm}{\lVert}{\rVert}
\providecommand{\half}{1/2} \NewDocumentCommand{\two}{m m}{#1 + #2} \newcommand{\T}{^\top}
\newcommand{\loop}{\pool a} \newcommand{\pool}{\loop b} \newcommand{\self}{\self}
\newcommand{\cond}{\ifx a b \fi}
"""


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        (r"x\in\R^n", r"x\in\mathbb{R}^n"),
        (r"\N x", r"\mathbb N x"),
        (r"\vec x y \vec{W}y", r"\mathbf{x} y \mathbf{W}y"),
        (r"\E{y}+\E[z]{w}", r"\mathbb{E}_{x}[y]+\mathbb{E}_{z}[w]"),
        (r"\sq{a+b}\sq c", r"a+b^2c^2"),
        (r"n^\dm", r"n^{d_{model}}"),
        (r"\frac\half\dm", r"\frac{1/2}{d_{model}}"),
        (r"\sum_i x", r"\sum\limits_i x"),
        (r"\softmax(x)", r"\operatorname{softmax}(x)"),
        (r"\norm{\norm{x}} \norm*{y} \norm[\big]{z}",
         r"\lVert \lVert x \rVert \rVert \lVert y \rVert \lVert z \rVert"),
        (r"\two{a}{b}", "a + b"),
        (r"A\T B", r"A^\top B"),
        (r"\cond \unknown", r"\cond \unknown"),
    ],
)  # fmt: skip
def test_a_students_macros_are_written_out(formula: str, written: str) -> None:
    assert Expander(definitions_in(MACROS)[0]).expanded(formula) == written


def doublings(count: int) -> str:
    names = [chr(ord("a") + n // 26) + chr(ord("a") + n % 26) + "z" for n in range(count + 1)]
    made = [rf"\newcommand{{\{one}}}{{\{two}\{two}}}" for one, two in pairwise(names)]
    return "".join(made) + rf"\newcommand{{\{names[-1]}}}{{x}}"


@pytest.mark.parametrize(
    ("macros", "formula", "why"),
    [
        (MACROS, r"\loop", r"\loop is defined by itself"),
        (MACROS, r"\self", r"\self is defined by itself"),
        (MACROS, r"\sq", "a macro lacks an argument"),
        (doublings(18), r"\aaz", "macros make it too long"),
        (doublings(30), r"\aaz", "macros are nested too deeply"),
        (r"\newcommand{\x}{y}", r"\x" * 10_001, "there are too many macros in this file"),
        (r"\newcommand{\x}[1]{#1#1#1#1#1#1#1#1}", r"\x{" * 9 + "a" + "}" * 9,
         "macros make it too long"),
    ],
)  # fmt: skip
def test_macros_that_are_too_much(macros: str, formula: str, why: str) -> None:
    expander = Expander(definitions_in(macros)[0])
    with at_most(2_000_000), pytest.raises(NotExpanded) as told:
        expander.expanded(formula)
    assert str(told.value) == why


def test_a_formula_that_is_not_written_out_stays_and_is_told_once() -> None:
    found = source_of(r"\newcommand{\x}{\x}" + "\n$\\x + 1$\n\n$\\x$\n\n$y$")
    assert found.text.split("\n")[1:] == [r"$\x + 1$", "", r"$\x$", "", "$y$"]
    told = r"this formula is left as it is: \x is defined by itself"
    assert list(faults_of(found)) == [(2, told)]


@pytest.mark.parametrize(
    ("source", "text", "faults"),
    [
        ("$a = b\n\nnext", "$a = b$\n\nnext", [(1, "this formula is never closed")]),
        ("a $$ b \\section{x}", "a $b$# x", [(1, "this formula is never closed")]),
        ("\\begin{align} a", " a", [(1, "\\begin{align} is never closed")]),
    ],
)
def test_what_is_never_closed(source: str, text: str, faults: list[tuple[int, str]]) -> None:
    found = source_of(source)
    assert (found.text, found.faults) == (text, faults)


BOMBS = {
    "dollars": "$" * 100_000,
    "formulas": "$x$ " * 30_000,
    "open formulas": "$x{ " * 90,
    "long unclosed formulas": ("$" + "x" * 30_000) * 5,
    "environments": r"\begin{align}" * 10_000,
    "listings": r"\begin{verbatim}" * 10_000,
    "headings": "\\section{a}\n" * 20_000,
    "items": r"\begin{enumerate}" + "\\item a\n" * 20_000,
    "lists": r"\begin{enumerate}" * 5_000 + r"\item a",
    "comments": "%\n" * 100_000,
    "backslashes": "\\" * 200_000,
    "definitions": "".join(rf"\newcommand{{\x{'a' * n}}}{{b}}" for n in range(300)),
    "short environments": r"\newcommand{\be}{\begin{equation}}" + r"\be " * 50_000,
    "nested bold": r"\textbf{" * 90 + "a" * 100_000 + "}" * 90,
    "options": r"\item[" * 20_000,
    "text macros": r"\newcommand{\x}{a}" + r"\x " * 20_000,
}


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_source_costs_little(name: str) -> None:
    with at_most(10_000_000):  # about half a second of processor time
        source_of(BOMBS[name])


def test_braces_without_end() -> None:
    with pytest.raises(TooDeep) as told:
        source_of("{" * 20_000)
    assert str(told.value) == "braces are nested more than 100 deep"


MAIN = (
    "\\input{macros}\n\\begin{document}\n\\section*{Question 1}\na\n\\input{parts/two}\n"
    "\\section*{Question 3}\n$\\R$\n\\input{gone}\n\\input{../up}\n\\end{document}\n"
)
FILES = {
    "hw/main.tex": MAIN,
    "hw/macros.tex": "\\newcommand{\\R}{\\mathbb R}\n",
    "hw/parts/two.tex": "b\n\\section*{Question 2}\nc\n",
    "up.tex": "\\section*{Question 9}\nd\n",
}


def test_files_are_read_where_they_are_named() -> None:
    found = read_answers({path: text.encode() for path, text in FILES.items()})
    assert sorted(found) == ["hw/main.tex", "up.tex"]
    passages = found["hw/main.tex"]
    assert [(one["file"], one["line"], one["title"], one["text"].strip()) for one in passages] == [
        ("hw/main.tex", 8, "", ""),
        ("hw/main.tex", 9, "", ""),
        ("hw/main.tex", 3, "Question 1", "a"),
        ("hw/parts/two.tex", 1, "", "b"),
        ("hw/parts/two.tex", 2, "Question 2", "c"),
        ("hw/main.tex", 6, "Question 3", "$\\mathbb R$"),
    ]
    assert [one["fault"] for one in passages if one["fault"]] == [
        "gone is named here and was not handed in",
        "../up is named here and was not handed in",
    ]
    assert {one["document"] for one in passages} == {"hw/main.tex"}


def test_files_that_name_each_other() -> None:
    files = {"a.tex": b"\\input{b} x", "b.tex": b"\\input{a} y"}
    found = read_answers(files)
    faults = [one["fault"] for one in found["a.tex"] if one["fault"]]
    assert faults == ["a is not read: it is inside of itself, or too deep"]
