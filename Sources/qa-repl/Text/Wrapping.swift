extension String {
  /// The text wrapped to lines of at most `columns` cells, by the rules of Japanese and English.
  ///
  /// A line breaks after a space or beside a wide character, but never before a character that must
  /// not begin a line or after one that must not end it (kinsoku, JIS X 4051), and never between a
  /// number and its percent sign or Japanese counter. A word longer than a line is cut. Open
  /// colours are closed at a break and reopened on the next line, so that each line can be printed
  /// by itself.
  ///
  /// - Parameter indent: The number of blanks before each line except the first.
  func wrapped(to columns: Int, indent: Int = 0, _ ambiguous: AmbiguousWidth = .unknown)
    -> [String]
  {
    let columns = max(columns, indent + 2)
    let paragraphs = split(omittingEmptySubsequences: false) { $0.isNewline }
    return paragraphs.enumerated().flatMap { number, paragraph in
      // Code is indented, and so are the lines into which it is wrapped.
      let blanks = paragraph.prefix { $0 == " " }.count
      let hang = blanks < 4 ? 0 : min(blanks, columns / 2)
      return wrap(
        glyphs(in: String(paragraph), ambiguous), columns: columns,
        firstIndent: number == 0 ? 0 : indent,
        indent: number == 0 ? max(indent, hang) : indent + hang)
    }
  }

  /// The text with `mark` wherever a line may end within what has no blanks.
  func marked(_ mark: String) -> String {
    var result = ""
    var previous: Glyph?
    for glyph in glyphs(in: self) {
      if let previous, !previous.isSpace, mayBreak(between: previous, and: glyph) { result += mark }
      result += glyph.text
      previous = glyph
    }
    return result
  }

  /// The line cut into rows of at most `columns` cells, with nothing added or left out.
  func cut(to columns: Int, _ ambiguous: AmbiguousWidth = .unknown) -> [String] {
    if displayWidth(self, ambiguous) <= columns { return [self] }
    return wrap(
      glyphs(in: self, ambiguous), columns: columns, firstIndent: 0, indent: 0, isCut: true)
  }
}

private func wrap(
  _ glyphs: [Glyph], columns: Int, firstIndent: Int, indent: Int, isCut: Bool = false
) -> [String] {
  var lines: [String] = []
  var style = ""
  var start = 0
  repeat {
    let margin = lines.isEmpty ? firstIndent : indent
    let cells = columns - margin
    let end =
      isCut
      ? endOfRow(in: glyphs, from: start, cells: cells)
      : endOfLine(in: glyphs, from: start, cells: cells)
    let part = glyphs[start..<end]
    let line = isCut ? Array(part) : part.withoutTrailingSpaces()
    let opening = style
    for glyph in glyphs[start..<end] where glyph.isStyle {
      style = glyph.endsStyle ? "" : style + glyph.text
    }
    let closing = style.isEmpty ? "" : "\u{1B}[0m"
    lines.append(
      String(repeating: " ", count: margin) + opening + line.map(\.text).joined() + closing)
    start = end
  } while start < glyphs.count
  return lines
}

/// The end of the row that begins at `start`, if a row may end anywhere.
private func endOfRow(in glyphs: [Glyph], from start: Int, cells columns: Int) -> Int {
  var cells = 0
  for index in start..<glyphs.count {
    cells += glyphs[index].cells
    if cells > columns { return max(index, start + 1) }
  }
  return glyphs.count
}

/// The end of the line that begins at `start`. Trailing spaces do not count towards its width.
private func endOfLine(in glyphs: [Glyph], from start: Int, cells columns: Int) -> Int {
  var cells = 0
  var lastBreak: Int?
  var previous: Glyph?
  var last: Glyph?
  for index in start..<glyphs.count where !glyphs[index].isStyle {
    let glyph = glyphs[index]
    if let previous, mayBreak(between: previous, and: glyph) {
      let isBound = previous.isSpace && previous.cells == 1 && staysBeside(glyphs, index, last)
      if !isBound { lastBreak = index }
    }
    if !glyph.isSpace { last = glyph }
    cells += glyph.cells
    if cells > columns, !glyph.isSpace { return lastBreak ?? max(index, start + 1) }
    // Leading blanks are indentation; do not break there.
    if previous != nil || !glyph.isSpace { previous = glyph }
  }
  return glyphs.count
}

/// Whether the text that begins at `index` stays beside the number or the unit before it: a unit
/// beside its number, seconds beside their minutes.
private func staysBeside(_ glyphs: [Glyph], _ index: Int, _ last: Glyph?) -> Bool {
  let glyph = glyphs[index]
  if last?.isDigit == true {
    if units.contains(glyph.text) { return true }
    let word = glyphs[index...].lazy.filter { !$0.isStyle }.prefix { $0.cells == 1 && !$0.isSpace }
    return glyph.text.first?.isLetter == true
      && unitWords.contains(word.prefix(5).map(\.text).joined().filter(\.isLetter))
  }
  guard glyph.isDigit, let last else { return false }
  return last.text == "分"
    || glyphs[..<index].reversed().lazy.filter { !$0.isStyle }.prefix(5).map(\.text)
      .elementsEqual([" ", "n", "i", "m", " "])
}

private func mayBreak(between before: Glyph, and after: Glyph) -> Bool {
  if after.isSpace { return false }
  if before.isSpace { return true }
  return (before.isJapanese || after.isJapanese)
    && !notAtStart.contains(after.text) && !notAtEnd.contains(before.text)
}

extension Glyph {
  /// Whether a number may end with it.
  fileprivate var isDigit: Bool { text.count == 1 && text.first?.isNumber == true }

  /// Whether it belongs to a script without spaces between words: wide characters and half-width
  /// katakana.
  fileprivate var isJapanese: Bool {
    cells > 1 || text.unicodeScalars.contains { (0xFF61...0xFF9F).contains($0.value) }
  }
}

extension ArraySlice<Glyph> {
  fileprivate func withoutTrailingSpaces() -> [Glyph] {
    let end = lastIndex { !$0.isSpace && !$0.isStyle }.map { $0 + 1 } ?? startIndex
    return self[..<end] + self[end...].filter(\.isStyle)
  }
}

/// The units that stay beside their number, although a blank separates them.
private let units = Set("%問件秒分回日週年時行個人点".map(String.init))

private let unitWords: Set = ["s", "min", "left"]

private let notAtStart = Set(
  ("、。，．・：；？！゛゜ヽヾゝゞ々ー〜～）〕］｝〉》」』】〙〗ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    + "｡｣､･ｧｨｩｪｫｬｭｮｯｰﾞﾟ,.)]}!?:;%’”…‥％‼⁇⁈⁉").map(String.init))

private let notAtEnd = Set("（〔［｛〈《「『【〘〖｢([{‘“＃＄￥".map(String.init))
