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

/// The images of a file that are defined apart from where they are shown: `![alt][id]`, with
/// `[id]: path "title"` on a line of its own.
///
/// Where they are shown, a short name takes the place of the source, which may be a whole picture.
struct ImageDefinitions {
  /// The sources, in the order of their names.
  private(set) var sources: [String] = []
  private var numbers: [String: Int] = [:]
  /// The lines of the definitions to which images refer. Others may be text.
  private var lines: Set<Int> = []

  /// Whether no image refers to a definition.
  var isEmpty: Bool { sources.isEmpty }

  /// Whether this line is nothing but a definition.
  func isAt(_ line: Int) -> Bool { lines.contains(line) }

  init(in bytes: UnsafeBufferPointer<UInt8>) {
    var defined: [String: (source: String, line: Int)] = [:]
    var (wanted, known) = ([String](), Set<String>())
    var scanner = LineScanner(bytes)
    while let line = scanner.next() {
      let range = bytes[line.range]
      // Most lines have no bracket, or that of a box.
      guard let mark = range.firstIndex(of: UInt8(ascii: "[")) else { continue }
      if mark - range.startIndex <= 3, range[..<mark].allSatisfy({ $0 == 0x20 }),
        let (id, source) = Self.definition(String(decoding: range, as: UTF8.self))
      {
        // The first one counts.
        if defined[id] == nil { defined[id] = (source, line.number) }
      } else if zip(range, range.dropFirst()).contains(where: {
        $0 == UInt8(ascii: "!") && $1 == UInt8(ascii: "[")
      }) {
        let text = String(decoding: range, as: UTF8.self)
        _ = Self.replaced(in: text) { id in
          if known.insert(id).inserted { wanted.append(id) }
          return nil
        }
      }
    }
    for id in wanted {
      guard let (source, line) = defined[id] else { continue }
      numbers[id] = sources.count
      sources.append(source)
      lines.insert(line)
    }
  }

  /// A line in which images have the names of their definitions as sources.
  func named(in line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "!")) else { return line }
    return Self.replaced(in: line) { id in
      numbers[id].map { PictureIntake.definition + "\($0)" }
    }
  }

  /// `[id]: path`, with or without a title. A footnote is none.
  private static func definition(_ line: String) -> (id: String, source: String)? {
    guard let end = line.firstRange(of: "]:"), case let label = line[..<end.lowerBound],
      let open = label.firstIndex(of: "["), label[..<open].allSatisfy({ $0 == " " }),
      case let id = folded(label[label.index(after: open)...]), !id.isEmpty, !id.hasPrefix("^")
    else { return nil }
    let rest = FieldText.make(String(line[end.upperBound...]))
    let isInBrackets = rest.hasPrefix("<")
    let source = rest.dropFirst(isInBrackets ? 1 : 0).prefix {
      isInBrackets ? $0 != ">" : !$0.isWhitespace
    }
    let title = FieldText.make(String(rest[source.endIndex...].dropFirst(isInBrackets ? 1 : 0)))
    guard !source.isEmpty, title.isEmpty || title.first.map({ "\"'(".contains($0) }) == true else {
      return nil
    }
    return (id, String(source))
  }

  /// Names are the same in any case, whatever blanks are between their words.
  private static func folded(_ label: Substring) -> String {
    label.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }

  /// Replaces each `![alt][id]`, `![alt][]` or `![alt]` outside code for which there is a source.
  private static func replaced(in line: String, source: (_ id: String) -> String?) -> String {
    let bytes = Array(line.utf8)
    let spans = CodeSpans(bytes)
    let close = UInt8(ascii: "]")
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      var end = index + 1
      if bytes[index] == CodeSpans.mark {
        end = spans.end(from: index, in: bytes) ?? CodeSpans.end(ofRunAt: index, in: bytes)
      } else if bytes[index] == UInt8(ascii: "\\") {
        end = min(index + 2, bytes.count)
      } else if bytes[index...].starts(with: "![".utf8),
        let altEnd = bytes[index...].prefix(longestLabel).firstIndex(of: close)
      {
        var (alt, id) = (bytes[index + 2..<altEnd], bytes[index + 2..<altEnd])
        var imageEnd = altEnd + 1
        if bytes[imageEnd...].first == UInt8(ascii: "["),
          let idEnd = bytes[imageEnd...].prefix(longestLabel).firstIndex(of: close)
        {
          if idEnd > imageEnd + 1 { id = bytes[imageEnd + 1..<idEnd] }
          imageEnd = idEnd + 1
        }
        if alt.isEmpty { alt = id }
        if bytes[imageEnd...].first != UInt8(ascii: "("),
          let source = source(folded(String(decoding: id, as: UTF8.self)[...]))
        {
          output += "![".utf8 + alt + "](\(source))".utf8
          index = imageEnd
          continue
        }
      }
      output += bytes[index..<end]
      index = end
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The most bytes of a description or a name, as CommonMark has it.
  private static let longestLabel = 1_000
}
