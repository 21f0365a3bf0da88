/// The number of terminal cells that a text takes. Colour sequences take none.
///
/// The C library's `wcwidth` cannot be used instead: in the C locale it knows only ASCII, and
/// elsewhere its tables are as old as the system.
package func displayWidth(_ text: String, _ ambiguous: AmbiguousWidth = .unknown) -> Int {
  var cells = 0
  let isPlain = PlainText.read(text) { part, _ in
    switch part {
    case .ascii: cells += 1
    case .wide: cells += 2
    case .sign(let scalar): cells += scalar.cells(ambiguous)
    case .style: break
    }
  }
  if isPlain { return cells }
  return text.utf8.contains(0x1B)
    ? glyphs(in: text, ambiguous).reduce(0) { $0 + $1.cells }
    : text.reduce(0) { $0 + $1.cells(ambiguous) }
}

extension Character {
  /// The cells that the character takes in a terminal that draws grapheme clusters as units.
  package func cells(_ ambiguous: AmbiguousWidth = .unknown) -> Int {
    if let value = asciiValue { return value < 0x20 || value == 0x7F ? 0 : 1 }
    if isSurelyWide { return 2 }
    return isJoinedEmoji ? 2 : unicodeScalars.reduce(0) { $0 + $1.cells(ambiguous) }
  }

  /// Whether terminals disagree about the cells.
  ///
  /// Text after such a character must be positioned by column, or the rest of the row shifts.
  func isWidthUncertain(_ ambiguous: AmbiguousWidth = .unknown) -> Bool {
    if isASCII || isSurelyWide { return false }
    return isJoinedEmoji
      || unicodeScalars.contains {
        $0.isPictorial
          || (ambiguous == .unknown && AmbiguousWidth.concerns($0) && !$0.isDrawing)
      }
  }

  /// Whether the character is kana or kanji, known without a look into Unicode's tables.
  private var isSurelyWide: Bool {
    guard unicodeScalars.count == 1, let scalar = unicodeScalars.first else { return false }
    return scalar.isSurelyWide
  }

  /// An emoji made of several scalars. Some terminals draw each scalar separately.
  private var isJoinedEmoji: Bool {
    unicodeScalars.dropFirst().contains {
      $0 == "\u{200D}" || $0 == "\u{FE0F}" || $0.properties.isEmojiModifier
    }
  }
}

extension Character {
  /// Printable ASCII, kana or kanji, the bulk of most long texts. Such a character needs no
  /// sanitising and never combines with the one before it.
  package var isPlain: Bool {
    if let value = asciiValue { return (0x20..<0x7F).contains(value) }
    guard unicodeScalars.count == 1, let value = unicodeScalars.first?.value else { return false }
    return (0x3001...0x3029).contains(value) || (0x3041...0x3096).contains(value)
      || (0x309B...0x9FFF).contains(value)
  }
}

extension Unicode.Scalar {
  /// Whether it is kana or kanji, which take two cells everywhere and combine with nothing before
  /// them.
  var isSurelyWide: Bool {
    switch value {
    case 0x4E00...0x9FFF, 0x3041...0x3096, 0x30A0...0x30FF, 0x3001, 0x3002: true
    default: false
    }
  }

  fileprivate func cells(_ ambiguous: AmbiguousWidth) -> Int {
    guard value >= 0x300 else {
      return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : usualCells(ambiguous)
    }
    switch value {
    case 0xFF9E, 0xFF9F: return 1  // a half-width voicing mark has a cell of its own
    case 0x1160...0x11FF: return 0  // vowels and final consonants of a Hangul syllable
    case 0x1F1E6...0x1F1FF: return 1  // half a flag
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator:
      return 0
    default:
      return properties.isEmojiPresentation || isContained(in: wideRanges)
        ? 2 : usualCells(ambiguous)
    }
  }

  private func usualCells(_ ambiguous: AmbiguousWidth) -> Int {
    ambiguous == .wide && AmbiguousWidth.concerns(self) ? 2 : 1
  }

  /// A sign or picture that some fonts draw wider than Unicode says.
  fileprivate var isPictorial: Bool {
    (0x2600...0x27BF).contains(value) || (0x1F100...0x1F1AC).contains(value) || value == 0xFFFD
  }

