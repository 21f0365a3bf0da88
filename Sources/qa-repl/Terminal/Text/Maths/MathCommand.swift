/// The effect of a command in a formula.
enum MathCommand {
  case sign(String, MathClass)
  case operation(String, hasLimits: Bool)
  case blank(Int)
  case accent(MathAccent)
  /// Letters in a font: `\mathbb{R}`.
  case font(MathFont)
  /// The font of the rest of the group: `\bf`.
  case fontSwitch(MathFont)
  /// Words: `\text{if}`.
  case words
  case operatorName
  case fraction(MathNode.Size)
  case binomial
  case root
  /// A fraction or a binomial whose command stands between its parts: `a \over b`.
  case infixFraction, infixBinomial
  /// A sign above or below another one.
  case stacked(isAbove: Bool)
  case brace(isBelow: Bool)
  /// An arrow with a text on it: `\xrightarrow{f}`.
  case labelledArrow(start: String, end: String)
  case negation
  /// A delimiter of a fixed size; `nil` for its own class.
  case delimiter(MathClass?)
  case fence, fenceMiddle, fenceEnd
  case environment, environmentEnd
  /// Lines above each other: `\substack`.
  case lines
  case remainder(isParenthesised: Bool)
  case limits(Bool)
  /// It changes only how TeX sets the formula.
  case nothing

  /// The command with the name; `nil` for an unknown one.
  init?(named name: String) {
    guard let command = Self.all[name] else { return nil }
    self = command
  }

  /// The class of a sign that needs no command in a formula; `nil` for an unknown one.
  static func kind(of sign: Character) -> MathClass? { kinds[sign] }

  /// The commands by their names.
  static let all: [String: MathCommand] = {
    var all = structures
    for (kind, list) in MathSigns.lists {
      for (name, sign) in pairs(list) { all[name] = .sign(sign, kind) }
    }
    for (name, sign) in pairs(MathSigns.operations) {
      all[name] = .operation(sign, hasLimits: true)
    }
    for (name, sign) in pairs(MathSigns.integrals) {
      all[name] = .operation(sign, hasLimits: false)
    }
    for name in MathSigns.functions.words { all[name] = .operation(name, hasLimits: false) }
    for name in MathSigns.limits.words { all[name] = .operation(name, hasLimits: true) }
    all["liminf"] = .operation("lim inf", hasLimits: true)
    all["limsup"] = .operation("lim sup", hasLimits: true)
    for (name, mark) in pairs(MathSigns.accents) {
      guard let mark = mark.unicodeScalars.last else { continue }
      all[name] = .accent(MathAccent(mark: mark))
    }
    return all
  }()

  private static let kinds: [Character: MathClass] = {
    var kinds: [Character: MathClass] = [:]
    for (kind, list) in MathSigns.lists {
      for (_, sign) in pairs(list)
      where sign.count == 1 && !sign.utf8.contains(where: { $0 < 0x80 }) {
        kinds[Character(sign)] = kind
      }
    }
    for (kind, signs) in MathSigns.plain { for sign in signs { kinds[sign] = kind } }
    return kinds
  }()

  /// The names of a list, each with what follows it.
  private static func pairs(_ list: String) -> [(name: String, sign: String)] {
    let words = list.words
    return stride(from: 0, to: words.count - 1, by: 2).map { (words[$0], words[$0 + 1]) }
  }

