"""Pairs of formulas with bends, about half of them unequal in some region only.

Each row is an answer, the right formula, and whether the answer is right.

    python tests/maths/bends_pairs.py [SECRETS]

decides every one under so many secrets, 20 by default, and counts false and open verdicts.
"""

from __future__ import annotations

import sys
from collections import Counter

from grader.maths import Decided, Indexed, Shape, Symbols, compare, read

Row = tuple[str, str, bool]

REALS = Symbols.of(x="real", y="real", z="real", a="real", b="real")
POSITIVE = Symbols.of(
    s="positive", w="positive", t="nonnegative", d="positive", p="(0,1)", q="[0,1]"
)
WHOLE = Symbols.of(n="natural", m="natural", k="integer", r="0..7", B="natural")
ARRAYS = Symbols.of(v=Shape(3), u=Shape(3), h=Shape("N"), A=Shape(2, 2), c=Indexed((4,)))

_REAL: list[Row] = [
    # relu and its relatives
    ("relu(x)+relu(-x)", "|x|", True),
    ("relu(x+7)-relu(-x-7)", "x+7", True),
    ("relu(x-25)+25", "max(x,25)", True),
    ("relu(x-25)+25", "max(x,24)", False),
    ("x-relu(x-40)", "min(x,40)", True),
    ("x-relu(x-40)", "x", False),
    ("relu(2x-6)", "2*relu(x-3)", True),
    ("relu(-2x)", "-2*relu(x)", False),
    ("relu(relu(x))", "relu(x)", True),
    ("relu(relu(x)-15)", "relu(x-15)", True),
    ("relu(relu(x)-15)", "relu(x)-15", False),
    ("relu(relu(x)+15)", "relu(x)+15", True),
    ("relu(x)*relu(-x)", "0", True),
    ("relu(x)*relu(30-x)", "0", False),
    ("relu(x)*relu(x-30)", "x*relu(x-30)", True),
    ("relu(x)*relu(x+30)", "x*relu(x+30)", False),
    ("relu(x)^2+relu(-x)^2", "x^2", True),
    ("relu(x-9)^2+relu(9-x)^2", "(x-9)^2", True),
    ("relu(x-9)^2+relu(8-x)^2", "(x-9)^2", False),
    ("relu(x)-relu(x-1)", "max(0,min(1,x))", True),
    ("relu(x)-relu(x-1)", "min(1,x)", False),
    ("relu(x+3)-relu(x-3)-3", "max(-3,min(3,x))", True),
    ("relu(x+3)-relu(x-3)-3", "max(-3,min(4,x))", False),
    # leaky relu, elu, hard activations
    ("max(x,x/100)", "relu(x)-relu(-x)/100", True),
    ("max(x,0.01x)", "relu(x)+0.01*min(0,x)", True),
    ("max(x,0.01x)", "relu(x)+0.02*min(0,x)", False),
    ("max(x,3x)", "relu(x)-3*relu(-x)", False),
    ("max(x,3x)", "3*relu(x)-relu(-x)", True),
    ("0.55x+0.45|x|", "max(x,x/10)", True),
    ("0.55x+0.45|x-1|", "max(x,x/10)", False),
    ("max(0,min(1,x/6+1/2))", "min(1,relu(x+3)/6)", True),
    ("max(0,min(1,x/6+1/2))", "relu(x+3)/6", False),
    ("min(max(0,x),6)", "relu(x)-relu(x-6)", True),
    ("min(max(0,x),6)", "relu(x)-relu(x-60)", False),
    ("min(max(0,x),6)*x", "relu(x)*min(x,6)", True),
    ("max(0,x)+min(0,e^{x}-1)", "relu(x)-relu(1-e^{x})", True),
    ("max(0,x)+min(0,e^{x}-1)", "e^{relu(x)}-1+min(0,x)", False),
    ("x*max(0,min(1,(x+3)/6))", "x*relu(x+3)/6", False),
    # clipping
    ("max(-1,min(1,x))", "(|x+1|-|x-1|)/2", True),
    ("max(-1,min(1,x))", "(|x+1|-|x-2|)/2", False),
    ("max(-5,min(12,x))", "min(12,max(-5,x))", True),
    ("max(-5,min(12,x))", "min(12,x)", False),
    ("max(12,min(-5,x))", "12", True),
    ("max(a,min(b,x))", "min(b,max(a,x))", False),
    ("max(a,min(a+1,x))", "min(a+1,max(a,x))", True),
    ("min(max(x,-100),100)-x", "0", False),
    ("max(-7,min(7,3x))", "3*max(-7/3,min(7/3,x))", True),
    ("max(-7,min(7,3x))", "3*max(-7,min(7,x))", False),
    ("max(0,1-|x-50|)", "0", False),
    ("max(0,1-|x-50|)", "relu(x-49)-2*relu(x-50)+relu(x-51)", True),
    ("max(0,1-|x-50|)", "relu(x-49)-2*relu(x-50)+relu(x-52)", False),
    # hinge, huber, pinball, margins
    ("max(0,1-x)", "1-min(1,x)", True),
    ("max(0,1-x)", "1-x", False),
    ("max(0,1-x*y)", "relu(1-y*x)", True),
    ("max(0,1-x*y)", "1-x*y", False),
    ("max(0,1-x*y)", "|1-x*y|", False),
    ("max(0,x-y+20)", "relu(x-y+20)", True),
    ("max(0,x-y+20)", "relu(x-y)+20", False),
    ("max(0,x-y+20)", "max(x,y-20)-y+20", True),
    ("min(x^2/2, 10*|x|-50)", "x^2/2", False),
    ("x^2/2-relu(|x|-10)^2/2", "min(|x|,10)*(|x|-min(|x|,10)/2)", True),
    ("x^2/2-relu(|x|-10)^2/2", "x^2/2", False),
    ("x^2/2-relu(x-10)^2/2-relu(-x-10)^2/2", "x^2/2-relu(|x|-10)^2/2", True),
    ("x^2/2-relu(x-10)^2/2", "x^2/2-relu(|x|-10)^2/2", False),
    ("max(0.9x,-0.1x)", "0.4x+0.5|x|", True),
    ("max(0.9x,-0.1x)", "0.5x+0.4|x|", False),
    ("relu(x)-x*y+softplus(-|x|)", "softplus(x)-x*y", True),
    ("relu(x)-x*y+softplus(|x|)", "softplus(x)-x*y", False),
    ("relu(x)+softplus(-|x|)", "softplus(x)", True),
    # absolute values
    ("|x|*|y|", "|x*y|", True),
    ("|x+y|", "|x|+|y|", False),
    ("abs(|x|-|y|)", "max(|x-y|,|x+y|)-2*min(|x|,|y|)", True),
    ("abs(|x|-|y|)", "max(|x-y|,|x+y|)-2*|y|", False),
    ("abs(|x|-|y|)", "min(|x-y|,|x+y|)", True),
    ("max(|x-y|,|x+y|)", "|x|+|y|", True),
    ("|x-3|+|x-8|", "|2x-11|", False),
    ("|x-3|+|x-8|", "max(5,|2x-11|)", True),
    ("|x-3|-|x-8|", "max(-5,min(5,2x-11))", True),
    ("|x-3|-|x-8|", "2x-11", False),
    ("abs(|x|-17)", "|x|-17", False),
    ("abs(|x|-17)", "max(|x|-17,17-|x|)", True),
    ("abs(abs(|x|-8)-4)", "abs(|x|-4)-8", False),
    ("|x^2-90|", "max(x^2-90,90-x^2)", True),
    ("|x^2-90|", "90-x^2", False),
    ("|x|^2", "x^2", True),
    ("|x|^3", "x^3", False),
    ("|x|*x^2", "|x|^3", True),
    ("sqrt((x-33)^2)", "|x-33|", True),
    ("sqrt((x-33)^2)", "33-x", False),
    ("sqrt(x^2+66x+1089)", "x+33", False),
    ("|e^x-1000000|", "1000000-e^x", False),
    # maxima and minima
    ("max(x,y)+min(x,y)", "x+y", True),
    ("max(x,y)*min(x,y)", "x*y", True),
    ("max(x,y)-min(x,y)", "|x-y|", True),
    ("max(x,y)-min(x,y)", "x-y", False),
    ("max(x,y,z)+min(x,y,z)", "x+y+z", False),
    ("max(x,y,z)", "max(max(x,y),max(y,z))", True),
    ("max(min(x,y),min(y,z),min(z,x))", "min(max(x,y),max(y,z),max(z,x))", True),
    ("max(min(x,y),min(y,z),min(z,x))", "x+y+z-max(x,y,z)-min(x,y,z)", True),
    ("max(min(x,y),min(y,z))", "min(y,max(x,z))", True),
    ("max(min(x,y),min(y,z))", "min(x,max(y,z))", False),
    ("max(x+a,y+a)", "a+max(x,y)", True),
    ("max(a*x,a*y)", "a*max(x,y)", False),
    ("max(x,y+90)", "x+relu(y-x+90)", True),
    ("max(x,y+90)", "max(x,y)+90", False),
    ("max(2x,2y)", "2*max(y,x)", True),
    ("max(-2x,-2y)", "-2*max(y,x)", False),
    ("min(x,x+1,x-30)", "x-30", True),
    ("min(x,y,x-30)", "min(x-30,y)", True),
    ("min(x,y,x-30)", "x-30", False),
    ("max(x^2,100)", "x^2", False),
    ("max(x^2,100)", "max(|x|,10)^2", True),
    ("e^{max(x,y)}", "max(e^x,e^y)", True),
    ("e^{max(x,y)}", "e^x+e^y", False),
    # signs, steps and indicators
    ("(1+sign(x-70))/2", "relu(sign(x-70))", False),
    ("relu(sign(x-70))*(x-70)", "relu(x-70)", True),
    ("relu(sign(x-70))", "0", False),
    ("sign(x)*sign(y)", "sign(x*y)", True),
    ("sign(x)+sign(y)", "sign(x+y)", False),
    ("sign(x)^2", "1", False),
    ("sign(sign(x-4))", "sign(x-4)", True),
    ("sign(x-4)", "sign(x-5)", False),
    ("sign(2x-8)", "sign(x-4)", True),
    ("x*sign(x-11)", "x-22*relu(sign(11-x))", False),
    ("relu(sign(x-2))-relu(sign(x-6))", "relu(sign(x-2))*relu(sign(6-x))", False),
    ("1-relu(sign(-x))", "relu(sign(x))", False),
    ("relu(1-sign(x))*x", "2*min(x,0)", True),
    ("tanh(1000x)", "sign(x)", False),
    ("sigmoid(500*(x-20))", "relu(sign(x-20))", False),
    ("atan(300x)*2/pi", "sign(x)", False),
    # floors
    ("floor(x)+floor(-x)", "-1", False),
    ("ceil(x)", "-floor(-x)", True),
    ("ceil(x)", "floor(x)+1", False),
    ("floor(x+12)", "floor(x)+12", True),
    ("floor(2x)", "floor(x)+floor(x+1/2)", True),
    ("floor(2x)", "2*floor(x)", False),
    ("floor(floor(x)/3)", "floor(x/3)", True),
    ("floor(floor(x)/3)", "floor(x/3+1/3)", False),
    ("floor(x+1/2)", "ceil(x-1/2)", False),
    ("floor(x/64)", "floor((x+1)/64)", False),
    ("x-floor(x)", "x-4-floor(x-4)", True),
    ("relu(x-floor(x)-1/2)", "0", False),
    ("max(-128,min(127,floor(x/0.1+1/2)))", "max(-128,min(127,floor(10x+1/2)))", True),
    ("max(-128,min(127,floor(x/0.1+1/2)))", "max(-127,min(127,floor(10x+1/2)))", False),
    ("max(-128,min(127,floor(x/0.1+1/2)))", "floor(10x+1/2)", False),
    ("floor(max(x,y))", "max(floor(x),floor(y))", True),
    ("floor(x+y)", "floor(x)+floor(y)", False),
    ("floor(|x|)", "|floor(x)|", False),
]  # fmt: skip

