extension String {
  /// The text as lines of at most that many cells, by the rules of Japanese and English.
  ///
  /// A line breaks after a space or beside a wide character, never before a character that must
  /// not begin a line nor after one that must not end it (kinsoku, JIS X 4051); a word that is
  /// longer than a line is cut. Colours that are open at a break are closed and opened again, so
  /// each line stands for itself.
  ///
  /// - Parameter indent: The blanks put before each line but the first.
  func wrapped(to columns: Int, indent: Int = 0) -> [String] {
    let columns = max(columns, indent + 2)
    let paragraphs = split(omittingEmptySubsequences: false) { $0.isNewline }
    return paragraphs.enumerated().flatMap { number, paragraph in
      wrap(
        glyphs(in: String(paragraph)), columns: columns, firstIndent: number == 0 ? 0 : indent,
        indent: indent)
    }
  }
}

private func wrap(_ glyphs: [Glyph], columns: Int, firstIndent: Int, indent: Int) -> [String] {
  var lines: [String] = []
  var style = ""
  var start = 0
  repeat {
    let margin = lines.isEmpty ? firstIndent : indent
    let end = endOfLine(in: glyphs, from: start, cells: columns - margin)
    let line = glyphs[start..<end].withoutTrailingSpaces()
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

/// Where the line that begins at `start` ends; spaces may hang over the edge.
private func endOfLine(in glyphs: [Glyph], from start: Int, cells columns: Int) -> Int {
  var cells = 0
  var lastBreak: Int?
  var previous: Glyph?
  for index in start..<glyphs.count where !glyphs[index].isStyle {
    let glyph = glyphs[index]
    if let previous, mayBreak(between: previous, and: glyph) { lastBreak = index }
    cells += glyph.cells
    if cells > columns, !glyph.isSpace { return lastBreak ?? max(index, start + 1) }
    // Blanks at the start of a line are its indentation, no place to break.
    if previous != nil || !glyph.isSpace { previous = glyph }
  }
  return glyphs.count
}

private func mayBreak(between before: Glyph, and after: Glyph) -> Bool {
  if after.isSpace { return false }
  if before.isSpace { return true }
  if notAtStart.contains(after.text) || notAtEnd.contains(before.text) { return false }
  return before.isJapanese || after.isJapanese
}

extension Glyph {
  /// Wide, or half-width katakana: scripts without spaces between words.
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

private let notAtStart = Set(
  ("、。，．・：；？！゛゜ヽヾゝゞ々ー〜～）〕］｝〉》」』】〙〗ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    + "｡｣､･ｧｨｩｪｫｬｭｮｯｰﾞﾟ,.)]}!?:;%’”…‥％‼⁇⁈⁉").map(String.init))

private let notAtEnd = Set("（〔［｛〈《「『【〘〖｢([{‘“＃＄￥".map(String.init))
