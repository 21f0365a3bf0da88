import QuizSupport

/// Looks ahead for the end of a fence or comment, and finds where one that is never closed should
/// end: before the next heading or choice.
struct MarkdownEnds {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The longest closing fence of each mark that is left in the file, once all of it was searched.
  private var longestCloser: [Unicode.Scalar: Int] = [:]
  /// Whether the rest of the file has no end of a comment.
  private var hasNoCommentEnd = false

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the line before which an unclosed fence ends; `nil` if the fence is closed.
  ///
  /// A fence counts as unclosed too if another one begins below a heading or choice inside of it.
  mutating func endOfUnclosed(_ fence: MarkdownFence, after lines: LineScanner) -> Int? {
    var lines = lines
    var places = Places()
    var longest = 0
    let isKnown = longestCloser[fence.mark].map { fence.length > $0 } ?? false
    while let line = lines.next(), !isKnown || places.question == nil {
      guard let raw = marked(line) else { continue }
      if fence.isClosed(by: raw) { return nil }
      if let other = MarkdownFence(raw), other.mark == fence.mark {
        if !other.hasInfo {
          longest = max(longest, other.length)
        } else if other.length >= fence.length, let question = places.question {
          return question
        }
      }
      places.take(raw, on: line.number)
    }
    if !isKnown { longestCloser[fence.mark] = longest }
    return places.question ?? places.other ?? .max
  }

  /// Returns the line before which an unclosed comment ends; `nil` if the comment is closed.
  ///
  /// A comment counts as unclosed too if another one begins below a heading inside of it.
  mutating func endOfUnclosedComment(after lines: LineScanner) -> Int? {
    var lines = lines
    var places = Places()
    var fence: MarkdownFence?
    while let line = lines.next() {
      if !hasNoCommentEnd, bytes[line.range].contains(UInt8(ascii: "-")) {
        let raw = String(decoding: bytes[line.range], as: UTF8.self)
        let end = raw.firstRange(of: "-->")?.lowerBound
        let start = raw.firstRange(of: "<!--")?.lowerBound
        if let heading = places.heading ?? places.other, let start,
          end.map({ start < $0 }) ?? true
        {
          return heading
        }
        if end != nil { return nil }
      }
      guard let raw = marked(line) else { continue }
      if let open = fence {
        if open.isClosed(by: raw) { fence = nil }
      } else if let opened = MarkdownFence(raw) {
        fence = opened
      } else {
        places.take(raw, on: line.number)
        if hasNoCommentEnd, places.heading != nil { break }
      }
    }
    if places.heading == nil { places.heading = places.other }
    hasNoCommentEnd = true
    return places.heading ?? .max
  }

  /// The line if its first visible character can be a mark; most lines are skipped unread.
  private func marked(_ line: TextLine) -> String? {
    guard let first = bytes[line.range].first(where: { $0 != 0x20 && $0 != 0x09 }),
      "#-*+`~<Qq0123456789".utf8.contains(first)
    else { return nil }
    return String(decoding: bytes[line.range], as: UTF8.self)
  }

  /// The first lines at which a new question may begin.
  private struct Places {
    /// A heading of any level.
    var heading: Int?
    /// A heading below the first level, which in code is rarely a remark, or a check box.
    var question: Int?
    /// A numbered question, a mark of a block or a heading of the first level.
    var other: Int?

    mutating func take(_ raw: String, on number: Int) {
      switch MarkdownLine.kind(of: raw) {
      case .heading(let level, _):
        heading = heading ?? number
        if level > 1 { question = question ?? number } else { other = other ?? number }
      case .item(_, let item):
        if CheckBox.isIn(item) { question = question ?? number }
      case .text:
        let text = FieldText.make(raw)
        if text == "<quiz>" || text == "</quiz>" {
          (heading, question) = (heading ?? number, question ?? number)
        } else if MarkdownLine.indent(of: raw) < 4, QuestionNumber.dropped(from: text) != nil {
          other = other ?? number
        }
      case .blank, .code, .rule: break
      }
    }
  }
}
