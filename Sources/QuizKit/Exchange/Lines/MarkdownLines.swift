import QuizSupport

/// Splits Markdown into lines. A fence ends only at a fence of its own kind; HTML comments outside
/// code are removed.
///
/// An unclosed fence or comment ends before the next question, so that the rest of the file is not
/// lost.
struct MarkdownLines: Sequence, IteratorProtocol {
  /// The unclosed fences and comments with their lines, for the reader to report.
  private(set) var warnings: [(fault: Fault, line: Int)] = []

  /// The images that are defined apart from where they are shown.
  let images: ImageDefinitions

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

  /// - Parameter images: The images that are defined in the file, where it was searched before.
  init(_ bytes: UnsafeBufferPointer<UInt8>, images: ImageDefinitions? = nil) {
    self.bytes = bytes
    self.images = images ?? ImageDefinitions(in: bytes)
    scanner = LineScanner(bytes)
    ends = MarkdownEnds(bytes)
    passFrontMatter()
  }

  /// Passes over the names and values between two `---` at the beginning, which programs that make
  /// pages of Markdown read.
  private mutating func passFrontMatter() {
    var lines = scanner
    guard let first = lines.next(), bytes[first.range].elementsEqual("---".utf8) else { return }
    for _ in 0..<Self.mostFrontMatter {
      guard let line = lines.next() else { return }
      let text = String(decoding: bytes[line.range], as: UTF8.self)
      if text == "---" { return scanner = lines }
      let name = text.prefix { $0.isLetter || $0.isNumber || "_- ".contains($0) }
      guard
        text.first?.isWhitespace == true || text.hasPrefix("- ") || text.isEmpty
          || !name.isEmpty && text[name.endIndex...].first == ":"
      else { return }
    }
  }

  /// How many lines of names and values there may be.
  private static let mostFrontMatter = 50