  private static let structures: [String: MathCommand] = [
    "frac": .fraction(.usual), "dfrac": .fraction(.large), "cfrac": .fraction(.large),
    "tfrac": .fraction(.small), "over": .infixFraction,
    "binom": .binomial, "dbinom": .binomial, "tbinom": .binomial, "choose": .infixBinomial,
    "sqrt": .root, "overset": .stacked(isAbove: true), "stackrel": .stacked(isAbove: true),
    "underset": .stacked(isAbove: false), "underbrace": .brace(isBelow: true),
    "overbrace": .brace(isBelow: false),
    "xrightarrow": .labelledArrow(start: "─", end: "→"),
    "xleftarrow": .labelledArrow(start: "←", end: "─"), "not": .negation,
    "left": .fence, "middle": .fenceMiddle, "right": .fenceEnd,
    "begin": .environment, "end": .environmentEnd, "substack": .lines,
    "pmod": .remainder(isParenthesised: true), "mod": .remainder(isParenthesised: false),
    "limits": .limits(true), "nolimits": .limits(false),
    "displaystyle": .nothing, "textstyle": .nothing, "scriptstyle": .nothing,
    "scriptscriptstyle": .nothing, "nonumber": .nothing, "notag": .nothing,
    "text": .words, "textrm": .words, "textnormal": .words, "textbf": .words, "textit": .words,
    "textsf": .words, "texttt": .words, "mbox": .words, "hbox": .words,
    "operatorname": .operatorName,
    "mathrm": .font(.roman), "mathit": .font(.roman), "mathsf": .font(.roman),
    "mathtt": .font(.roman), "mathnormal": .font(.roman), "mathbf": .font(.bold),
    "boldsymbol": .font(.bold), "bm": .font(.bold), "mathbb": .font(.doubleStruck),
    "mathcal": .font(.script), "mathscr": .font(.script), "mathfrak": .font(.fraktur),
    "rm": .fontSwitch(.roman), "it": .fontSwitch(.roman), "bf": .fontSwitch(.bold),
    "cal": .fontSwitch(.script),
    "big": .delimiter(nil), "Big": .delimiter(nil), "bigg": .delimiter(nil),
    "Bigg": .delimiter(nil), "bigl": .delimiter(.opening), "Bigl": .delimiter(.opening),
    "biggl": .delimiter(.opening), "Biggl": .delimiter(.opening), "bigr": .delimiter(.closing),
    "Bigr": .delimiter(.closing), "biggr": .delimiter(.closing), "Biggr": .delimiter(.closing),
    "bigm": .delimiter(.relation), "Bigm": .delimiter(.relation), "biggm": .delimiter(.relation),
    ",": .blank(1), ":": .blank(1), ">": .blank(1), ";": .blank(1), " ": .blank(1),
    "!": .nothing, "thinspace": .blank(1), "enspace": .blank(1), "quad": .blank(2),
    "qquad": .blank(4),
  ]
}

extension String {
  fileprivate var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}

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

/// The class of a part of a formula. The distances depend on it, as in TeX.
enum MathClass {
  case ordinary, operation, binary, relation, opening, closing, punctuation
}

/// A part of a row and the blanks before it.
struct SpacedMath {
  let node: MathNode
  let blanks: Int
}

/// Puts blanks between the parts of a row (The TeXbook, chapter 18: the table of atoms). A
/// distance of any size is one blank.
struct MathSpacing {
  private let style: MathStyle
  private(set) var parts: [SpacedMath] = []
  /// The class at the right edge of the part before; `nil` at the beginning.
  private var previous: MathClass?
  private var previousNode: MathNode?
  /// Whether the part before is the sign of a number, which stays at it.
  private var isAfterSign = false
  /// The blanks that the source asks for.
  private var asked = 0

  init(_ nodes: [MathNode], _ style: MathStyle) {
    self.style = style
    let following = Self.following(nodes)
    for (node, next) in zip(nodes, following) {
      if case .blank(let count) = node { asked += count } else { add(node, before: next) }
    }
  }

  /// For each node the class of the part after it.
  private static func following(_ nodes: [MathNode]) -> [MathClass?] {
    var result: [MathClass?] = []
    var next: MathClass?
    for node in nodes.reversed() {
      result.append(next)
      if case .blank = node { continue }
      next = node.edges.left
    }
    return result.reversed()
  }

