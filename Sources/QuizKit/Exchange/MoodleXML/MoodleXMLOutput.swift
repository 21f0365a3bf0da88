/// Builds XML with two blanks for each level, as Moodle does.
struct MoodleXMLOutput {
  private(set) var bytes: [UInt8] = []
  private var depth = 1

  mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [],
    _ content: (inout MoodleXMLOutput) -> Void
  ) {
    line("<\(name)\(Self.text(of: attributes))>")
    depth += 1
    content(&self)
    depth -= 1
    line("</\(name)>")
  }

  /// Appends an element that contains only text.
  mutating func value(_ name: String, _ text: String) {
    line("<\(name)>\(Self.escaped(text))</\(name)>")
  }

  /// Appends a text that people read, with its format.
  mutating func text(_ name: String, _ text: String) {
    element(name, [("format", MoodleTextFormat(text).rawValue)]) { $0.value("text", text) }
  }

  mutating func choice(_ choice: Choice, _ percent: String) {
    let attributes = [("fraction", percent), ("format", MoodleTextFormat(choice.text).rawValue)]
    element("answer", attributes) { output in
      output.value("text", choice.text)
      output.text("feedback", choice.feedback)
    }
  }

  /// Appends a typed answer, or the answer true or false of a statement.
  mutating func answer(_ text: String, _ percent: String, _ feedback: String) {
    element("answer", [("fraction", percent), ("format", "moodle_auto_format")]) { output in
      output.value("text", text)
      output.text("feedback", feedback)
    }
  }

  /// Appends a pair to match. Moodle shows the right side in a menu, so it is plain text.
  mutating func pair(_ pair: MatchPair) {
    element("subquestion", [("format", MoodleTextFormat(pair.left).rawValue)]) { output in
      output.value("text", pair.left)
      output.element("answer") { $0.value("text", pair.right) }
    }
  }

  mutating func answer(_ accepted: AcceptedNumber) {
    let number = MoodleNumber(accepted.span)
    let mark = number.isExact ? [] : [(MoodleQuestion.markAttribute, accepted.span.moodleText)]
    let percent = MoodlePercent.text(of: accepted.fraction)
    element(
      "answer", [("fraction", percent), ("format", "moodle_auto_format")] + mark
    ) { output in
      output.value("text", number.value)
      output.text("feedback", accepted.feedback)
      output.value("tolerance", number.tolerance)
    }
  }

  private mutating func line(_ text: String) {
    bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  private static func text(of attributes: [(name: String, value: String)]) -> String {
    attributes.map { " \($0.name)=\"\($0.value)\"" }.joined()
  }

  /// The text as character data, as in Moodle's `qformat_xml::writetext`. The two characters that
  /// XML forbids and no text needs are left out.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { "<>&\"".utf8.contains($0) || $0 == 0xEF }) else {
      return text
    }
    var allowed = String.UnicodeScalarView()
    allowed += text.unicodeScalars.filter { $0 != "\u{FFFE}" && $0 != "\u{FFFF}" }
    let text = String(allowed)
    guard text.utf8.contains(where: { "<>&\"".utf8.contains($0) }) else { return text }
    // Splits by bytes, because an accent after the mark would form another character with it.
    let parts = text.utf8.split(separator: "]]>".utf8, omittingEmptySubsequences: false)
    let pieces = parts.map { String(decoding: $0, as: UTF8.self) }
    return "<![CDATA[" + pieces.joined(separator: "]]]]><![CDATA[>") + "]]>"
  }
}

/// A number in Moodle's XML. A range becomes the number in its middle, with half of its length as
/// tolerance.
private struct MoodleNumber {
  var value: String
  var tolerance = "0"
  /// Whether the span can be restored from this number.
  var isExact = true

  init(_ span: NumberSpan) {
    switch span {
    case .value(let value, let tolerance):
      self.value = TypedNumber.text(of: value)
      self.tolerance = TypedNumber.text(of: tolerance)
    case .range(let lower, let upper):
      value = TypedNumber.text(of: lower / 2 + upper / 2)
      tolerance = TypedNumber.text(of: upper / 2 - lower / 2)
      isExact = false
    case .any: value = "*"
    }
  }
}