_POSITIVE: list[Row] = [
    # schedules of learning rates
    ("d^{-1/2}*min(s^{-1/2},s*w^{-3/2})", "min(1/sqrt(s*d), s/(w*sqrt(w*d)))", True),
    ("d^{-1/2}*min(s^{-1/2},s*w^{-3/2})", "d^{-1/2}*min(s^{-1/2},s*w^{-1/2})", False),
    ("min(s/1000,1)", "s/1000", False),
    ("min(s/1000,1)", "1-relu(1-s/1000)", True),
    ("min(s/w,1)", "s/max(s,w)", True),
    ("min(s/w,1)", "w/max(s,w)", False),
    ("min(s/w,sqrt(w/s))", "sqrt(w)*min(1/sqrt(s),s*w^{-3/2})", True),
    ("min(s/w,sqrt(w/s))", "s/w", False),
    ("max(0,1-s/8000)", "1-s/8000", False),
    ("max(0,1-s/8000)", "1-min(s,8000)/8000", True),
    ("max(0.1,1-s/8000)", "1-min(s,7200)/8000", True),
    ("max(0.1,1-s/8000)", "1-min(s,8000)/8000", False),
    ("(1+cos(pi*min(s,600)/600))/2", "cos(pi*min(s,600)/1200)^2", True),
    ("(1+cos(pi*min(s,600)/600))/2", "cos(pi*s/1200)^2", False),
    ("0.5^{floor(s/30)}", "2^{-floor(s/30)}", True),
    ("0.5^{floor(s/30)}", "2^{-s/30}", False),
    ("0.5^{floor(s/30)}", "2^{-floor(s/31)}", False),
    # where signs are known
    ("|s|+|w|", "|s+w|", True),
    ("|s-w|", "s-w", False),
    ("relu(s)", "s", True),
    ("relu(s-90)", "s-90", False),
    ("relu(-t)", "0", True),
    ("sign(s)", "1", True),
    ("max(s,-w)", "s", True),
    ("max(s,w/100)", "s", False),
    ("max(p,1)", "1", True),
    ("max(p,1/2)", "p", False),
    ("max(q,1-q)", "1/2+|q-1/2|", True),
    ("max(q,1-q)", "q", False),
    ("floor(p)", "0", True),
    ("ceil(p)", "1", True),
    ("floor(100p)", "0", False),
    ("floor(p+1/1000)", "0", False),
    ("sqrt(s*w)", "max(sqrt(s),sqrt(w))*min(sqrt(s),sqrt(w))", True),
    ("log(max(s,w))", "max(log(s),log(w))", True),
    ("log(max(s,1/1000000))", "log(s)", False),
    ("max(s,w)^2", "max(s^2,w^2)", True),
    ("1/max(s,w)", "min(1/s,1/w)", True),
    ("1/max(s,w)", "max(1/s,1/w)", False),
    ("min(s,w)/(s*w)", "1/max(s,w)", True),
    ("s/max(1,s/5)", "min(s,5)", True),
    ("s*min(1,5/s)", "min(s,5)", True),
    ("s*min(1,5/s)", "min(s,6)", False),
    ("s/max(1,s/5)", "s", False),
]  # fmt: skip

