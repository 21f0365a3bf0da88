/// Small signs above or below the line.
enum Script {
  case above, below

  /// The sign for text for which there are no small characters.
  var sign: String { self == .above ? "^" : "_" }

  /// The text in small characters; `nil` when one of them does not exist.
  func small(_ text: String) -> String? {
    var small = ""
    for character in text {
      guard let place = Self.usual.firstIndex(of: character),
        case let sign = (self == .above ? Self.raised : Self.lowered)[place], sign != " "
      else { return nil }
      small.append(sign)
    }
    return small.isEmpty ? nil : small
  }

  private static let usual = Array("0123456789+-=()abcdefghijklmnoprstuvwxyz")
  private static let raised = Array("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
  private static let lowered = Array("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐ   ₑ  ₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥ ₓ  ")
}
