/// The signs of formulas: the names of commands, each followed by what it stands for.
enum MathSigns {
  static let lists: [(MathClass, String)] = [
    (.ordinary, greek + letters + marks), (.binary, binaries), (.relation, relations + arrows),
    (.opening, openings), (.closing, closings), (.punctuation, "colon : cdotp ·"),
  ]

  /// The signs that stand for themselves.
  static let plain: [(MathClass, String)] = [
    (.ordinary, "/.?|°′″‴"), (.binary, "+−*±×÷·"), (.relation, "=<>:"), (.opening, "(["),
    (.closing, ")]!"), (.punctuation, ",;"),
  ]

  private static let greek = """
    alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι
    kappa κ varkappa ϰ lambda λ mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ
    varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ omega ω digamma ϝ
    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    varGamma Γ varDelta Δ varTheta Θ varLambda Λ varPi Π varSigma Σ varPhi Φ varPsi Ψ varOmega Ω

    """

  private static let letters = """
    ell ℓ hbar ℏ hslash ℏ imath ı jmath ȷ Re ℜ Im ℑ wp ℘ aleph ℵ beth ℶ gimel ℷ mho ℧ eth ð
    R ℝ N ℕ Z ℤ Q ℚ C ℂ AA Å aa å ae æ AE Æ oe œ OE Œ o ø O Ø ss ß

    """

  private static let marks = """
    infty ∞ partial ∂ nabla ∇ forall ∀ exists ∃ nexists ∄ emptyset ∅ varnothing ∅ complement ∁
    neg ¬ lnot ¬ top ⊤ bot ⊥ angle ∠ measuredangle ∡ sphericalangle ∢ triangle △ square □ Box □
    blacksquare ■ Diamond ◇ lozenge ◊ bigstar ★ prime ′ backprime ‵ degree ° surd √
    dots … ldots … dotsc … dotso … cdots ⋯ dotsb ⋯ dotsm ⋯ vdots ⋮ ddots ⋱
    flat ♭ natural ♮ sharp ♯ clubsuit ♣ diamondsuit ♢ heartsuit ♡ spadesuit ♠ checkmark ✓
    S § P ¶ copyright © pounds £ yen ¥ % % $ $ # # & & _ _ backslash \\
    | ‖ Vert ‖ vert | lbrack [ rbrack ] slash /

    """

  private static let binaries = """
    pm ± mp ∓ times × div ÷ cdot · ast ∗ star ⋆ circ ∘ bullet • cup ∪ cap ∩ sqcup ⊔ sqcap ⊓
    uplus ⊎ setminus ∖ smallsetminus ∖ wedge ∧ land ∧ vee ∨ lor ∨ oplus ⊕ ominus ⊖ otimes ⊗
    oslash ⊘ odot ⊙ dagger † ddagger ‡ amalg ⨿ wr ≀ diamond ⋄ ltimes ⋉ rtimes ⋊ bigcirc ◯
    bigtriangleup △ bigtriangledown ▽ triangleleft ◁ triangleright ▷ barwedge ⊼ veebar ⊻
    boxplus ⊞ boxminus ⊟ boxtimes ⊠ boxdot ⊡ intercal ⊺ dotplus ∔ divideontimes ⋇ bmod mod

    """

