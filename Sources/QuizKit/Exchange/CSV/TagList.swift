import QuizSupport

/// Several tags in one field.
enum TagList {
  /// Splits at `;` if there is one, so that tags may contain blanks; otherwise at blanks.
  static func split(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    // A fast path for one plain word, the most common case.
    if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") }) { return [text] }
    let parts =
      text.utf8.contains(UInt8(ascii: ";"))
      ? text.split(separator: ";") : text.split { $0 == " " || $0 == "\u{3000}" || $0 == "\t" }
    return parts.map { FieldText.make(String($0)) }.filter { !$0.isEmpty }
  }

  /// Joins tags so that ``split(_:)`` returns them again. A `;` inside a tag becomes a comma.
  static func join(_ tags: [String]) -> String {
    let hasBlanks = tags.contains { $0.contains { $0.isWhitespace || $0 == ";" } }
    if !hasBlanks { return tags.joined(separator: " ") }
    return tags.map { $0.replacing(";", with: ",") + ";" }.joined(separator: " ")
  }
}
