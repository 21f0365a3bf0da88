import Testing

@testable import Terminal
@testable import qa_repl

/// What displayed formulas look like in several rows. Every one of them was looked at.
@Suite struct MathsRowsTests {
  @Test(arguments: FormulaTable.displays(of: formulas))
  func `a displayed formula has several rows`(formula: FormulaTable.Display) throws {
    #expect(try #require(Maths(formula.source)).rows(columns: 76) == formula.rows)
  }

  private static let formulas = ##"""
    x^{y^z}
      |  yᶻ
      | x
    x_{i_1}
      | x
      |  i₁
    e^{2\pi i}
      |  2πi
      | e
    T_{\mathrm{eff}}
      | T
      |  eff
    V^\perp
      |  ⟂
      | V
    \lceil \frac{n}{2} \rceil
      |   n
      | ⌈───⌉
      |   2
    \frac{dy}{dx}
      |  dy
      | ────
      |  dx
    2\frac{1}{2}
      |    1
      | 2 ───
      |    2
    \frac{\frac{a}{b}}{c}
      |  a⁄b
      | ─────
      |   c
    \frac{a}{\frac{b}{c}}
      |   a
      | ─────
      |  b⁄c
    -\frac{b}{2a}
      |    b
      | − ────
      |    2a
    \frac{a}{b} + \frac{c}{d}
      |  a     c
      | ─── + ───
      |  b     d
    \left(\frac{a}{b}\right)^n
      | ⎛ a ⎞ⁿ
      | ⎜───⎟
      | ⎝ b ⎠
    x^{\frac{1}{2}}
      |  1/2
      | x
    x^{-\frac{a}{b}}
      |  −a/b
      | x
    \dfrac{2x - 4}{3} = 6
      |  2x − 4
      | ──────── = 6
      |    3
    \binom{n}{2} = \frac{n(n-1)}{2}
      | ⎛n⎞    n(n − 1)
      | ⎜ ⎟ = ──────────
      | ⎝2⎠       2
    e^{\sin x}
      |  sin x
      | e
    \max_{x} f(x)
      | max f(x)
      |  x
    \lim_{n\to\infty} a_n
      | lim aₙ
      | n→∞
    \lim_{x \to 0^+} f(x)
      | lim  f(x)
      | x→0⁺
    \sum_{k} a_k
      | ∑ aₖ
      | k
    \int_0^1 x^2\,dx
      | ⌠1
      | ⎮  x² dx
      | ⌡0
    \int_a^b f(x)\,dx = F(b) - F(a)
      | ⌠b
      | ⎮  f(x) dx = F(b) − F(a)
      | ⌡a
    \iint_D f\,dA
      | ∬  f dA
      |  D
    \oint_C F \cdot dr
      | ∮  F · dr
      |  C
    \bar{x} = \frac{1}{n}\sum_{i=1}^n x_i
      |      1   n
      | x̄ = ───  ∑  xᵢ
      |      n  i=1
    \text{speed} = \frac{\text{distance}}{\text{time}}
      |          distance
      | speed = ──────────
      |            time
    \text{速さ} = \frac{\text{距離}}{\text{時間}}
      |         距離
      | 速さ = ──────
      |         時間
    \begin{pmatrix} a+b & c \\ d & -e \end{pmatrix}
      | ⎛a + b  c ⎞
      | ⎝  d    −e⎠
    \begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc
      | │a  b│ = ad − bc
      | │c  d│
    \begin{bmatrix} \frac{1}{2} & 0 \\ 0 & x^2 \end{bmatrix}
      | ⎡1⁄2  0 ⎤
      | ⎣ 0   x²⎦
    \begin{Bmatrix} 1 \\ 2 \\ 3 \end{Bmatrix}
      | ⎧1⎫
      | ⎨2⎬
      | ⎩3⎭
    \left[ \begin{array}{cc|c} 1 & 2 & 3 \\ 0 & 1 & 4 \end{array} \right]
      | ⎡1  2 │ 3⎤
      | ⎣0  1 │ 4⎦
    f(n) = \begin{cases} n/2 & \text{if } n \text{ is even} \\ 3n+1 & \text{otherwise} \end{cases}
      |        ⎧ n/2     if n is even
      | f(n) = ⎨
      |        ⎩ 3n + 1  otherwise
    \operatorname{sgn} x = \begin{cases} 1 & x > 0 \\ 0 & x = 0 \\ -1 & x < 0 \end{cases}
      |         ⎧ 1   x > 0
      | sgn x = ⎨ 0   x = 0
      |         ⎩ −1  x < 0
    \begin{aligned} 2x + 3 &= 7 \\ x &= 2 \end{aligned}
      | 2x + 3 = 7
      |      x = 2
    \begin{gathered} a = b \\ c = d \end{gathered}
      | a = b
      | c = d
    F = G\frac{m_1 m_2}{r^2}
      |        m₁m₂
      | F = G ──────
      |         r²
    x_{1,2} = \frac{-p \pm \sqrt{p^2 - 4q}}{2}
      |         −p ± √(p²−4q)
      | x    = ───────────────
      |  1,2          2
    P(A \mid B) = \frac{P(A \cap B)}{P(B)}
      |             P(A ∩ B)
      | P(A | B) = ──────────
      |               P(B)
    \sigma = \sqrt{\frac{1}{N}\sum_{i=1}^N (x_i - \mu)^2}
      |      ┌──────────────────
      |      │  1   N
      | σ =  │ ───  ∑  (xᵢ − μ)²
      |     √│  N  i=1
    f(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-\frac{(x-\mu)^2}{2\sigma^2}}
      |           1      −(x−μ)²/(2σ²)
      | f(x) = ──────── e
      |         σ√(2π)
    e^x = \sum_{n=0}^{\infty} \frac{x^n}{n!}
      |       ∞   xⁿ
      | eˣ =  ∑  ────
      |      n=0  n!
    \int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi}
      | ⌠∞   −x²
      | ⎮   e    dx = √π
      | ⌡−∞
    \frac{d}{dx}\left(x^n\right) = nx^{n-1}
      |  d
      | ──── (xⁿ) = nxⁿ⁻¹
      |  dx
    \nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t}
      |            ∂𝐁
      | ∇ × 𝐄 = − ────
      |            ∂t
    \underbrace{1 + \cdots + 1}_{n}
      | 1 + ⋯ + 1
      | ╰───┬───╯
      |     n
    \overbrace{a + b}^{2}
      |   2
      | ╭─┴─╮
      | a + b
    \left\lfloor \frac{n}{2} \right\rfloor
      | ⎢ n ⎥
      | ⎢───⎥
      | ⎣ 2 ⎦
    \left| \frac{a}{b} \right|
      | │ a │
      | │───│
      | │ b │
    {}_nC_r = \frac{n!}{r!(n-r)!}
      |            n!
      | ₙCᵣ = ────────────
      |        r!(n − r)!
    """##
}