  /// A line or block of a chart. Bars are made of many, and a column after each would double their
  /// bytes. Every terminal that gives them two cells answers the question about widths.
  fileprivate var isDrawing: Bool { (0x2500...0x259F).contains(value) }

  /// Whether one of `ranges`, which ascend, contains the scalar.
  func isContained(in ranges: [ClosedRange<UInt32>]) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[middle].upperBound { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}

/// The Wide and Fullwidth ranges of EastAsianWidth.txt (Unicode 15), without the scalars with emoji
/// presentation. Unassigned gaps are included.
private let wideRanges: [ClosedRange<UInt32>] = [
  0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
  0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
  0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265,
  0x20000...0x3FFFD,
]

/// How many cells the terminal gives to a character whose width depends on the terminal's settings,
/// such as `×` and `…`. Terminals for East Asian text may give it two.
package enum AmbiguousWidth: Equatable {
  /// The user has not chosen a width, and the terminal has not answered. The character counts as
  /// one cell.
  case unknown
  case narrow, wide

  package var cells: Int { self == .wide ? 2 : 1 }

  /// Whether `scalar` is such a character (UAX #11).
  package static func concerns(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0xA1 && scalar.isContained(in: ranges)
  }

  /// The Ambiguous ranges of EastAsianWidth.txt (Unicode 14), without the marks that take no cell.
  private static let ranges: [ClosedRange<UInt32>] = [
    0xA1...0xA1, 0xA4...0xA4, 0xA7...0xA8, 0xAA...0xAA, 0xAE...0xAE, 0xB0...0xB4, 0xB6...0xBA,
    0xBC...0xBF, 0xC6...0xC6, 0xD0...0xD0, 0xD7...0xD8, 0xDE...0xE1, 0xE6...0xE6, 0xE8...0xEA,
    0xEC...0xED, 0xF0...0xF0, 0xF2...0xF3, 0xF7...0xFA, 0xFC...0xFC, 0xFE...0xFE, 0x101...0x101,
    0x111...0x111, 0x113...0x113, 0x11B...0x11B, 0x126...0x127, 0x12B...0x12B, 0x131...0x133,
    0x138...0x138, 0x13F...0x142, 0x144...0x144, 0x148...0x14B, 0x14D...0x14D, 0x152...0x153,
    0x166...0x167, 0x16B...0x16B, 0x1CE...0x1CE, 0x1D0...0x1D0, 0x1D2...0x1D2, 0x1D4...0x1D4,
    0x1D6...0x1D6, 0x1D8...0x1D8, 0x1DA...0x1DA, 0x1DC...0x1DC, 0x251...0x251, 0x261...0x261,
    0x2C4...0x2C4, 0x2C7...0x2C7, 0x2C9...0x2CB, 0x2CD...0x2CD, 0x2D0...0x2D0, 0x2D8...0x2DB,
    0x2DD...0x2DD, 0x2DF...0x2DF, 0x391...0x3A1, 0x3A3...0x3A9, 0x3B1...0x3C1, 0x3C3...0x3C9,
    0x401...0x401, 0x410...0x44F, 0x451...0x451, 0x2010...0x2010, 0x2013...0x2016, 0x2018...0x2019,
    0x201C...0x201D, 0x2020...0x2022, 0x2024...0x2027, 0x2030...0x2030, 0x2032...0x2033,
    0x2035...0x2035, 0x203B...0x203B, 0x203E...0x203E, 0x2074...0x2074, 0x207F...0x207F,
    0x2081...0x2084, 0x20AC...0x20AC, 0x2103...0x2103, 0x2105...0x2105, 0x2109...0x2109,
    0x2113...0x2113, 0x2116...0x2116, 0x2121...0x2122, 0x2126...0x2126, 0x212B...0x212B,
    0x2153...0x2154, 0x215B...0x215E, 0x2160...0x216B, 0x2170...0x2179, 0x2189...0x2189,
    0x2190...0x2199, 0x21B8...0x21B9, 0x21D2...0x21D2, 0x21D4...0x21D4, 0x21E7...0x21E7,
    0x2200...0x2200, 0x2202...0x2203, 0x2207...0x2208, 0x220B...0x220B, 0x220F...0x220F,
    0x2211...0x2211, 0x2215...0x2215, 0x221A...0x221A, 0x221D...0x2220, 0x2223...0x2223,
    0x2225...0x2225, 0x2227...0x222C, 0x222E...0x222E, 0x2234...0x2237, 0x223C...0x223D,
    0x2248...0x2248, 0x224C...0x224C, 0x2252...0x2252, 0x2260...0x2261, 0x2264...0x2267,
    0x226A...0x226B, 0x226E...0x226F, 0x2282...0x2283, 0x2286...0x2287, 0x2295...0x2295,
    0x2299...0x2299, 0x22A5...0x22A5, 0x22BF...0x22BF, 0x2312...0x2312, 0x2460...0x24E9,
    0x24EB...0x254B, 0x2550...0x2573, 0x2580...0x258F, 0x2592...0x2595, 0x25A0...0x25A1,
    0x25A3...0x25A9, 0x25B2...0x25B3, 0x25B6...0x25B7, 0x25BC...0x25BD, 0x25C0...0x25C1,
    0x25C6...0x25C8, 0x25CB...0x25CB, 0x25CE...0x25D1, 0x25E2...0x25E5, 0x25EF...0x25EF,
    0x2605...0x2606, 0x2609...0x2609, 0x260E...0x260F, 0x261C...0x261C, 0x261E...0x261E,
    0x2640...0x2640, 0x2642...0x2642, 0x2660...0x2661, 0x2663...0x2665, 0x2667...0x266A,
    0x266C...0x266D, 0x266F...0x266F, 0x269E...0x269F, 0x26BF...0x26BF, 0x26C6...0x26CD,
    0x26CF...0x26D3, 0x26D5...0x26E1, 0x26E3...0x26E3, 0x26E8...0x26E9, 0x26EB...0x26F1,
    0x26F4...0x26F4, 0x26F6...0x26F9, 0x26FB...0x26FC, 0x26FE...0x26FF, 0x273D...0x273D,
    0x2776...0x277F, 0x2B56...0x2B59, 0x3248...0x324F, 0xE000...0xF8FF, 0xFFFD...0xFFFD,
    0x1F100...0x1F10A, 0x1F110...0x1F12D, 0x1F130...0x1F169, 0x1F170...0x1F18D, 0x1F18F...0x1F190,
    0x1F19B...0x1F1AC, 0xF0000...0xFFFFD, 0x100000...0x10FFFD,
  ]
}

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
  package func wrapped(to columns: Int, indent: Int = 0, _ ambiguous: AmbiguousWidth = .unknown)
    -> [String]
  {
    let columns = max(columns, indent + 2)
    if isPlainRow(of: columns) { return [self] }
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

  /// Whether it is surely one row as it stands: printable ASCII without blanks at its end.
  private func isPlainRow(of columns: Int) -> Bool {
    utf8.count <= columns && utf8.last != 0x20 && utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// The text with `mark` wherever a line may end within what has no blanks.
  package func marked(_ mark: String) -> String {
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
  package func cut(to columns: Int, _ ambiguous: AmbiguousWidth = .unknown) -> [String] {
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
///
/// A line of Japanese ends between two phrases, such as `質問を` and `登録できます`, if one ends near
/// its edge.
private func endOfLine(in glyphs: [Glyph], from start: Int, cells columns: Int) -> Int {
  var cells = 0
  var lastBreak: Int?
  var lastPhrase: Int?
  // A quarter of the line at most stays empty for that, or a few characters of a short one.
  let least = columns - min(columns / 2, max(columns / 4, 12))
  var previous: Glyph?
  var last: Glyph?
  for index in start..<glyphs.count where !glyphs[index].isStyle {
    let glyph = glyphs[index]
    if let previous, mayBreak(between: previous, and: glyph) {
      let isBound = previous.isSpace && previous.cells == 1 && staysBeside(glyphs, index, last)
      if !isBound {
        lastBreak = index
        if cells >= least, mayEndPhrase(in: glyphs, before: index) { lastPhrase = index }
      }
    }
    if !glyph.isSpace { last = glyph }
    cells += glyph.cells
    if cells > columns, !glyph.isSpace {
      let usual = lastPhrase ?? lastBreak.map { endOfWord(in: glyphs, before: $0, from: start) }
      return usual ?? max(index, start + 1)
    }
    // Leading blanks are indentation; do not break there.
    if previous != nil || !glyph.isSpace { previous = glyph }
  }
  return glyphs.count
}

/// A place for the end of a line, before `end` if hardly more than the end of a sentence would be
/// left for the next line, such as the `ん。` of `ありません。`.
private func endOfWord(in glyphs: [Glyph], before end: Int, from start: Int) -> Int {
  let rest = glyphs[end...].lazy.filter { !$0.isStyle }
  let left = rest.prefix { $0.isKana }.count
  guard (1...3).contains(left), let next = rest.dropFirst(left).first, ends.contains(next.text)
  else { return end }
  // The places before the kana that lead to it, the nearest first.
  let places = glyphs[start..<end].indices.reversed().prefix { glyphs[$0].isKana }
  // A verb that ends many sentences goes to the next line, or a whole word of kana, or of a longer
  // one its ending of four.
  let verb = places.last { place in
    let text = glyphs[place...].lazy.filter { !$0.isStyle }.prefix(5).reduce("") { $0 + $1.text }
    return verbs.contains { text.hasPrefix($0) }
  }
  let usual = places.count + left <= 6 ? places.last : places.first { end - $0 + left >= 4 }
  guard let place = verb ?? usual, place > start else { return end }
  return mayBreak(between: glyphs[place - 1], and: glyphs[place]) ? place : end
}

/// Whether the text that begins at `index` stays beside the number or the unit before it: a unit
/// beside its number, seconds beside their minutes.
private func staysBeside(_ glyphs: [Glyph], _ index: Int, _ last: Glyph?) -> Bool {
  let glyph = glyphs[index]
  if last?.isDigit == true {
    if units.contains(glyph.text) { return true }
    guard unitWords.contains(where: { $0.hasPrefix(glyph.text) }) else { return false }
    let word = glyphs[index...].lazy.filter { !$0.isStyle }.prefix { $0.cells == 1 && !$0.isSpace }
    return unitWords.contains(word.prefix(5).map(\.text).joined().filter(\.isLetter))
  }
  guard glyph.isDigit, let last else { return false }
  return last.text == "分"
    || last.text == "n"
      && glyphs[..<index].reversed().lazy.filter { !$0.isStyle }.prefix(5).map(\.text)
        .elementsEqual([" ", "n", "i", "m", " "])
}

/// How many characters of a row that is full it keeps: those before the last place where it may
/// end, unless more than `most` cells moved to the next row. Blanks at its beginning are indentation.
///
/// - Parameter next: The character for which there is no room.
func endOfRow(_ row: [Glyph], before next: Glyph, moving most: Int) -> Int {
  let indentation = row.prefix { $0.isSpace }.count
  var (end, moved, after) = (row.count, 0, next)
  while end > indentation {
    let before = row[end - 1]
    if mayBreak(between: before, and: after) { return end }
    moved += before.cells
    guard moved <= most else { break }
    (end, after) = (end - 1, before)
  }
  return row.count
}

private func mayBreak(between before: Glyph, and after: Glyph) -> Bool {
  if after.isSpace { return false }
  if before.isSpace { return true }
  return (before.isJapanese || after.isJapanese)
    && !notAtStart.contains(after.text) && !notAtEnd.contains(before.text)
}

/// Whether a phrase may end before a place where a line may end. A phrase goes on in hiragana, which
/// are its particles and endings, and the next one mostly begins in another script. A verb such as
/// `できます` may part from the word of several kanji before it, and `ありません` from the particle
/// before it.
private func mayEndPhrase(in glyphs: [Glyph], before index: Int) -> Bool {
  // What changes the style stands between characters, and is none.
  var seen = glyphs[..<index].reversed().lazy.filter { !$0.isStyle }.makeIterator()
  guard let before = seen.next() else { return false }
  let after = glyphs[index]
  if before.isSpace { return true }
  if closing.contains(before.text), particles.contains(after.text) { return false }
  if notAtStart.contains(before.text) && !before.isKana { return true }
  if notAtEnd.contains(after.text) { return true }
  if after.isHiragana {
    guard !particles.contains(after.text), let earlier = seen.next() else { return false }
    if particlesAtEnd.contains(before.text) {
      // Such as `には` and `では`.
      let isDouble = before.text == "は" && particlesBeforeHa.contains(earlier.text)
      guard let word = isDouble ? seen.next() : earlier else { return false }
      return word.isKanji || word.isKatakana || closing.contains(word.text)
    }
    return before.isKanji && earlier.isKanji
      && glyphs[index...].prefix(3).count(where: \.isHiragana) == 3
  }
  return before.isKana && !(before.isKatakana && after.isKatakana)
    && !["お", "ご"].contains(before.text)
}

extension Glyph {
  fileprivate var isHiragana: Bool { isAny(of: 0x3041...0x309F) }
  /// Whether it is katakana, or the sign of a long vowel.
  fileprivate var isKatakana: Bool { isAny(of: 0x30A1...0x30FF) }
  fileprivate var isKana: Bool { isHiragana || isKatakana }
  fileprivate var isKanji: Bool { isAny(of: 0x4E00...0x9FFF) }

  private func isAny(of range: ClosedRange<UInt32>) -> Bool {
    text.unicodeScalars.first.map { range.contains($0.value) } ?? false
  }

  /// Whether a number may end with it.
  fileprivate var isDigit: Bool {
    if let ascii { return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(ascii) }
    return text.count == 1 && text.first?.isNumber == true
  }

  /// The byte that is the whole character.
  private var ascii: UInt8? { text.utf8.count == 1 ? text.utf8.first : nil }

  /// Whether it belongs to a script without spaces between words: wide characters and half-width
  /// katakana.
  fileprivate var isJapanese: Bool {
    cells > 1
      || ascii == nil && text.unicodeScalars.contains { (0xFF61...0xFF9F).contains($0.value) }
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

private let unitWords = ["s", "min", "left"]

private let notAtStart = Set(
  ("、。，．・：；？！゛゜ヽヾゝゞ々ー〜～）〕］｝〉》」』】〙〗ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ"
    + "｡｣､･ｧｨｩｪｫｬｭｮｯｰﾞﾟ,.)]}!?:;%’”…‥％‼⁇⁈⁉").map(String.init))

private let notAtEnd = Set("（〔［｛〈《「『【〘〖｢([{‘“＃＄￥".map(String.init))

/// The hiragana that go on with the word before them, as particles.
private let particles = Set("がをはにのもと".map(String.init))
/// Those of them behind which a word of hiragana may begin.
private let particlesAtEnd = Set("はをにがと".map(String.init))
/// Those that may stand between a word and `は`.
private let particlesBeforeHa = Set("でにと".map(String.init))
/// The verbs of hiragana with which sentences end.
private let verbs = ["ありません", "ありました", "できません", "できました", "できます", "ください", "でした"]
/// The brackets behind which a particle goes on.
private let closing = Set("」』）】".map(String.init))
/// The signs that end a sentence.
private let ends = Set("。？！?!".map(String.init))

/// The side of its cells to which a text is aligned.
package enum Alignment {
  case leading, trailing
}

extension String {
  /// The text filled with blanks to `cells` terminal cells. A longer text is unchanged.
  package func padded(
    to cells: Int, _ alignment: Alignment = .leading, _ ambiguous: AmbiguousWidth = .unknown
  ) -> String {
    let blanks = String(repeating: " ", count: max(0, cells - displayWidth(self, ambiguous)))
    return alignment == .leading ? self + blanks : blanks + self
  }

  /// The text cut to at most `cells` terminal cells, with a mark where it was cut.
  ///
  /// Colour sequences are kept, so colours are still reset.
  package func truncated(
    to cells: Int, _ ambiguous: AmbiguousWidth = .unknown, mark: CutMark = .ascii
  ) -> String {
    guard displayWidth(self, ambiguous) > cells else { return self }
    let isMarked = cells >= 4
    var room = cells - (isMarked ? mark.cells : 0)
    var result = ""
    var marked = false
    for glyph in glyphs(in: self, ambiguous) {
      if glyph.isStyle || (!marked && glyph.cells <= room) {
        result += glyph.text
        room -= glyph.cells
      } else if !marked {
        if isMarked { result += mark.text }
        marked = true
      }
    }
    return result
  }
}

/// The sign where a text is cut, and the cells to leave for it.
package struct CutMark: Equatable {
  package let text: String
  /// Terminals disagree about the width of `…`, so it gets two cells until its width is known.
  package let cells: Int

  package init(_ signs: Signs, _ ambiguous: AmbiguousWidth) {
    text = signs.cut
    cells = signs == .unicode && ambiguous == .narrow ? 1 : 2
  }

  /// The mark of texts that programs read.
  package static let ascii = CutMark(.ascii, .unknown)
}

/// The number of rows for which there is room. It is never less than none, even when more rows are
/// taken than there are.
package struct Room: Equatable {
  package let rows: Int

  package init(_ rows: Int) { self.rows = max(0, rows) }

  package static func - (room: Room, taken: Int) -> Room { Room(room.rows - taken) }
  package static func -= (room: inout Room, taken: Int) { room = room - taken }
}

/// Reads a text whose every scalar is a character of its own: printable ASCII, kana, kanji, common
/// signs and colour sequences. Most rows are such texts, and need not be split by Unicode's rules
/// about clusters.
enum PlainText {
  /// One character of such a text.
  enum Part {
    case ascii(UInt8)
    /// Kana or kanji, which take two cells.
    case wide(Unicode.Scalar)
    /// A sign such as `·`, `▸` or `。`, or a letter of a European script.
    case sign(Unicode.Scalar)
    /// The bytes of a colour sequence.
    case style(Range<Int>)
  }

  /// Calls `body` with each part and the bytes of the text. Returns `false`, after some parts, when
  /// the text is not such a text.
  static func read(
    _ text: String, _ body: (Part, UnsafeBufferPointer<UInt8>) -> Void
  ) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var index = 0
      while index < bytes.count {
        guard let (part, end) = part(at: index, of: bytes) else { return false }
        body(part, bytes)
        index = end
      }
      return true
    } ?? false
  }

  private static func part(
    at index: Int, of bytes: UnsafeBufferPointer<UInt8>
  ) -> (Part, end: Int)? {
    let byte = bytes[index]
    if (0x20..<0x7F).contains(byte) { return (.ascii(byte), index + 1) }
    if byte == 0x1B {
      var end = index + 2
      while end < bytes.count, !(0x40...0x7E).contains(bytes[end]) {
        guard bytes[end] < 0x80 else { return nil }
        end += 1
      }
      return end < bytes.count ? (.style(index..<(end + 1)), end + 1) : nil
    }
    // The UTF-8 of a string is valid.
    if (0xC2...0xDF).contains(byte) {
      let value = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
      guard let scalar = Unicode.Scalar(value), scalar.standsAlone else { return nil }
      return (.sign(scalar), index + 2)
    }
    guard (0xE0...0xEF).contains(byte) else { return nil }
    let value =
      UInt32(byte & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
      | UInt32(bytes[index + 2] & 0x3F)
    guard let scalar = Unicode.Scalar(value) else { return nil }
    if scalar.isSurelyWide { return (.wide(scalar), index + 3) }
    return scalar.standsAlone ? (.sign(scalar), index + 3) : nil
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a sign or a letter that does not combine with the one before it.
  fileprivate var standsAlone: Bool {
    switch value {
    case 0xA1...0xAC, 0xAE...0x2FF, 0x391...0x3C9, 0x401...0x451, 0x2010...0x2027,
      0x2030...0x205E, 0x2190...0x23FF, 0x2500...0x27BF, 0x3000...0x3029, 0xFF01...0xFF60:
      true
    default: false
    }
  }
}

extension String {
  /// The text without blanks at its end.
  package var trimmingTrailingBlanks: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
