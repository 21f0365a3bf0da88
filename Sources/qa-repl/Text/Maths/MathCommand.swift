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
  case fraction(MathSize)
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
