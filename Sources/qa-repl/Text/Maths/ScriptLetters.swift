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