_WHOLE: list[Row] = [
    ("ceil(n/64)", "floor((n+63)/64)", True),
    ("ceil(n/64)", "floor(n/64)+1", False),
    ("ceil(n/64)", "floor((n-1)/64)+1", True),
    ("ceil(n/3000)", "1", False),
    ("ceil(n/3)", "floor(n/3)+1", False),
    ("ceil(n/3)", "floor((n+2)/3)", True),
    ("floor(n/7)", "ceil(n/7)-1+relu(1-(n-7*floor(n/7)))", True),
    ("floor(n/100000)", "0", False),
    ("n-m*floor(n/m)", "n-floor(n/m)*m", True),
    ("n-7*floor(n/7)", "n", False),
    ("ceil(n/m)", "floor((n+m-1)/m)", True),
    ("ceil(n/m)", "floor(n/m)+1", False),
    ("ceil(n/m)", "floor((n+m)/m)", False),
    ("ceil(ceil(n/2)/3)", "ceil(n/6)", True),
    ("ceil(ceil(n/2)/3)", "ceil(n/5)", False),
    ("max(n,1)", "n", True),
    ("max(n,2)", "n", False),
    ("max(n-1,0)", "n-1", True),
    ("max(n-2000,0)", "0", False),
    ("relu(k)-relu(-k)", "k", True),
    ("relu(k-1)", "relu(k)-relu(k)/max(1,relu(k))", True),
    ("relu(k-1)", "relu(k)-1", False),
    ("|k|", "k*sign(k)", True),
    ("|k-250|", "250-k", False),
    ("floor(k/2)+ceil(k/2)", "k", True),
    ("2*floor(k/2)", "k", False),
    ("floor((k+1/2))", "k", True),
    ("max(r,7)", "7", True),
    ("max(r,6)", "6", False),
    ("relu(r-8)", "0", True),
    ("min(n,4096)", "n", False),
    ("min(n,m)+max(n,m)", "n+m", True),
    ("min(n,m)*max(n,m)", "n*m", True),
    ("max(n-m,m-n)", "|n-m|", True),
    ("max(n-m,0)", "n-m", False),
    ("(n-max(0,n-m))*m", "min(n,m)*m", True),
    ("kronecker(n,m)", "relu(1-|n-m|)", True),
    ("kronecker(n,700)", "0", False),
    ("kronecker(n,700)", "relu(1-|n-700|)", True),
    ("2^{max(0,k)}", "max(1,2^k)", True),
    ("ceil(n/B)*B", "n", False),
    ("ceil(n/B)*B-n", "(B-(n-B*floor(n/B)))*min(1,n-B*floor(n/B))", True),
]  # fmt: skip

