/// Several tags in one field.
enum TagList {
  /// Parted by `;` if there is one, which allows blanks inside a tag, else by blanks.
  static func split(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    // One plain word, as most are.
    if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }) { return [text] }
    let parts =
      text.utf8.contains(UInt8(ascii: ";"))
      ? text.split(separator: ";") : text.split { $0 == " " || $0 == "\u{3000}" || $0 == "\t" }
    return parts.map { FieldText.make(String($0)) }.filter { !$0.isEmpty }
  }

  /// The field that ``split(_:)`` cuts into these tags; a `;` inside a tag becomes a comma.
  static func join(_ tags: [String]) -> String {
    let hasBlanks = tags.contains { $0.contains { $0.isWhitespace || $0 == ";" } }
    if !hasBlanks { return tags.joined(separator: " ") }
    return tags.map { $0.replacing(";", with: ",") + ";" }.joined(separator: " ")
  }
}
