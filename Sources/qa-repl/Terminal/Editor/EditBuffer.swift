/// A text being edited, and the cursor in it. Positions count characters as a person sees them.
package struct EditBuffer: Equatable {
  package private(set) var characters: [Character] = []
  package private(set) var cursor = 0

  /// Starts with the cursor at the end of the text.
  package init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  package var text: String { String(characters) }
  package var isEmpty: Bool { characters.isEmpty }
  package var isAtEnd: Bool { cursor == characters.count }

  /// Inserts text at the cursor.
  ///
  /// The neighbouring characters are segmented again, because a mark or joiner combines with the
  /// letter before it.
  package mutating func insert(_ text: String) {
    splice(cursor..<cursor, with: text)
  }

  package mutating func move(to index: Int) {
    cursor = max(0, min(index, characters.count))
  }

  /// Removes and returns the text between the cursor and `index`.
  @discardableResult
  package mutating func remove(to index: Int) -> String {
    let other = max(0, min(index, characters.count))
    let range = min(cursor, other)..<max(cursor, other)
    let removed = String(characters[range])
    // Neighbours may now combine, such as the halves of two flags.
    splice(range, with: "")
    return removed
  }

  /// Replaces `range` by `text` and puts the cursor after it.
  ///
  /// Segments only the characters that can combine: from the left neighbour to the next character
  /// on the right that never combines with its predecessor.
  private mutating func splice(_ range: Range<Int>, with text: String) {
    let first = max(0, range.lowerBound - 1)
    var last = range.upperBound
    while last < characters.count, !characters[last].isPlain { last += 1 }
    let head = String(characters[first..<range.lowerBound]) + text
    let joined = Array(head + String(characters[range.upperBound..<last]))
    cursor = first + min(head.count, joined.count)
    characters.replaceSubrange(first..<last, with: joined)
  }

  /// Replaces the text from `index` to the cursor.
  package mutating func replace(from index: Int, with text: String) {
    remove(to: index)
    insert(text)
  }

  /// Swaps the characters around the cursor, or the last two if the cursor is at the end.
  mutating func transpose() {
    guard characters.count > 1, cursor > 0 else { return }
    if isAtEnd { cursor -= 1 }
    characters.insert(characters.remove(at: cursor), at: cursor - 1)
    cursor += 1
  }

  var lineStart: Int {
    characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0
  }

  var lineEnd: Int {
    characters[cursor...].firstIndex(of: "\n") ?? characters.count
  }

  /// The start of the word before the cursor. Blanks in between are skipped.
  var wordStart: Int {
    var index = cursor
    while index > 0, kind(at: index - 1) == .blank { index -= 1 }
    guard index > 0 else { return 0 }
    let word = kind(at: index - 1)
    while index > 0, kind(at: index - 1) == word { index -= 1 }
    return index
  }

  /// The end of the word after the cursor. Blanks in between are skipped.
  var wordEnd: Int {
    var index = cursor
    while index < characters.count, kind(at: index) == .blank { index += 1 }
    guard index < characters.count else { return index }
    let word = kind(at: index)
    while index < characters.count, kind(at: index) == word { index += 1 }
    return index
  }

  /// Japanese has no blanks between words, so a change of script ends a word.
  private enum Kind { case blank, letters, kanji, hiragana, katakana, signs }

  private func kind(at index: Int) -> Kind {
    let character = characters[index]
    guard let scalar = character.unicodeScalars.first else { return .signs }
    switch scalar.value {
    case 0x30FC where index > 0: return kind(at: index - 1)  // ー belongs to the script before it
    case 0x3041...0x309F: return .hiragana
    case 0x30A1...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: return .katakana
    case 0x3005...0x3007, 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFD: return .kanji
    default: break
    }
    if character.isWhitespace { return .blank }
    return character.isLetter || character.isNumber || character == "_" ? .letters : .signs
  }
}

/// A text being edited, laid out in rows after its prompt.
///
/// The last column of the screen stays empty, because terminals disagree about the cursor position
/// after a full row. A cursor after a full row is therefore at the start of the next row.
///
/// Rows end as those of any text do, after a blank or beside a wide character. A blank after a full
/// row takes the empty column, and the next row begins with the word after it.
package struct TextLayout: Equatable {
  package struct Position: Equatable {
    package var row: Int
    package var column: Int
  }

  package fileprivate(set) var rows: [Row]
  /// The position of each character, and last the position after the final one.
  package let positions: [Position]
  private let cursorIndex: Int
  fileprivate let mark: CutMark

  package var cursor: Position { positions[cursorIndex] }

  /// - Parameter mark: The sign where the prompt or a faint text is cut.
  package init(
    _ buffer: EditBuffer, prompt: String, columns: Int, _ ambiguous: AmbiguousWidth = .unknown,
    mark: CutMark = .ascii
  ) {
    self.mark = mark
    cursorIndex = buffer.cursor
    let width = max(2, columns - 1)
    // A prompt takes two thirds of the row besides the blanks before it, and leaves room for a
    // wide character.
    let blanks = prompt.prefix { $0 == " " }.count
    let room = min(width * 2 / 3 + blanks, width - 2)
    var filler = RowFiller(
      prompt: prompt.truncated(to: room, ambiguous, mark: mark), width: width, ambiguous)
    for character in buffer.characters { filler.append(character) }
    filler.end()
    (rows, positions) = (filler.rows, filler.positions)
  }

  /// The index of the character nearest to the cursor's column, `distance` rows away; `nil` when
  /// there is no such row.
  package func index(rowsFromCursor distance: Int) -> Int? {
    let target = cursor.row + distance
    guard rows.indices.contains(target) else { return nil }
    return positions.lastIndex {
      $0.row == target && $0.column <= cursor.column
    } ?? positions.firstIndex { $0.row == target }
  }
}