_ARRAYS: list[Row] = [
    ("relu(v)-relu(-v)", "v", True),
    ("relu(v_1)+relu(v_2)", "relu(v_1+v_2)", False),
    ("max(v)", "max(v_1,v_2,v_3)", True),
    ("max(v)", "max(v_1,v_2)", False),
    ("max(v)-min(v)", "max(|v_1-v_2|,|v_2-v_3|,|v_3-v_1|)", True),
    ("norm_1(v)", "relu(v_1)+relu(v_2)+relu(v_3)", False),
    ("norm_1(v)", "2*(relu(v_1)+relu(v_2)+relu(v_3))-total(v)", True),
    ("norm_inf(v)", "max(max(v),-min(v))", True),
    ("norm_inf(v)", "max(v)", False),
    ("norm_inf(h)", "max(max(h),-min(h))", True),
    ("norm_1(h)", "norm_inf(h)", False),
    ("relu(v^T u)", "max(0,u^T v)", True),
    ("relu(v^T u-60)", "0", False),
    ("relu(c_1-45)", "0", False),
    ("relu(c_1-45)+45", "max(c_1,45)", True),
    (r"\sum_{i=1}^{4}|c_i|", "|c_1|+|c_2|+|c_3|+|c_4|", True),
    (r"\sum_{i=1}^{4}relu(c_i-8)", r"relu(\sum_{i=1}^{4}c_i-32)", False),
    ("relu(A)-relu(-A)", "A", True),
    ("relu(A v_1)", "relu(v_1) relu(A)", False),
    ("norm_1(relu(h))+norm_1(relu(-h))", "norm_1(h)", True),
    ("sign(v_1)*v_1", "|v_1|", True),
    ("floor(v_1+500)", "floor(v_1)+500", True),
]  # fmt: skip