  /// The progress in bytes.
  var position: Int { Swift.min(scanner.index, bytes.count) }

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
      if !images.isEmpty, !isInComment {
        if images.isAt(line.number) { continue }
        raw = images.named(in: raw)
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

/// A line of Markdown, classified for question lists.
struct MarkdownLine {
  /// The syntactic kind of a line; a dialect decides what it means. Blanks at the end of a text are
  /// kept, because another line may follow.
  enum Kind: Equatable {
    case blank
    /// A line inside a fence, or the fence itself. It is never a mark.
    case code
    case heading(level: Int, text: String)
    /// `- text`, `* text` or `+ text`. In one dialect the mark tells right choices from wrong ones.
    case item(mark: Character, text: String)
    /// `---` alone.
    case rule
    case text
  }

  var number: Int
  var kind: Kind
  /// The unchanged line.
  var raw: String
  /// The indentation of the fence that a line of code belongs to.
  var fenceIndent = 0
  /// Whether tags and references are text, as in Word.
  var isLiteral = false
  /// What the look of the line says. It is no part of the text.
  var sign: Sign?

  /// The meaning of colours, types and places, in a text that has them.
  enum Sign: Equatable {
    /// A choice that stands out is right, and so is one with a star.
    case right
    /// A choice has a box. Choices without letters get one where some of them stand out.
    case box(isChecked: Bool)
    /// Of the words for true and false that a statement offers one stands out.
    case truth(Bool)
    /// Below a statement, a word for true or false alone is the answer.
    case answer
  }

  /// The number of blanks at the beginning; a tab counts as four.
  var indent: Int { Self.indent(of: raw) }

  static func indent(of raw: String) -> Int {
    var indent = 0
    for byte in raw.utf8 {
      guard byte == 0x20 || byte == 0x09 else { break }
      indent += byte == 0x09 ? 4 : 1
    }
    return indent
  }

  /// The line without blanks at its ends.
  var text: String { FieldText.make(raw) }

  /// Whether the line has nothing but an image.
  var isOnlyImage: Bool {
    kind == .text && !isLiteral && MarkdownConstructs.mayBe(in: raw)
      && MarkdownConstructs.isOnlyImage(text)
  }

  /// The line as a part of a question's text.
  func textLine(_ text: String) -> MarkdownTextLine {
    MarkdownTextLine(number: number, text: text, isCode: kind == .code)
  }

  /// Compares scalars instead of characters, so that a mark before a combining accent is
  /// recognised.
  static func kind(of raw: String) -> Kind {
    let text = raw.unicodeScalars.drop(while: isBlank)
    guard let first = text.first,
      (0x21...0x7E).contains(first.value) || !FieldText.make(raw).isEmpty
    else { return .blank }
    switch first {
    case "#":
      let level = text.prefix { $0 == "#" }.count
      let rest = text.dropFirst(level)
      guard level <= 6, rest.first.map(isBlank) ?? true else { return .text }
      return .heading(level: level, text: String(rest.drop(while: isBlank)))
    case "-", "*", "+":
      let rule = FieldText.make(raw).unicodeScalars
      if first != "+", rule.count >= 3, rule.allSatisfy({ $0 == first }) { return .rule }
      let rest = text.dropFirst()
      guard rest.first.map(isBlank) ?? true else { return .text }
      return .item(mark: Character(first), text: String(rest.drop(while: isBlank)))
    case "0"..."9", "A"..."Z", "a"..."z":
      if mayHaveBox(raw), let box = numberedBox(text) { return .item(mark: ".", text: box) }
      return .text
    default: return .text
    }
  }

  /// The box of an item with a number or a letter: the `[x] text` of `1. [x] text`.
  static func numberedBox(_ text: Substring.UnicodeScalarView) -> String? {
    var rest = text.drop { ("0"..."9").contains($0) }
    if rest.startIndex == text.startIndex { rest = rest.dropFirst() }
    guard let mark = rest.popFirst(), mark == "." || mark == ")", rest.first.map(isBlank) == true,
      case let item = rest.drop(while: isBlank), let open = item.first, open == "[" || open == "(",
      case let box = String(item), CheckBox.isIn(box)
    else { return nil }
    return box
  }

  /// Whether a bracket comes before the second letter. In most lines it does not.
  private static func mayHaveBox(_ line: String) -> Bool {
    var letters = 0
    for byte in line.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("): return true
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "."), UInt8(ascii: ")"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        break
      default:
        letters += 1
        if letters > 1 { return false }
      }
    }
    return false
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}

/// A line of a question's text.
struct MarkdownTextLine {
  var number: Int
  var text: String
  /// Whether the line is part of a fenced block, where nothing is interpreted.
  var isCode = false
}

/// An image of a text, and the line that refers to it.
struct LinedImage {
  var image: ImageReference
  var line: Int
}

/// Makes the text of a question from lines of Markdown, which may have HTML in them.
///
/// Line breaks, emphasis and code in HTML become Markdown, references become characters, and an
/// image becomes its name in brackets. None of this happens in code or after a backslash.
struct MarkdownText {
  private(set) var images: [LinedImage] = []
  private var pieces: [MarkupPiece] = []
  private var plain: [UInt8] = []
  /// The line that is being read.
  private var constructs = (number: 0, line: MarkdownConstructs([]))
  private var hasPreformattedEnd = true

  /// Returns the text, and adds its images to `images`.
  static func make(_ lines: [MarkdownTextLine], images: inout [LinedImage]) -> String {
    guard lines.contains(where: { !$0.isCode && MarkdownConstructs.mayBe(in: $0.text) }) else {
      return raw(lines)
    }
    var reading = MarkdownText()
    reading.take(lines)
    let text = FieldText.make(MarkupRendering().text(of: reading.pieces))
    images += reading.images
    // The text may be about the tag itself.
    return text.isEmpty ? raw(lines) : text
  }

  /// Returns the text as it is.
  static func raw(_ lines: [MarkdownTextLine]) -> String {
    if lines.isEmpty { return "" }
    return FieldText.make(
      lines.count == 1 ? lines[0].text : lines.map(\.text).joined(separator: "\n"))
  }

  private mutating func take(_ lines: [MarkdownTextLine]) {
    var number = 0
    var start = 0
    while number < lines.count {
      let line = lines[number]
      if line.isCode, start == 0 {
        plain += line.text.utf8
      } else if let open = take(line, from: start) {
        // A `<pre>` element, which ends on this line or a later one.
        (number, start) = takePreformatted(lines, at: number, open)
        continue
      }
      number += 1
      start = 0
      if number < lines.count { plain.append(UInt8(ascii: "\n")) }
    }
    endText()
  }

  /// Takes a line up to its end, or up to a `<pre>` tag, whose range it returns.
  private mutating func take(_ line: MarkdownTextLine, from start: Int) -> Range<Int>? {
    if start == 0, !MarkdownConstructs.mayBe(in: line.text) {
      plain += line.text.utf8
      return nil
    }
    if start == 0 || constructs.number != line.number {
      constructs = (line.number, MarkdownConstructs(Array(line.text.utf8)))
    }
    let bytes = constructs.line.line
    var index = start
    while index < bytes.count {
      if bytes[index] == CodeSpans.mark {
        let end = constructs.line.end(ofBackticksAt: index)
        plain += bytes[index..<end]
        index = end
      } else if bytes[index] == UInt8(ascii: "\\"),
        let escaped = constructs.line.construct(at: index + 1)
      {
        plain += bytes[(index + 1)..<escaped.end]
        index = escaped.end
      } else if let construct = constructs.line.construct(at: index) {
        if case .tag("pre", false, let end) = construct { return index..<end }
        take(construct, String(decoding: bytes[index..<construct.end], as: UTF8.self), line.number)
        index = construct.end
      } else {
        plain.append(bytes[index])
        index += 1
      }
    }
    return nil
  }

  private mutating func take(_ construct: MarkdownConstruct, _ raw: String, _ line: Int) {
    switch construct {
    case .tag(let name, let isEnd, _):
      endText()
      pieces.append(.tag(name: name, isEnd: isEnd, raw: raw))
    case .reference(let character, _):
      plain += character.utf8
    case .image(let name, let source, _):
      images.append(
        LinedImage(image: ImageReference(label: name, source: source), line: line))
      plain += HTMLText.placeholder(name).utf8
    }
  }

  /// Takes the contents of a `<pre>` element, and returns the place where reading continues.
  private mutating func takePreformatted(
    _ lines: [MarkdownTextLine], at number: Int, _ open: Range<Int>
  ) -> (number: Int, start: Int) {
    var rest = constructs.line.line[open.upperBound...]
    let tag = String(decoding: constructs.line.line[open], as: UTF8.self)
    var content: [UInt8] = []
    var current = number
    while hasPreformattedEnd {
      if let end = Preformatted.end(in: rest) {
        content += rest[..<end.lowerBound]
        endText()
        pieces.append(Preformatted.piece(tag, String(decoding: content, as: UTF8.self)))
        return (current, end.upperBound)
      }
      content += rest + [UInt8(ascii: "\n")]
      current += 1
      guard current < lines.count else { break }
      rest = Array(lines[current].text.utf8)[...]
    }
    hasPreformattedEnd = false
    plain += tag.utf8
    return (number, open.upperBound)
  }

  private mutating func endText() {
    guard !plain.isEmpty else { return }
    pieces.append(.text(String(decoding: plain, as: UTF8.self)))
    plain.removeAll(keepingCapacity: true)
  }
}

/// An open code fence.
struct MarkdownFence: Equatable {
  let mark: Unicode.Scalar
  let length: Int
  /// Whether a language follows the marks. Such a line never closes a fence.
  let hasInfo: Bool

  /// Returns `nil` if the line opens no fence.
  init?(_ raw: String) {
    // Few lines are fences, and looking at bytes is fast.
    guard let byte = raw.utf8.first(where: { $0 != 0x20 && $0 != 0x09 }),
      byte == UInt8(ascii: "`") || byte == UInt8(ascii: "~")
    else { return nil }
    let text = raw.unicodeScalars.drop(while: Self.isBlank)
    let first = Unicode.Scalar(byte)
    length = text.prefix { $0 == first }.count
    mark = first
    let info = text.dropFirst(length)
    hasInfo = !info.allSatisfy(Self.isBlank)
    // A line such as ```code``` is an inline code span, not a fence.
    if length < 3 || (first == "`" && info.contains("`")) { return nil }
  }

  func isClosed(by raw: String) -> Bool {
    let text = raw.unicodeScalars.drop(while: Self.isBlank)
    let marks = text.prefix { $0 == mark }.count
    return marks >= length && text.dropFirst(marks).allSatisfy(Self.isBlank)
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}

/// A list item with `A. text`, `A: text` or `A) text`. The dot must be followed by a blank, unlike
/// in `A.M.`
struct LetteredChoice {
  var letter: Character
  var text: String

  /// - Parameter place: The number of choices before this one.
  init?(_ item: String, at place: Int = 0) {
    if let text = ChoiceLabel.textBehindLetters(of: item, at: place) {
      (letter, self.text) = ("?", FieldText.make(String(text)))
      return
    }
    let bytes = item.utf8
    guard let first = bytes.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      let mark = bytes.dropFirst().first, ".:)".utf8.contains(mark)
    else { return nil }
    let rest = item.unicodeScalars.dropFirst(2)
    let isParted = rest.isEmpty || rest.first == " " || rest.first == "\t"
    guard isParted || mark != UInt8(ascii: ".") else { return nil }
    letter = Character(Unicode.Scalar(first))
    text = String(rest.drop { $0 == " " || $0 == "\t" })
  }
}

/// An item with `[ ] text` or `[x] text`. Some programs write `( )`, or a star for the cross.
struct CheckBox {
  var isChecked: Bool
  var text: String

  init(isChecked: Bool, text: String) {
    (self.isChecked, self.text) = (isChecked, text)
  }

  /// Whether an item has a box, without making its text.
  static func isIn(_ item: String) -> Bool { mark(of: item) != nil }

  init?(_ item: String) {
    guard let mark = Self.mark(of: item) else { return nil }
    isChecked = mark != UInt8(ascii: " ")
    text = String(item.unicodeScalars.dropFirst(3).drop { $0 == " " || $0 == "\t" })
  }

  /// A text with a sign of a box before it: `☐ text`.
  init?(signed text: String) {
    // In UTF-8 each of the signs begins with this byte.
    guard text.utf8.first == 0xE2, let sign = text.first, "☐□☑☒".contains(sign) else { return nil }
    isChecked = sign == "☑" || sign == "☒"
    self.text = FieldText.make(String(text.dropFirst()))
  }

  /// The character between the brackets; `nil` if the item has no box.
  private static func mark(of item: String) -> UInt8? {
    var bytes = item.utf8.makeIterator()
    guard let open = bytes.next(), open == UInt8(ascii: "[") || open == UInt8(ascii: "("),
      let mark = bytes.next(),
      bytes.next() == (open == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")"))
    else { return nil }
    // A round box has a blank behind it; `(x)(y)` is a formula.
    if open == UInt8(ascii: "("), let next = bytes.next(), next != 0x20, next != 0x09 { return nil }
    // A sentence with gaps begins with one, too: "[*] and [*] are colours."
    if mark == UInt8(ascii: "*"), item.dropFirst(3).contains("[*]") { return nil }
    return mark == 0x20 || mark | 0x20 == UInt8(ascii: "x") || mark == UInt8(ascii: "*")
      ? mark : nil
  }
}

/// The HTML tags that question lists put around their answers.
enum MarkdownTags {
  /// The letters of the names: "h" stands for `<h1>` to `<h6>`.
  private static let wrappers = ["p", "br", "details", "summary", "b", "strong", "h"]
  private static let blocks = ["p", "details", "summary"]

  /// Returns the text without tags around it, and without line breaks and bold marks. Other HTML is
  /// part of the text.
  static func stripped(_ text: String) -> String { stripped(text, of: wrappers) }

  /// Returns the text without the tags of paragraphs and folded sections.
  static func withoutBlocks(_ text: String) -> String { stripped(text, of: blocks) }

  private static func stripped(_ text: String, of names: [String]) -> String {
    guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
    var kept = ""
    var rest = Substring(text)
    while let open = rest.firstIndex(of: "<") {
      kept += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: ">") else { break }
      let tag = rest[open...close]
      if !isTag(tag, of: names) { kept += tag }
      rest = rest[rest.index(after: close)...]
    }
    return kept + rest
  }

  private static func isTag(_ tag: Substring, of names: [String]) -> Bool {
    let name = tag.dropFirst().drop { $0 == "/" }.prefix { $0.isLetter }
    return names.contains(name.lowercased())
  }
}

/// The number of a question in a list, which is not part of its text.
enum QuestionNumber {
  /// Whether a text begins with the letter of `Q12.`, which no item of another list has.
  static func hasLetter(_ text: String) -> Bool {
    text.utf8.first.map { $0 | 0x20 == UInt8(ascii: "q") } ?? false
  }

