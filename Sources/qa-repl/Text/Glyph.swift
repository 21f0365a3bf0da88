/// One character as the terminal draws it, or one colour sequence, which takes no cell.
struct Glyph: Equatable {
  var text: String
  var cells: Int
  var isUncertain = false
  var isStyle = false
  private(set) var isSpace = false

  init(_ character: Character, _ ambiguous: AmbiguousWidth) {
    text = String(character)
    isSpace = character == " " || character == "\u{3000}"
    cells = character.cells(ambiguous)
    isUncertain = character.isWidthUncertain(ambiguous)
  }

  /// A character that takes so many cells in every terminal.
  private init(certain text: String, cells: Int) {
    (self.text, self.cells) = (text, cells)
  }

  init(
    _ part: PlainText.Part, of bytes: UnsafeBufferPointer<UInt8>, _ ambiguous: AmbiguousWidth
  ) {
    switch part {
    case .ascii(let byte): self = Self.ascii[Int(byte)]
    case .wide(let scalar): self.init(certain: String(scalar), cells: 2)
    case .sign(let scalar): self.init(Character(scalar), ambiguous)
    case .style(let range): self.init(style: String(decoding: bytes[range], as: UTF8.self))
    }
  }

  private static let ascii = (0..<0x80).map {
    var glyph = Glyph(certain: String(Unicode.Scalar(UInt8($0))), cells: 1)
    glyph.isSpace = $0 == 0x20
    return glyph
  }

  init(style: String) {
    text = style
    cells = 0
    isStyle = true
  }

  /// Whether the sequence resets every colour and attribute.
  var endsStyle: Bool { text == "\u{1B}[0m" || text == "\u{1B}[m" }
}

/// Splits a text into characters and the colour sequences between them.
///
/// It searches by Unicode scalar, because a combining mark after a colour sequence would form one
/// character with the sequence's final `m`.
func glyphs(in text: String, _ ambiguous: AmbiguousWidth = .unknown) -> [Glyph] {
  var plain: [Glyph] = []
  plain.reserveCapacity(text.utf8.count)
  let isPlain = PlainText.read(text) { plain.append(Glyph($0, of: $1, ambiguous)) }
  return isPlain ? plain : clusters(in: text, ambiguous)
}

/// Splits any text in the same way, by Unicode's rules about clusters.
func clusters(in text: String, _ ambiguous: AmbiguousWidth = .unknown) -> [Glyph] {
  guard text.utf8.contains(0x1B) else { return text.map { Glyph($0, ambiguous) } }
  var result: [Glyph] = []
  var rest = text.unicodeScalars[...]
  while let escape = rest.firstIndex(of: "\u{1B}") {
    result += String(rest[..<escape]).map { Glyph($0, ambiguous) }
    let parameters = rest[escape...].dropFirst(2)
    let last = parameters.firstIndex { (0x40...0x7E).contains($0.value) }
    let end = last.map { rest.index(after: $0) } ?? rest.endIndex
    result.append(Glyph(style: String(rest[escape..<end])))
    rest = rest[end...]
  }
  return result + String(rest).map { Glyph($0, ambiguous) }
}
