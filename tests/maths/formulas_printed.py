"""Formulas in sympy's own syntax, to be printed by sympy and read back by us."""

from __future__ import annotations

FORMULAS = """
x + y
x - y
-x
x*y
x/y
x**2
x**-1
x**-2
x**y
x**(y + 1)
(x + y)**2
(x + y)*(x - y)
(x + y)/(x - y)
x**2 + 2*x*y + y**2
1/(x + 1)
-1/x
-(x + y)
2*x
-2*x
x/2
3*x/4
-3*x/4
Rational(1, 2)
Rational(-2, 3)
x*Rational(1, 3) + y*Rational(2, 7)
sqrt(x)
sqrt(x + y)
1/sqrt(x)
sqrt(x)/sqrt(y)
sqrt(2)*x
sqrt(sqrt(x))
x**Rational(1, 3)
x**Rational(2, 3)
x**Rational(-1, 3)
x**Rational(3, 2)
(x + 1)**Rational(1, 4)
root(x, 5)
sin(x)
cos(x)
tan(x)
cot(x)
sec(x)
csc(x)
sin(x)**2
sin(x)**2 + cos(x)**2
sin(x)**-1
sin(x**2)
sin(x + y)
sin(2*x)
sin(x)*cos(y)
sin(x)*y
y*sin(x)
sin(x)/x
sin(cos(x))
sin(x)*cos(x)*tan(x)
tan(x)**3
asin(x/10)
acos(x/10)
atan(x)
atan(x/y)
sinh(x)
cosh(x)
tanh(x)
tanh(x)**2
1 - tanh(x)**2
coth(x)
sech(x)
csch(x)
asinh(x)
acosh(x + 5)
atanh(x/10)
exp(x)
exp(-x)
exp(x + y)
exp(x)*y
exp(-x**2/2)
exp(x)/(1 + exp(x))
1/(1 + exp(-x))
exp(exp(x/9))
exp(2*x) - 1
2**x
2**(-x)
10**x
x**x
log(x)
log(x + y)
log(x)**2
log(x**2)
log(x)/log(2)
x*log(x)
log(log(x + 5))
-log(1 + exp(-x))
Abs(x)
Abs(x - y)
Abs(x - y)**2
Abs(-x)/x
Abs(sin(x) - cos(y))
pi
2*pi
pi*x
x**pi
E**2
sin(pi*x)
exp(pi)
sqrt(pi)
factorial(n)
factorial(n + 1)
factorial(n)/factorial(n - 1)
2*factorial(n)
factorial(n)**2
binomial(n, 2)
binomial(n + 3, n)
floor(x)
ceiling(x)
floor(x/y)
Max(x, y)
Min(x, y)
Max(x, y, n)
erf(x)
sign(x)
Sum(k, (k, 1, n))
Sum(k**2, (k, 1, n))
Sum(x**k, (k, 0, n))
Sum(x*k + 1, (k, 1, n))
2*Sum(k, (k, 1, n))
Sum(k, (k, 1, n))**2
Sum(k, (k, 1, n)) + 1
Sum(1/k, (k, 1, n))
Sum(k*m, (k, 1, n), (m, 1, n))
Product(k, (k, 1, n))
Product(1 + x/k, (k, 1, n))
Sum(exp(-k*x), (k, 1, n))/n
Matrix([[x, y], [1, 2]])
Matrix([[x], [y]])
Matrix([[x, y]])
Matrix([[cos(x), -sin(x)], [sin(x), cos(x)]])
Matrix([[1, 0, 0], [0, x, 0], [0, 0, y]])
Matrix([[x/y, sqrt(x)], [x**2, -y]])
Matrix([[exp(x), log(y)], [1/x, -1]])
theta
theta + phi
alpha*beta
lambda_*x
alpha_1 + alpha_2
x_1 + x_2
x_1*x_2**2
x_1**2/x_2
d_model
d_model**2
sqrt(d_model)
theta**2
sin(theta)
cos(theta - phi)
10000**(-2*k_0/d_model)
Gamma_o*(1 - Gamma_o)
Gamma_f*c_0 + Gamma_u*c_1
sigma**2
mu + sigma*x
exp(-(x - mu)**2/(2*sigma**2))/sqrt(2*pi*sigma**2)
omega*t
sin(omega*t + phi)
(x + 1)*(y + 2)*(n + 3)
x*(y + 1)*(n - 1)
-x*(y - 1)
x - (y - n)
x - y*(n + 1)
x*(y/n)
x/(y/n)
x/y/n
(x/y)**2
(x*y)**2
(-x)**2
-x**2
(-1)**n
(-x)**3
2*x**2*y
2**3*x
x**2**2
(x**2)**y
x**(y**2)
x**(-y)
x**(1/y)
(x + y)**(-1)
1 + 1/(1 + 1/(1 + x))
((x + 1)**2 + 1)**2
sqrt(1 + sqrt(1 + x))
sqrt(x**2 + y**2)/(x + y)
x**2/(2*y) + n/3
(x**2 - y**2)/(x - y)
0.5*x
x + 0.25
1.5e-7*x
100000*x
123456789
-7
n*(n + 1)/2
n**2*d_model + n*d_model**2
""".strip().splitlines()