  private static let relations = """
    le ≤ leq ≤ leqslant ≤ leqq ≦ ge ≥ geq ≥ geqslant ≥ geqq ≧ lt < gt > ne ≠ neq ≠ equiv ≡ sim ∼
    simeq ≃ approx ≈ approxeq ≊ cong ≅ propto ∝ varpropto ∝ ll ≪ gg ≫ lll ⋘ ggg ⋙ prec ≺ succ ≻
    preceq ≼ succeq ≽ lesssim ≲ gtrsim ≳ lessgtr ≶ gtrless ≷ doteq ≐ asymp ≍ triangleq ≜ coloneqq ≔
    in ∈ ni ∋ owns ∋ notin ∉ subset ⊂ supset ⊃ subseteq ⊆ supseteq ⊇ subsetneq ⊊ supsetneq ⊋
    nsubseteq ⊈ nsupseteq ⊉ sqsubset ⊏ sqsupset ⊐ sqsubseteq ⊑ sqsupseteq ⊒
    mid | nmid ∤ parallel ∥ nparallel ∦ perp ⟂ vdash ⊢ dashv ⊣ models ⊨ vDash ⊨ Vdash ⊩ nvdash ⊬
    nvDash ⊭ therefore ∴ because ∵ bowtie ⋈ smile ⌣ frown ⌢ between ≬ pitchfork ⋔
    nless ≮ ngtr ≯ nleq ≰ ngeq ≱ nsim ≁ ncong ≇ lneq ⪇ gneq ⪈ vartriangleleft ⊲ vartriangleright ⊳
    trianglelefteq ⊴ trianglerighteq ⊵ backsim ∽ risingdotseq ≓ fallingdotseq ≒ eqsim ≂

    """

  private static let arrows = """
    to → rightarrow → gets ← leftarrow ← leftrightarrow ↔ Rightarrow ⇒ implies ⟹ Leftarrow ⇐
    impliedby ⟸ Leftrightarrow ⇔ iff ⟺ longrightarrow ⟶ longleftarrow ⟵ longleftrightarrow ⟷
    Longrightarrow ⟹ Longleftarrow ⟸ Longleftrightarrow ⟺ mapsto ↦ longmapsto ⟼ uparrow ↑
    downarrow ↓ updownarrow ↕ Uparrow ⇑ Downarrow ⇓ nearrow ↗ searrow ↘ swarrow ↙ nwarrow ↖
    hookrightarrow ↪ hookleftarrow ↩ rightharpoonup ⇀ rightharpoondown ⇁ leftharpoonup ↼
    leftharpoondown ↽ rightleftharpoons ⇌ leftrightharpoons ⇋ rightleftarrows ⇄ leftrightarrows ⇆
    rightsquigarrow ⇝ leadsto ⇝ twoheadrightarrow ↠ rightarrowtail ↣ circlearrowleft ↺
    circlearrowright ↻ nrightarrow ↛ nleftarrow ↚ nRightarrow ⇏ nLeftarrow ⇍ nleftrightarrow ↮
    dashrightarrow ⇢ dashleftarrow ⇠

    """

  private static let openings = """
    { { lbrace { langle ⟨ lfloor ⌊ lceil ⌈ lvert | lVert ‖ ulcorner ⌜ llcorner ⌞ lparen (

    """

  private static let closings = """
    } } rbrace } rangle ⟩ rfloor ⌋ rceil ⌉ rvert | rVert ‖ urcorner ⌝ lrcorner ⌟ rparen )

    """

  static let operations = """
    sum ∑ prod ∏ coprod ∐ bigcup ⋃ bigcap ⋂ bigsqcup ⨆ bigvee ⋁ bigwedge ⋀ bigoplus ⨁ bigotimes ⨂
    bigodot ⨀ biguplus ⨄
    """

  static let integrals = "int ∫ iint ∬ iiint ∭ oint ∮ oiint ∯ smallint ∫"

  static let functions = """
    sin cos tan cot sec csc arcsin arccos arctan arccot sinh cosh tanh coth sech csch arsinh arcosh
    artanh log ln lg exp arg deg dim hom ker sgn tg ctg cotg cosec arctg arcctg sh ch th erf tr rank
    grad rot curl
    """

  static let limits = "lim max min sup inf det gcd lcm Pr argmax argmin"

  /// The marks of accents; the combining character is the last scalar of each word.
  static let accents = """
    hat x\u{302} widehat x\u{302} bar x\u{304} overline x\u{305} underline x\u{332} vec x\u{20D7}
    overrightarrow x\u{20D7} overleftarrow x\u{20D6} tilde x\u{303} widetilde x\u{303} dot x\u{307}
    ddot x\u{308} dddot x\u{20DB} check x\u{30C} breve x\u{306} acute x\u{301} grave x\u{300}
    mathring x\u{30A}
    """
}
