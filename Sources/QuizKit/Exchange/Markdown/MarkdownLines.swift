import QuizSupport

/// Splits Markdown into lines. A fence ends only at a fence of its own kind; HTML comments outside
/// code are removed.
///
/// An unclosed fence or comment ends before the next question, so that the rest of the file is not
/// lost.
struct MarkdownLines {
  /// The unclosed fences and comments with their lines, for the reader to report.
  private(set) var warnings: [(fault: Fault, line: Int)] = []

  private var scanner: LineScanner
  private let bytes: UnsafeBufferPointer<UInt8>
  private var ends: MarkdownEnds
  private var fence: OpenFence?
  private var isInComment = false
  /// The line before which an unclosed comment ends.
  private var commentEnd = Int.max

  private struct OpenFence {
    var fence: MarkdownFence
    var indent: Int
    /// The line before which the fence ends if it is never closed.
    var end: Int
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    scanner = LineScanner(bytes)
    ends = MarkdownEnds(bytes)
  }

  /// The progress in bytes.
  var position: Int { min(scanner.index, bytes.count) }

  mutating func next() -> MarkdownLine? {
    while let line = scanner.next() {
      var raw = String(decoding: bytes[line.range], as: UTF8.self)
      if let open = fence {
        if open.fence.isClosed(by: raw) || line.number >= open.end { fence = nil }
        if line.number < open.end { return code(line.number, raw, indent: open.indent) }
      }
      if line.number >= commentEnd { (isInComment, commentEnd) = (false, .max) }
      if !isInComment, let opened = MarkdownFence(raw) {
        return open(opened, on: line.number, raw)
      }
      let whole = raw
      if dropComments(&raw, on: line.number) {
        // A line with only a comment is skipped, so that it does not count as blank.
        if raw.allSatisfy(\.isWhitespace) { continue }
        if let opened = MarkdownFence(raw) { return open(opened, on: line.number, raw) }
        // A comment that is the only text of a choice is the choice.
        if !isInComment, Self.isEmptyChoice(raw) { raw = whole }
      }
      let kind = MarkdownLine.kind(of: raw)
      if case .item(_, let text) = kind, let opened = Self.fence(inChoice: text) {
        open(opened, inChoiceOn: line.number)
      }
      return MarkdownLine(number: line.number, kind: kind, raw: raw)
    }
    return nil
  }

  /// Whether a line is a box or a letter with nothing behind it.
  private static func isEmptyChoice(_ raw: String) -> Bool {
    guard case .item(_, let text) = MarkdownLine.kind(of: raw) else { return false }
    return CheckBox(text)?.text.isEmpty ?? LetteredChoice(text)?.text.isEmpty ?? false
  }

  /// The fence that opens behind a box or a letter, as in "- [ ] ```swift".
  private static func fence(inChoice text: String) -> MarkdownFence? {
    let bytes = text.utf8
    guard let mark = bytes.dropFirst(2).first(where: { $0 != 0x20 && $0 != UInt8(ascii: "]") }),
      mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
    else { return nil }
    return (CheckBox(text)?.text ?? LetteredChoice(text)?.text).flatMap { MarkdownFence($0) }
  }

  private mutating func open(_ opened: MarkdownFence, inChoiceOn number: Int) {
    let end = ends.endOfUnclosed(opened, after: scanner)
    if end != nil { warnings.append((.fenceNotClosed, number)) }
    let indent = end == nil ? indentOfEnd(of: opened) : 0
    fence = OpenFence(fence: opened, indent: indent, end: end ?? .max)
  }

  /// The indentation of the line that closes a fence, which is that of its code, too.
  private func indentOfEnd(of opened: MarkdownFence) -> Int {
    var lines = scanner
    while let line = lines.next() {
      let raw = String(decoding: bytes[line.range], as: UTF8.self)
      if opened.isClosed(by: raw) { return MarkdownLine.indent(of: raw) }
    }
    return 0
  }

  /// Returns the warnings since the last call.
  mutating func takeWarnings() -> [(fault: Fault, line: Int)] {
    defer { warnings.removeAll() }
    return warnings
  }

  private func code(_ number: Int, _ raw: String, indent: Int) -> MarkdownLine {
    MarkdownLine(number: number, kind: .code, raw: raw, fenceIndent: indent)
  }

  private mutating func open(
    _ opened: MarkdownFence, on number: Int, _ raw: String
  ) -> MarkdownLine {
    let end = ends.endOfUnclosed(opened, after: scanner)
    if end != nil { warnings.append((.fenceNotClosed, number)) }
    let indent = MarkdownLine.indent(of: raw)
    fence = OpenFence(fence: opened, indent: indent, end: end ?? .max)
    return code(number, raw, indent: indent)
  }

  /// Removes `<!-- … -->` unless it is inline code or a backslash escapes it; returns whether
  /// something was removed.
  private mutating func dropComments(_ raw: inout String, on number: Int) -> Bool {
    // Few lines have a comment, and searching every line for the whole mark is slow.
    guard isInComment || raw.utf8.contains(UInt8(ascii: "<")), isInComment || raw.contains("<!--")
    else { return false }
    let line = Array(raw.utf8)
    let spans = CodeSpans(line)
    var kept: [UInt8] = []
    var hasCut = isInComment
    var index = 0
    while index < line.count {
      if isInComment {
        guard let end = line.firstIndex(of: Self.commentClose, from: index) else { break }
        index = end + Self.commentClose.count
        isInComment = false
      } else if line[index] == CodeSpans.mark {
        let end = spans.end(from: index, in: line) ?? CodeSpans.end(ofRunAt: index, in: line)
        kept += line[index..<end]
        index = end
      } else if !line[index...].starts(with: Self.commentOpen) {
        kept.append(line[index])
        index += 1
      } else {
        index += Self.commentOpen.count
        if kept.last == UInt8(ascii: "\\") {
          kept.removeLast()
          kept += Self.commentOpen
        } else {
          (isInComment, hasCut) = (true, true)
          begin(commentOn: number, isClosed: line.firstIndex(of: Self.commentClose, from: index))
        }
      }
    }
    // The blanks before a comment at the end of a line are not part of the text either.
    while hasCut, kept.last == 0x20 || kept.last == 0x09 { kept.removeLast() }
    raw = String(decoding: kept, as: UTF8.self)
    return hasCut
  }

  private mutating func begin(commentOn number: Int, isClosed end: Int?) {
    guard end == nil, let next = ends.endOfUnclosedComment(after: scanner) else { return }
    commentEnd = next
    warnings.append((.commentNotClosed, number))
  }

  private static let commentOpen = Array("<!--".utf8)
  private static let commentClose = Array("-->".utf8)
}

extension [UInt8] {
  /// The first place of `mark` at or after `start`.
  fileprivate func firstIndex(of mark: [UInt8], from start: Int) -> Int? {
    guard let first = mark.first else { return nil }
    var index = start
    while let found = self[index...].firstIndex(of: first) {
      if self[found...].starts(with: mark) { return found }
      index = found + 1
    }
    return nil
  }
}
