import Testing

@testable import Terminal
@testable import qa_repl

/// What formulas look like in one row. Every one of them was looked at.
@Suite struct MathsLineTests {
  @Test(arguments: FormulaTable.entries(of: formulas))
  func `a formula is drawn in one row`(formula: FormulaTable.Entry) throws {
    #expect(try #require(Maths(formula.source)).line == formula.drawn)
  }

  @Test func `the table has two hundred formulas`() {
    #expect(FormulaTable.entries(of: Self.formulas).count >= 200)
  }

  private static let formulas = ##"""
    x => x
    2x + 3 = 11 => 2x + 3 = 11
    x^2 + y^2 = r^2 => x² + y² = r²
    a^2 - b^2 = (a+b)(a-b) => a² − b² = (a + b)(a − b)
    (a+b)^2 = a^2 + 2ab + b^2 => (a + b)² = a² + 2ab + b²
    x_1, x_2, \ldots, x_n => x₁, x₂, …, xₙ
    2^{10} = 1024 => 2¹⁰ = 1024
    10^{-3} => 10⁻³
    x^{n+1} => xⁿ⁺¹
    x^{2n-1} => x²ⁿ⁻¹
    a_{n+1} = 2a_n + 1 => aₙ₊₁ = 2aₙ + 1
    x^{y^z} => x^(yᶻ)
    x_{i_1} => x_(i₁)
    e^{-x} => e⁻ˣ
    e^{2\pi i} => e^(2πi)
    x^\beta => xᵝ
    x_\beta => xᵦ
    x_{\max} => xₘₐₓ
    v_{\text{rms}} => vᵣₘₛ
    T_{\mathrm{eff}} => T_(eff)
    90^\circ => 90°
    45^{\circ} => 45°
    f' => f′
    f''(x) => f″(x)
    f'''(x) + f^{(4)}(x) => f‴(x) + f⁽⁴⁾(x)
    x'^2 => x′²
    x^* => x*
    A^T => Aᵀ
    V^\perp => V^⟂
    A^{-1} => A⁻¹
    \alpha\beta\gamma => αβγ
    \Gamma(n) = (n-1)! => Γ(n) = (n − 1)!
    \pi \approx 3.14 => π ≈ 3.14
    \varepsilon > 0 => ε > 0
    \theta \in [0, 2\pi) => θ ∈ [0, 2π)
    \lambda_1 \neq \lambda_2 => λ₁ ≠ λ₂
    a \le b < c \ge d => a ≤ b < c ≥ d
    a \ll b \gg c => a ≪ b ≫ c
    x \to \infty => x → ∞
    f \colon X \to Y => f: X → Y
    p \Rightarrow q => p ⇒ q
    p \iff q => p ⟺ q
    A \implies B => A ⟹ B
    \neg p \lor q => ¬p ∨ q
    p \land \lnot q => p ∧ ¬q
    \forall x \in \mathbb{R}\ \exists y => ∀x ∈ ℝ ∃y
    A \cup B \subseteq C => A ∪ B ⊆ C
    A \cap B = \emptyset => A ∩ B = ∅
    x \notin A => x ∉ A
    A \setminus B => A ∖ B
    A \times B => A × B
    a \cdot b => a · b
    a \pm b => a ± b
    a \div b => a ÷ b
    6 \times 7 = 42 => 6 × 7 = 42
    a * b => a * b
    -5 => −5
    -(-x) => −(−x)
    3 - -2 => 3 − −2
    a = -b => a = −b
    \{1, 2, 3\} => {1, 2, 3}
    \{x \in \mathbb{N} \mid x > 3\} => {x ∈ ℕ | x > 3}
    [0,1] => [0,1]
    (0, 1] => (0, 1]
    f(x,y) => f(x, y)
    |x - y| < \delta => |x − y| < δ
    \|v\| => ‖v‖
    \lvert x \rvert => |x|
    \lVert x \rVert_2 => ‖x‖₂
    \langle u, v \rangle => ⟨u, v⟩
    \lfloor x \rfloor => ⌊x⌋
    \lceil \frac{n}{2} \rceil => ⌈n⁄2⌉
    \sqrt{2} => √2
    \sqrt{25} = 5 => √25 = 5
    \sqrt{x} => √x
    \sqrt{x^2} => √(x²)
    \sqrt[3]{8} = 2 => ∛8 = 2
    \sqrt[4]{x+1} => ∜(x+1)
    \sqrt[n]{x} => ⁿ√x
    \sqrt[n+1]{x} => ⁿ⁺¹√x
    \sqrt{\sqrt{x}} => √(√x)
    \sqrt{2}x => √2 x
    2\sqrt{3} => 2√3
    (\sqrt{x})^2 => (√x)²
    \sqrt{x}^2 => (√x)²
    \sqrt{a^2+b^2} => √(a²+b²)
    \sqrt{(a+b)} => √(a+b)
    \frac{dy}{dx} => dy/dx
    2\frac{1}{2} => 2 1⁄2
    \frac{\frac{a}{b}}{c} => (a⁄b)/c
    \frac{a}{\frac{b}{c}} => a/(b⁄c)
    -\frac{b}{2a} => −b/(2a)
    \frac{a}{b} + \frac{c}{d} => a⁄b + c⁄d
    \left(\frac{a}{b}\right)^n => (a⁄b)ⁿ
    x^{\frac{1}{2}} => x^(1/2)
    x^{-\frac{a}{b}} => x^(−a/b)
    \dfrac{2x - 4}{3} = 6 => (2x−4)/3 = 6
    \binom{n}{2} = \frac{n(n-1)}{2} => C(n,2) = n(n−1)/2
    \sin x => sin x
    \sin(x) => sin(x)
    \sin^2 x + \cos^2 x = 1 => sin² x + cos² x = 1
    2\sin x\cos x => 2 sin x cos x
    \sin 2x => sin 2x
    \tan\theta => tan θ
    \log_2 8 = 3 => log₂ 8 = 3
    \log_{10} x => log₁₀ x
    \ln|x| => ln|x|
    \ln x^2 => ln x²
    \exp(-x) => exp(−x)
    \arcsin x => arcsin x
    e^{\sin x} => e^(sin x)
    \max(a, b) => max(a, b)
    \max_{x} f(x) => maxₓ f(x)
    \lim_{n\to\infty} a_n => lim_(n→∞) aₙ
    \lim_{x \to 0^+} f(x) => lim_(x→0⁺) f(x)
    \sup A => sup A
    \gcd(a,b) = 1 => gcd(a, b) = 1
    a \bmod n => a mod n
    a \equiv b \pmod m => a ≡ b (mod m)
    \operatorname{Var}(X) = \sigma^2 => Var(X) = σ²
    \sum x => ∑ x
    \sum_{k} a_k => ∑ₖ aₖ
    \int x\,dx => ∫ x dx
    \int_0^1 x^2\,dx => ∫₀¹ x² dx
    \int_a^b f(x)\,dx = F(b) - F(a) => ∫ₐᵇ f(x) dx = F(b) − F(a)
    \iint_D f\,dA => ∬_D f dA
    \oint_C F \cdot dr => ∮_C F · dr
    \hat{x} => x̂
    \bar{x} = \frac{1}{n}\sum_{i=1}^n x_i => x̄ = 1⁄n ∑ᵢ₌₁ⁿ xᵢ
    \vec{v} => v⃗
    \tilde{a} => ã
    \dot{x} + \ddot{x} => ẋ + ẍ
    \overline{z} => z̅
    \overline{AB} => A̅B̅
    \underline{x} => x̲
    \widehat{ABC} => ÂB̂Ĉ
    \overrightarrow{PQ} => P⃗Q⃗
    \mathbb{N} \subset \mathbb{Z} \subset \mathbb{Q} \subset \mathbb{R} \subset \mathbb{C}
      => ℕ ⊂ ℤ ⊂ ℚ ⊂ ℝ ⊂ ℂ
    \mathcal{L}(f) => ℒ(f)
    \mathbf{F} = m\mathbf{a} => 𝐅 = m𝐚
    \mathbf{x}^T\mathbf{y} => 𝐱ᵀ𝐲
    \mathfrak{g} => 𝔤
    \mathrm{H_2O} => H₂O
    \mathrm{CO}_2 => CO₂
    \text{speed} = \frac{\text{distance}}{\text{time}} => speed = distance/time
    \text{速さ} = \frac{\text{距離}}{\text{時間}} => 速さ = 距離/時間
    f(x) = 0 \text{ if } x < 0 => f(x) = 0 if x < 0
    \begin{pmatrix} a+b & c \\ d & -e \end{pmatrix} => (a+b c; d −e)
    \begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc => |a b; c d| = ad − bc
    \begin{bmatrix} \frac{1}{2} & 0 \\ 0 & x^2 \end{bmatrix} => [1⁄2 0; 0 x²]
    \begin{Bmatrix} 1 \\ 2 \\ 3 \end{Bmatrix} => {1; 2; 3}
    \left[ \begin{array}{cc|c} 1 & 2 & 3 \\ 0 & 1 & 4 \end{array} \right] => [1 2 | 3; 0 1 | 4]
    f(n) = \begin{cases} n/2 & \text{if } n \text{ is even} \\ 3n+1 & \text{otherwise} \end{cases}
      => f(n) = { n/2, if n is even; 3n + 1, otherwise }
    \operatorname{sgn} x = \begin{cases} 1 & x > 0 \\ 0 & x = 0 \\ -1 & x < 0 \end{cases}
      => sgn x = { 1, x > 0; 0, x = 0; −1, x < 0 }
    \begin{aligned} 2x + 3 &= 7 \\ x &= 2 \end{aligned} => 2x + 3 = 7; x = 2
    \begin{gathered} a = b \\ c = d \end{gathered} => a = b; c = d
    1 + 2 + \cdots + n => 1 + 2 + ⋯ + n
    1, 2, \dots, n => 1, 2, …, n
    a \mid b => a | b
    A \perp B => A ⟂ B
    \triangle ABC \cong \triangle DEF => △ABC ≅ △DEF
    \angle ABC = 60^\circ => ∠ABC = 60°
    \therefore x = 3 => ∴ x = 3
    E = mc^2 => E = mc²
    F = G\frac{m_1 m_2}{r^2} => F = G m₁m₂/r²
    x_{1,2} = \frac{-p \pm \sqrt{p^2 - 4q}}{2} => x_(1,2) = (−p±√(p²−4q))/2
    P(A \mid B) = \frac{P(A \cap B)}{P(B)} => P(A | B) = P(A∩B)/(P(B))
    \sigma = \sqrt{\frac{1}{N}\sum_{i=1}^N (x_i - \mu)^2} => σ = √(1⁄N ∑ᵢ₌₁ᴺ (xᵢ−μ)²)
    f(x) = \frac{1}{\sigma\sqrt{2\pi}} e^{-\frac{(x-\mu)^2}{2\sigma^2}}
      => f(x) = 1/(σ√(2π)) e^(−(x−μ)²/(2σ²))
    e^x = \sum_{n=0}^{\infty} \frac{x^n}{n!} => eˣ = ∑ₙ₌₀^∞ xⁿ/(n!)
    \int_{-\infty}^{\infty} e^{-x^2}\,dx = \sqrt{\pi} => ∫_(−∞)^∞ e^(−x²) dx = √π
    \frac{d}{dx}\left(x^n\right) = nx^{n-1} => d/dx (xⁿ) = nxⁿ⁻¹
    \nabla \times \mathbf{E} = -\frac{\partial \mathbf{B}}{\partial t} => ∇ × 𝐄 = −∂𝐁/∂t
    50\% => 50%
    \$5 + \$10 => $5 + $10
    \#A = 3 => #A = 3
    O(n \log n) => O(n log n)
    \Theta(n^2) => Θ(n²)
    T(n) = 2T(n/2) + O(n) => T(n) = 2T(n/2) + O(n)
    \underbrace{1 + \cdots + 1}_{n} => (1+⋯+1)ₙ
    \overbrace{a + b}^{2} => (a+b)²
    A \xrightarrow{\sim} B => A ─∼→ B
    a \not= b => a ≠ b
    a \not\in A => a ∉ A
    x \,\&\, y => x & y
    \left\lfloor \frac{n}{2} \right\rfloor => ⌊n⁄2⌋
    \left| \frac{a}{b} \right| => |a⁄b|
    \left\langle \psi \middle| \phi \right\rangle => ⟨ψ | ϕ⟩
    \bigl( a + b \bigr) => (a + b)
    {}_nC_r = \frac{n!}{r!(n-r)!} => ₙCᵣ = n!/(r!(n−r)!)
    x ≤ y² → ∞ => x ≤ y² → ∞
    H_0\colon \mu = 0 => H₀: μ = 0
    \hbar\omega => ℏω
    i\hbar\frac{\partial}{\partial t}\Psi = \hat{H}\Psi => iℏ ∂/∂t Ψ = ĤΨ
    \lim_{h \to 0} \frac{f(x+h) - f(x)}{h} => lim_(h→0) (f(x+h)−f(x))/h
    A = \pi r^2 => A = πr²
    \log_a b = \frac{\ln b}{\ln a} => logₐ b = (ln b)/(ln a)
    \left(\sum_{i=1}^n a_i\right)^2 => (∑ᵢ₌₁ⁿ aᵢ)²
    \begin{pmatrix} \cos\theta & -\sin\theta \\ \sin\theta & \cos\theta \end{pmatrix}
      => (cos θ, −sin θ; sin θ, cos θ)
    \left(\begin{smallmatrix} 1 & 0 \\ 0 & 1 \end{smallmatrix}\right) => (1 0; 0 1)
    a &lt; b => a < b
    \int\limits_0^1 x\,dx => ∫₀¹ x dx
    \sum\nolimits_{i=1}^n i => ∑ᵢ₌₁ⁿ i
    x^2 \le \sqrt{a+b} => x² ≤ √(a+b)
    \frac{a}{b} => a⁄b
    \sqrt[3]{x} => ∛x
    \binom{n}{k} => C(n,k)
    2x\sqrt{1+x} + \frac{x^2}{2\sqrt{1+x}} => 2x√(1+x) + x²/(2√(1+x))
    x = \frac{-b \pm \sqrt{b^2-4ac}}{2a} => x = (−b±√(b²−4ac))/(2a)
    \sum_{i=1}^{n} i = \frac{n(n+1)}{2} => ∑ᵢ₌₁ⁿ i = n(n+1)/2
    \int_0^\infty e^{-x^2}\,dx = \frac{\sqrt{\pi}}{2} => ∫₀^∞ e^(−x²) dx = √π/2
    \lim_{x \to 0} \frac{\sin x}{x} = 1 => lim_(x→0) (sin x)/x = 1
    \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} => (1 2; 3 4)
    A = \begin{bmatrix}1&0&0\\0&1&0\\0&0&1\end{bmatrix} => A = [1 0 0; 0 1 0; 0 0 1]
    \begin{cases} x + y = 5 \\ x - y = 1 \end{cases} => { x + y = 5; x − y = 1 }
    |x| = \begin{cases} x, & x \ge 0 \\ -x, & x < 0 \end{cases}
      => |x| = { x, x ≥ 0; −x, x < 0 }
    \begin{aligned} a &= b + c \\ &= d \\ e &= f \end{aligned} => a = b + c = d; e = f
    \mathcal{N}(\mu=5,\sigma^2=16) => 𝒩(μ = 5, σ² = 16)
    \int_{2\pi} x^2 \mathrm{d} x => ∫_(2π) x²dx
    \sin(90°) => sin(90°)
    \sigma(x)(1-\sigma(x))\le\frac{1}{4} => σ(x)(1 − σ(x)) ≤ 1⁄4
    e^{i\pi} + 1 = 0 => e^(iπ) + 1 = 0
    \vec{AB} \cdot \hat{x} = \bar{z} => A⃗B⃗ · x̂ = z̄
    \left( \frac{a}{b} \right)^2 => (a⁄b)²
    \left( 1 + \frac{1}{n} \right)^{n+1,k} => (1 + 1⁄n)^(n+1,k)
    \frac{\partial^2 f}{\partial x^2} = \frac{dy}{dx} => ∂²f/∂x² = dy/dx
    \prod_{p \in \mathbb{P}} \frac{1}{1-p^{-s}} => ∏_(p∈ℙ) 1/(1−p⁻ˢ)
    \underbrace{a + b + c}_{n\text{ terms}} = d => (a+b+c)_(n terms) = d
    \overset{!}{=} \stackrel{\text{def}}{=} => =^!=ᵈᵉᶠ
    f'(x) = f''_1 + x_{i,j}^2 + a_{ij} => f′(x) = f″₁ + x_(i,j)² + aᵢⱼ
    {}^{14}_6\mathrm{C} => ¹⁴₆C
    {n \choose k} p^k (1-p)^{n-k} => C(n,k) pᵏ(1 − p)ⁿ⁻ᵏ
    \sqrt{\frac{a}{b}} + \sqrt[3]{\frac{x+1}{y}} => √(a⁄b) + ∛((x+1)/y)
    P(A|B) = \frac{P(B|A)P(A)}{P(B)} => P(A|B) = P(B|A)P(A)/(P(B))
    \left\{ x \in \mathbb{R} \mid x^2 > 2 \right\} => {x ∈ ℝ | x² > 2}
    a \equiv b \pmod{n} => a ≡ b (mod n)
    90^\circ C, A^\dagger A, A^*B, x^\infty y => 90°C, A† A, A* B, x^∞ y
    \begin{array}{cc|c} 1 & 2 & 3 \\ 4 & 5 & 6 \end{array} => 1 2 | 3; 4 5 | 6
    \det\begin{vmatrix} a & b \\ c & d \end{vmatrix} = ad - bc => det|a b; c d| = ad − bc
    f: A \to B, \quad g \colon B \to C => f : A → B,  g: B → C
    \operatorname*{argmin}_{\theta} L(\theta) => argmin_θ L(θ)
    1{,}000 + 1,000.5 => 1,000 + 1,000.5
    -x + (-y) = -|{-z}| => −x + (−y) = −|−z|
    \max\{0.01x,x\} => max{0.01x, x}
    A \xrightarrow{f} B => A ─f→ B
    \cfrac{1}{1+\cfrac{1}{1+\cfrac{1}{x}}} => 1/(1+1/(1+1⁄x))
    \sum_{\substack{i<n \\ j<m}} a_{ij} => ∑_(i<n, j<m) aᵢⱼ
    \sum_{n=0}^\infty \frac{x^n}{n!} = e^x => ∑ₙ₌₀^∞ xⁿ/(n!) = eˣ
    3\frac{1}{2}x - \frac12 + \sqrt2\sqrt3 => 3 1⁄2 x − 1⁄2 + √2 √3
    x^23 => x²3
    \left.\frac{x^3}{3}\right|_0^1 => x³/3|₀¹
    \overline{AB} \parallel \overline{\frac{a}{b}} => A̅B̅ ∥ a̅⁄̅b̅
    \iiint_V \left(\nabla\cdot\mathbf{F}\right)\,dV = \oiint_{\partial V} \mathbf{F}\cdot d\mathbf{S}
      => ∭_V (∇ · 𝐅) dV = ∯_(∂V) 𝐅 · d𝐒
    \left\{\begin{array}{l} x = 1 \\ y = 2 \\ z = 3 \end{array}\right.
      => { x = 1; y = 2; z = 3 }
    \begin{align*} \frac{a}{b} &= c \\ x &= \frac{1}{2} \end{align*} => a⁄b = c; x = 1⁄2
    \frac{\partial}{\partial x}\int_0^x f(t)\,dt = f(x) => ∂/∂x ∫₀ˣ f(t) dt = f(x)
    \begin{pmatrix} \dfrac{1}{2} & 1 \\ 3 & 4 \end{pmatrix}^{-1} => (1⁄2 1; 3 4)⁻¹
    \sqrt[n]{\frac{a}{b}} => ⁿ√(a⁄b)
    a_{i,j}^{(k)} => a_(i,j)⁽ᵏ⁾
    \left(\frac{a}{b}\right)_{i,j}^{n,m} => (a⁄b)_(i,j)^(n,m)
    \underset{x \to 0}{\lim} f(x) => lim_(x→0) f(x)
    \overbrace{\frac{a}{b}}^{n} => (a⁄b)ⁿ
    """##
}
