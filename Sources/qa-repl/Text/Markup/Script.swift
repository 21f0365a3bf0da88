/// Small signs above or below the line.
enum Script {
  case above, below

  /// The sign for text for which there are no small characters.
  var sign: String { self == .above ? "^" : "_" }

  /// The text in small characters; `nil` when one of them does not exist.
  func small(_ text: String) -> String? {
    let small = ScriptLetters(isRaised: self == .above).text(text.replacing("-", with: "−"))
    return small?.isEmpty == false ? small : nil
  }
}