  /// Whether a text is only a number.
  static func isAlone(_ text: String) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns the text after `12.`, `12)`, `Q12.`, `Q12:` or `Q12.b.`; `nil` if there is no number.
  ///
  /// An anchor may precede the number. Japanese text may follow without a blank, and any text after
  /// a number with its Q.
  static func dropped(from text: String) -> String? {
    var rest = text.unicodeScalars[...]
    if text.hasPrefix("<a "), let end = text.firstRange(of: "</a>")?.upperBound {
      rest = rest[end...]
    }
    var hasLetter = false
    if let first = rest.first, first == "Q" || first == "q" {
      hasLetter = true
      rest.removeFirst()
    }
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard !digits.isEmpty, digits.count <= 5 else { return nil }
    rest = rest.dropFirst(digits.count)
    guard let mark = rest.popFirst(), isMark(mark) else { return nil }
    if hasLetter { rest = withoutPart(rest) }
    guard let next = rest.first else { return "" }
    let isParted = next == " " || next == "\t" || !next.isASCII
    guard isParted || hasLetter && !("0"..."9").contains(next) else { return nil }
    return String(rest.drop { $0 == " " || $0 == "\t" })
  }

  /// Drops the letter of a part: the `b.` of `Q12.b.`
  private static func withoutPart(
    _ text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView {
    let rest = text.dropFirst(2)
    guard let letter = text.first, letter.isASCII, letter.properties.isAlphabetic,
      let mark = text.dropFirst().first, isMark(mark),
      rest.first.map({ $0 == " " || $0 == "\t" }) ?? true
    else { return text }
    return rest
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "." || scalar == ")" || scalar == ":"
  }
}