/// Fills rows with the characters of a text, one after the other.
private struct RowFiller {
  private(set) var rows: [Row] = []
  private(set) var positions: [TextLayout.Position] = []
  /// The beginning of the row before its text: the prompt, or as many blanks.
  private var head: Row
  /// The characters of the row that is being filled.
  private var line: [Glyph] = []
  private var cells: Int
  /// Whether a blank takes the empty column behind them.
  private var hasBlankBehind = false
  private let width: Int
  private let ambiguous: AmbiguousWidth

  init(prompt: String, width: Int, _ ambiguous: AmbiguousWidth) {
    cells = displayWidth(prompt, ambiguous)
    head = Row(text: prompt, cells: cells)
    (self.width, self.ambiguous) = (width, ambiguous)
  }

  private var isFull: Bool { hasBlankBehind || cells >= width }

  mutating func append(_ character: Character) {
    if character == "\n" { return end() }
    var glyph = Glyph(character, ambiguous)
    if !character.isPlain {
      glyph.text = String(character).sanitised
      glyph.cells = displayWidth(glyph.text, ambiguous)
    }
    if isFull || cells + glyph.cells > width {
      if glyph.isSpace, !hasBlankBehind, !line.isEmpty {
        hasBlankBehind = true
        return place()
      }
      // A longer part of a row stays, and the word is cut. The next row has room for this character
      // too.
      let room = width - head.cells
      let most = min(room * 2 / 3, room - glyph.cells)
      close(after: hasBlankBehind ? line.count : endOfRow(line, before: glyph, moving: most))
    }
    add(glyph)
  }

  /// Ends the row, and a full one with an empty row for the cursor after it.
  mutating func end() {
    if isFull { close(after: line.count) }
    place()
    close(after: line.count)
  }

  private mutating func add(_ glyph: Glyph) {
    place()
    line.append(glyph)
    cells += glyph.cells
  }

  private mutating func place() {
    positions.append(TextLayout.Position(row: rows.count, column: cells))
  }

  /// Ends the row after so many of its characters. The others begin the next one.
  private mutating func close(after count: Int) {
    let (shown, rest) = (line[..<count], line[count...])
    rows.append(
      Row(
        text: head.text + shown.map(\.text).joined(),
        cells: shown.reduce(head.cells) { $0 + $1.cells }))
    head.text = String(repeating: " ", count: head.cells)
    (line, cells, hasBlankBehind) = ([], head.cells, false)
    positions.removeLast(rest.count)
    rest.forEach { add($0) }
  }
}

extension TextLayout {
  /// Appends a dim text to the last row, cut to the available width.
  package mutating func append(
    faint text: String, columns: Int, _ ambiguous: AmbiguousWidth = .unknown
  ) {
    guard let last = rows.last else { return }
    let shown = text.sanitisedLine.truncated(
      to: max(0, columns - 1 - last.cells), ambiguous, mark: mark)
    rows[rows.count - 1] = Row(
      text: last.text + "\u{1B}[2m\(shown)\u{1B}[0m",
      cells: last.cells + displayWidth(shown, ambiguous))
  }
}

/// One row of the screen, ready to print: sanitised, coloured, and at least one cell narrower than
/// the screen.
package struct Row: Equatable {
  package var text: String
  package var cells: Int

  package init(text: String, cells: Int) {
    self.text = text
    self.cells = cells
  }

  /// Measures the text and cuts it to the width of the screen.
  package init(
    _ text: String, columns: Int, _ ambiguous: AmbiguousWidth = .unknown, mark: CutMark = .ascii
  ) {
    let width = displayWidth(text, ambiguous)
    let isCut = width > max(1, columns - 1)
    self.text = isCut ? text.truncated(to: max(1, columns - 1), ambiguous, mark: mark) : text
    cells = isCut ? displayWidth(self.text, ambiguous) : width
  }

  /// The number of rows into which a terminal with fewer columns folds this one. A wide character
  /// that does not fit at the end of a row begins the next one.
  func foldedCount(columns: Int, _ ambiguous: AmbiguousWidth = .unknown) -> Int {
    guard cells > columns else { return 1 }
    var (count, taken) = (1, 0)
    for glyph in glyphs(in: text, ambiguous) {
      taken += glyph.cells
      if taken > columns { (count, taken) = (count + 1, glyph.cells) }
    }
    return count
  }
}
