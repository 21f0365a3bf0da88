import QuizSupport

/// A line of a question's text.
struct MarkdownTextLine {
  var number: Int
  var text: String
  /// Whether the line is part of a fenced block, where nothing is interpreted.
  var isCode = false
}

/// An image that cannot be shown, and where it is.
struct MissingImage {
  var name: String
  var line: Int
}

/// Makes the text of a question from lines of Markdown, which may have HTML in them.
///
/// Line breaks, emphasis and code in HTML become Markdown, references become characters, and an
/// image becomes its name in brackets. None of this happens in code or after a backslash.
struct MarkdownText {
  private(set) var images: [MissingImage] = []
  private var pieces: [MarkupPiece] = []
  private var plain: [UInt8] = []
  /// The line that is being read.
  private var constructs = (number: 0, line: MarkdownConstructs([]))
  private var hasPreformattedEnd = true

  /// Returns the text, and adds its images to `images`.
  static func make(_ lines: [MarkdownTextLine], images: inout [MissingImage]) -> String {
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
    case .image(let name, _):
      images.append(MissingImage(name: name, line: line))
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
