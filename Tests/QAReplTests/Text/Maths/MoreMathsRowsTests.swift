import Testing

@testable import Terminal
@testable import qa_repl

/// What displayed formulas look like in several rows. Every one of them was looked at.
@Suite struct MoreMathsRowsTests {
  @Test(arguments: FormulaTable.displays(of: formulas))
  func `a displayed formula has several rows`(formula: FormulaTable.Display) throws {
    #expect(try #require(Maths(formula.source)).rows(columns: 76) == formula.rows)
  }

  private static let formulas = ##"""
    i\hbar\frac{\partial}{\partial t}\Psi = \hat{H}\Psi
      |     ∂
      | iℏ ──── Ψ = ĤΨ
      |     ∂t
    \lim_{h \to 0} \frac{f(x+h) - f(x)}{h}
      |      f(x + h) − f(x)
      | lim ─────────────────
      | h→0         h
    \log_a b = \frac{\ln b}{\ln a}
      |           ln b
      | logₐ b = ──────
      |           ln a
    \left(\sum_{i=1}^n a_i\right)^2
      | ⎛ n    ⎞²
      | ⎜ ∑  aᵢ⎟
      | ⎝i=1   ⎠
    \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}
      | ⎛cos θ  −sin θ⎞
      | ⎝sin θ  cos θ ⎠
    \left(\begin{smallmatrix} 1 & 0 \\ 0 & 1 \end{smallmatrix}\right)
      | ⎛1  0⎞
      | ⎝0  1⎠
    \int\limits_0^1 x\,dx
      | 1
      | ∫ x dx
      | 0
    \frac{a}{b}
      |  a
      | ───
      |  b
    \binom{n}{k}
      | ⎛n⎞
      | ⎜ ⎟
      | ⎝k⎠
    2x\sqrt{1+x} + \frac{x^2}{2\sqrt{1+x}}
      |               x²
      | 2x√(1+x) + ─────────
      |             2√(1+x)
    x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}
      |      −b ± √(b²−4ac)
      | x = ────────────────
      |            2a
    \sum_{i=1}^{n} i = \frac{n(n+1)}{2}
      |  n       n(n + 1)
      |  ∑  i = ──────────
      | i=1         2
    \int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2}
      | ⌠∞  −x²       √π
      | ⎮  e    dx = ────
      | ⌡0            2
    \lim_{x \to 0} \frac{\sin x}{x} = 1
      |      sin x
      | lim ─────── = 1
      | x→0    x
    \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}
      | ⎛1  2⎞
      | ⎝3  4⎠
    A = \begin{bmatrix}1&0&0\\0&1&0\\0&0&1\end{bmatrix}
      |     ⎡1  0  0⎤
      | A = ⎢0  1  0⎥
      |     ⎣0  0  1⎦
    \begin{cases} x + y = 5 \\ x - y = 1 \end{cases}
      | ⎧ x + y = 5
      | ⎨
      | ⎩ x − y = 1
    |x| = \begin{cases} x, & x \ge 0 \\ -x, & x < 0 \end{cases}
      |       ⎧ x,   x ≥ 0
      | |x| = ⎨
      |       ⎩ −x,  x < 0
    \begin{aligned} a &= b + c \\ &= d \\ e &= f \end{aligned}
      | a = b + c
      |   = d
      | e = f
    \int_{2\pi} x^2 \mathrm{d} x
      | ⌠
      | ⎮   x²dx
      | ⌡2π
    \sigma(x)(1-\sigma(x))\le\frac{1}{4}
      |                   1
      | σ(x)(1 − σ(x)) ≤ ───
      |                   4
    e^{i\pi} + 1 = 0
      |  iπ
      | e   + 1 = 0
    \left( \frac{a}{b} \right)^2
      | ⎛ a ⎞²
      | ⎜───⎟
      | ⎝ b ⎠
    \left( 1 + \frac{1}{n} \right)^{n+1,k}
      | ⎛     1 ⎞n+1,k
      | ⎜1 + ───⎟
      | ⎝     n ⎠
    \frac{\partial^2 f}{\partial x^2} = \frac{dy}{dx}
      |  ∂²f     dy
      | ───── = ────
      |  ∂x²     dx
    \prod_{p \in \mathbb{P}} \frac{1}{1-p^{-s}}
      |         1
      |  ∏  ─────────
      | p∈ℙ  1 − p⁻ˢ
    \underbrace{a + b + c}_{n\text{ terms}} = d
      | a + b + c = d
      | ╰───┬───╯
      |  n terms
    \overset{!}{=} \stackrel{\text{def}}{=}
      | !def
      | = =
    f'(x) = f''_1 + x_{i,j}^2 + a_{ij}
      |                2
      | f′(x) = f″₁ + x    + aᵢⱼ
      |                i,j
    {n \choose k} p^k (1-p)^{n-k}
      | ⎛n⎞
      | ⎜ ⎟ pᵏ(1 − p)ⁿ⁻ᵏ
      | ⎝k⎠
    \sqrt{\frac{a}{b}} + \sqrt[3]{\frac{x+1}{y}}
      |  ┌────    ┌────────
      |  │  a     │  x + 1
      |  │ ─── +  │ ───────
      | √│  b    ∛│    y
    P(A|B) = \frac{P(B|A)P(A)}{P(B)}
      |           P(B|A)P(A)
      | P(A|B) = ────────────
      |              P(B)
    90^\circ C, A^\dagger A, A^*B, x^\infty y
      |                    ∞
      | 90°C, A† A, A* B, x  y
    \begin{array}{cc|c} 1 & 2 & 3 \\ 4 & 5 & 6 \end{array}
      | 1  2 │ 3
      | 4  5 │ 6
    \det\begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc
      | det│a  b│ = ad − bc
      |    │c  d│
    \operatorname*{argmin}_{\theta} L(\theta)
      | argmin L(θ)
      |   θ
    \cfrac{1}{1+\cfrac{1}{1+\cfrac{1}{x}}}
      |        1
      | ───────────────
      |          1
      |  1 + ─────────
      |            1
      |       1 + ───
      |            x
    \sum_{\substack{i<n \\ j<m}} a_{ij}
      |  ∑  aᵢⱼ
      | i<n
      | j<m
    \sum_{n=0}^\infty \frac{x^n}{n!} = e^x
      |  ∞   xⁿ
      |  ∑  ──── = eˣ
      | n=0  n!
    3\frac{1}{2}x - \frac12 + \sqrt2\sqrt3
      |    1       1
      | 3 ─── x − ─── + √2 √3
      |    2       2
    \left.\frac{x^3}{3}\right|_0^1
      |  x³ │¹
      | ────│
      |  3  │₀
    \overline{AB} \parallel \overline{\frac{a}{b}}
      |      ───
      |       a
      | A̅B̅ ∥ ───
      |       b
    \iiint_V \left(\nabla\cdot\mathbf{F}\right)\,dV = \oiint_{\partial V} \mathbf{F}\cdot d\mathbf{S}
      | ∭  (∇ · 𝐅) dV = ∯   𝐅 · d𝐒
      |  V               ∂V
    \left\{\begin{array}{l} x = 1 \\ y = 2 \\ z = 3 \end{array}\right.
      | ⎧ x = 1
      | ⎨ y = 2
      | ⎩ z = 3
    \begin{align*} \frac{a}{b} &= c \\ x &= \frac{1}{2} \end{align*}
      |  a
      | ─── = c
      |  b
      |
      |        1
      |   x = ───
      |        2
    \frac{\partial}{\partial x}\int_0^x f(t)\,dt = f(x)
      |  ∂   ⌠x
      | ──── ⎮  f(t) dt = f(x)
      |  ∂x  ⌡0
    \begin{pmatrix} \dfrac{1}{2} & 1 \\ 3 & 4 \end{pmatrix}^{-1}
      | ⎛ 1    ⎞⁻¹
      | ⎜───  1⎟
      | ⎜ 2    ⎟
      | ⎜      ⎟
      | ⎝ 3   4⎠
    \sqrt[n]{\frac{a}{b}}
      |   ┌────
      |   │  a
      |   │ ───
      | ⁿ√│  b
    a_{i,j}^{(k)}
      |  (k)
      | a
      |  i,j
    \left(\frac{a}{b}\right)_{i,j}^{n,m}
      | ⎛ a ⎞n,m
      | ⎜───⎟
      | ⎝ b ⎠i,j
    \underset{x \to 0}{\lim} f(x)
      | lim f(x)
      | x→0
    \overbrace{\frac{a}{b}}^{n}
      |  n
      | ╭┴╮
      |  a
      | ───
      |  b
    """##
}
