/// A text being edited, and the cursor in it. Positions count characters as a person sees them.
struct EditBuffer: Equatable {
  private(set) var characters: [Character] = []
  private(set) var cursor = 0

  /// Starts with the cursor at the end of the text.
  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  var isAtEnd: Bool { cursor == characters.count }

  /// Inserts text at the cursor.
  ///
  /// The neighbouring characters are segmented again, because a mark or joiner combines with the
  /// letter before it.
  mutating func insert(_ text: String) {
    splice(cursor..<cursor, with: text)
  }

  mutating func move(to index: Int) {
    cursor = max(0, min(index, characters.count))
  }

  /// Removes and returns the text between the cursor and `index`.
  @discardableResult
  mutating func remove(to index: Int) -> String {
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
  mutating func replace(from index: Int, with text: String) {
    remove(to: index)
    insert(text)
  }

  /// Swaps the characters around the cursor, or the last two if the cursor is at the end.
  mutating func transpose() {
    guard characters.count > 1, cursor > 0 else { return }
    if isAtEnd { cursor -= 1 }
    characters.swapAt(cursor - 1, cursor)
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