PAIRS: list[tuple[Symbols, str, str, bool]] = [
    *((REALS, *row) for row in _REAL),
    *((POSITIVE, *row) for row in _POSITIVE),
    *((WHOLE, *row) for row in _WHOLE),
    *((ARRAYS, *row) for row in _ARRAYS),
]


def said(symbols: Symbols, answer: str, truth: str, secret: int) -> Decided:
    left, right = read(answer, symbols), read(truth, symbols)
    return compare(left, right, symbols, seed=secret, proof=False).verdict


def kind(verdict: Decided, equal: bool) -> str:
    """ "right", "undecided" or "false"."""
    if verdict is Decided.UNDECIDED:
        return "undecided"
    return "false" if equal is (verdict is Decided.REFUTED) else "right"


def main() -> None:
    secrets = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    counts: Counter[str] = Counter()
    for symbols, answer, truth, equal in PAIRS:
        own = Counter(
            kind(said(symbols, answer, truth, secret), equal) for secret in range(secrets)
        )
        counts += own
        if own["right"] < secrets:
            print(f"{dict(own)}: {answer}  and  {truth}, {'equal' if equal else 'unequal'}")
    print(f"{len(PAIRS)} pairs under {secrets} secrets: {dict(counts)}")


if __name__ == "__main__":
    main()
