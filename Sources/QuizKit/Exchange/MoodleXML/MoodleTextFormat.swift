import QuizSupport

/// The format in which Moodle shows a text of ours.
enum MoodleTextFormat: String {
  case markdown
  case plain = "plain_text"

  /// Chooses Markdown for a text with marks of code or bold words, unless Moodle would take
  /// something outside of the code for HTML and remove it. Otherwise chooses plain text, which
  /// Moodle shows exactly as it is written.
  init(_ text: String) {
    let hasMarks = text.utf8.contains("`".utf8) || text.utf8.contains("**".utf8)
    self = hasMarks && !Self.hasTagsOutsideCode(text) ? .markdown : .plain
  }

  private static func hasTagsOutsideCode(_ text: String) -> Bool {
    var fence: [UInt8]?
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Array(line)
      let start = line.drop { $0 == UInt8(ascii: " ") }
      if let mark = fence {
        if start.starts(with: mark) { fence = nil }
        continue
      }
      let mark = start.prefix { $0 == start.first }
      if mark.count >= 3, let first = mark.first, "`~".utf8.contains(first) {
        fence = Array(mark)
      } else if hasTagOutsideCode(line) {
        return true
      }
    }
    return false
  }

  private static func hasTagOutsideCode(_ line: [UInt8]) -> Bool {
    let spans = CodeSpans(line)
    var index = 0
    while index < line.count {
      if line[index] == CodeSpans.mark {
        index = spans.end(from: index, in: line) ?? CodeSpans.end(ofRunAt: index, in: line)
      } else if line[index] == UInt8(ascii: "<") || line[index] == UInt8(ascii: "&") {
        return true
      } else {
        index += 1
      }
    }
    return false
  }
}
