import QuizSupport

/// Makes formulas up of the parts that formulas have.
struct FormulaGenerator {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func formula(depth: Int = 3) -> String {
    (0...Int.random(in: 0...3, using: &random)).map { _ in part(depth) }.joined(
      separator: pick(["", "+", " = ", "-", "\\cdot ", ", ", "\\,", " \\le "]))
  }

  private mutating func pick(_ choices: [String]) -> String {
    choices.randomElement(using: &random) ?? ""
  }

  private mutating func part(_ depth: Int) -> String {
    guard depth > 0 else {
      return pick(["x", "y", "Q", "12", "3.5", "\\alpha ", "\\Omega ", "\\infty ", "\\ell ", "速"])
    }
    let inner = formula(depth: depth - 1)
    let other = formula(depth: depth - 2)
    switch Int.random(in: 0...14, using: &random) {
    case 0: return "\\frac{\(inner)}{\(other)}"
    case 1: return "{x}^{\(inner)}_{\(other)}"
    case 2: return "a_{\(inner)}"
    case 3: return "\\sqrt{\(inner)}"
    case 4: return "\\sqrt[\(other)]{\(inner)}"
    case 5: return "\\left(\(inner)\\right]"
    case 6: return "\\sum_{\(other)}^{\(other)} \(inner)"
    case 7: return "\\int_{\(other)}^\\infty \(inner)"
    case 8: return "\\begin{pmatrix} \(inner) & \(other) \\\\ \(other) & \(inner) \\end{pmatrix}"
    case 9: return "\\begin{cases} \(inner) & \\text{if } \(other) \\\\ \(other) \\end{cases}"
    case 10: return pick(["\\hat", "\\overline", "\\vec"]) + "{\(inner)}"
    case 11: return "\\mathbf{\(inner)} \\sin \(other)"
    case 12: return "\\binom{\(inner)}{\(other)}"
    case 13: return "\\begin{aligned} \(inner) &= \(other) \\\\ &= \(other) \\end{aligned}"
    default: return "(\(inner)) \\lim_{x \\to \(other)} \(inner)"
    }
  }
}