  private mutating func add(_ node: MathNode, before next: MathClass?) {
    var (left, right) = node.edges
    let isAtBeginning = [nil, .binary, .relation, .opening, .punctuation, .operation]
      .contains(previous)
    if case .sign("|", .ordinary) = node {
      left = isAtBeginning ? .opening : .closing
      right = left
    }
    var isSign = false
    if left == .binary, isAtBeginning || [nil, .relation, .closing, .punctuation].contains(next) {
      (left, right) = (.ordinary, .ordinary)
      isSign = isAtBeginning
    }
    var blanks = 0
    if let previous, let previousNode {
      blanks = Self.isSpaced(previous, left, isTight: style.isTight) ? 1 : 0
      let isSeparate =
        previousNode.standsApartAfter && [.ordinary, .operation, .opening].contains(left)
        || previousNode.isLargeSign && left == .opening
        || node.standsApart && [.ordinary, .closing].contains(previous)
      if isSeparate { blanks = 1 }
      // The line of a fraction must not seem to be a part of the minus before it.
      let isAtLine = style == .display && node.standsApart
      if (isAfterSign && !isAtLine) || previousNode.endsWithBlank || node.beginsWithBlank {
        blanks = 0
      }
      blanks = max(blanks, asked)
    }
    parts.append(SpacedMath(node: node, blanks: blanks))
    previous = right
    previousNode = node
    isAfterSign = isSign
    asked = 0
  }

  private static func isSpaced(_ left: MathClass, _ right: MathClass, isTight: Bool) -> Bool {
    switch (left, right) {
    case (.operation, .operation), (.operation, .ordinary), (.ordinary, .operation),
      (.closing, .operation):
      true
    case (.opening, _), (_, .closing), (_, .punctuation): false
    case (.punctuation, _): !isTight
    case (.relation, .relation): false
    case (.relation, _), (_, .relation), (.binary, _), (_, .binary): !isTight
    default: false
    }
  }
}

extension MathNode {
  /// The classes at the two edges.
  fileprivate var edges: (left: MathClass, right: MathClass) {
    switch self {
    case .sign(_, let kind): (kind, kind)
    case .operation: (.operation, .operation)
    case .scripted(let base, _, _): base.edges
    case .fenced: (.opening, .closing)
    case .grid(let grid):
      if case .matrix("", "") = grid.kind { (.ordinary, .ordinary) } else { (.opening, .closing) }
    default: (.ordinary, .ordinary)
    }
  }

  /// Whether a factor before it would seem to be a part of it.
  fileprivate var standsApart: Bool {
    switch unwrapped {
    case .fraction, .binomial: true
    case .scripted(let base, _, _): base.standsApart
    default: false
    }
  }

  /// Whether a factor after it would seem to be a part of it.
  fileprivate var standsApartAfter: Bool {
    switch unwrapped {
    case .fraction, .binomial, .root: return true
    case .scripted(_, let scripts, _):
      guard let last = scripts.last, case .sign(let sign, _) = last.node.unwrapped else {
        return false
      }
      return sign.count == 1 && ScriptLetters(isRaised: last.isRaised).text(sign) == nil
    default: return false
    }
  }

  /// Whether it is a sign such as `∑`, with or without bounds.
  fileprivate var isLargeSign: Bool {
    switch self {
    case .operation(let sign, _): sign.first?.isLetter == false
    case .scripted(let base, _, _): base.isLargeSign
    default: false
    }
  }

  fileprivate var endsWithBlank: Bool {
    if case .text(let text) = self { text.last == " " } else { false }
  }

  fileprivate var beginsWithBlank: Bool {
    if case .text(let text) = self { text.first == " " } else { false }
  }
}

/// The superscript and subscript characters of Unicode.
struct ScriptLetters {
  let isRaised: Bool

  /// The text in raised or lowered characters; `nil` when one of them has no such form.
  func text(_ text: String) -> String? {
    let letters = isRaised ? Self.raised : Self.lowered
    var result = ""
    for character in text {
      guard let letter = letters[character] else { return nil }
      result.append(letter)
    }
    return result
  }

  /// Signs that are raised by themselves.
  static let raisedSigns = ["*": "*", "∗": "*", "†": "†", "‡": "‡"]

  private static let raised = pairs(
    "0123456789+−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθφχ′″‴°∘",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᵠᵡ′″‴°°")

  private static let lowered = pairs(
    "0123456789+−=()aehijklmnoprstuvxβγρφχ", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ")

  private static func pairs(_ plain: String, _ moved: String) -> [Character: Character] {
    Dictionary(uniqueKeysWithValues: zip(plain, moved))
  }
}
