import QuizSupport

/// A text in which words were searched for, with the places where they were found.
///
/// The places are found as the search finds them: width, case and the kind of kana make no
/// difference.
struct FoundText {
  /// The characters of the text, and for each whether it belongs to a word that was found.
  private let characters: [(text: Character, isFound: Bool)]

  /// - Parameter words: The words searched for, folded or not.
  init(_ text: String, words: [String]) {
    let text = Array(text)
    var folded: [Character] = []
    // The index of the character of the text for each folded one.
    var owners: [Int] = []
    for (index, character) in text.enumerated() {
      // Most letters are one that is folded by itself, and tables take long for a long text.
      if let byte = character.asciiValue {
        let isCapital = (0x41...0x5A).contains(byte)
        folded.append(Character(Unicode.Scalar(isCapital ? byte + 0x20 : byte)))
        owners.append(index)
        continue
      }
      for letter in Self.folded(String(character)) {
        folded.append(letter)
        owners.append(index)
      }
    }
    var isFound = Array(repeating: false, count: text.count)
    for word in words.map(Self.folded) where !word.isEmpty && word.count <= folded.count {
      var start = 0
      while start + word.count <= folded.count {
        if folded[start] == word[0], folded[start..<(start + word.count)].elementsEqual(word) {
          for owner in owners[start..<(start + word.count)] { isFound[owner] = true }
          start += word.count
        } else {
          start += 1
        }
      }
    }
    characters = Array(zip(text, isFound))
  }

  /// Whether a search for `word` finds `text`.
  static func has(_ word: String, in text: String) -> Bool {
    SearchText.folded(text).contains(SearchText.folded(word))
  }

  /// The cells that the whole text takes.
  func width(_ theme: Theme) -> Int {
    characters.reduce(0) { $0 + $1.text.cells(theme.ambiguous) }
  }

  /// The text with the found words painted, cut to at most `cells` cells. If the first one would be
  /// after the cut, the beginning is cut too, so that the word is seen.
  func drawn(cells: Int, _ theme: Theme) -> String {
    let widths = characters.map { $0.text.cells(theme.ambiguous) }
    guard widths.reduce(0, +) > cells else { return drawn(characters[...], theme) }
    let mark = cells < 4 ? "" : ".."
    let first = characters.firstIndex(where: \.isFound) ?? 0
    let end = characters[first...].firstIndex { !$0.isFound } ?? characters.endIndex
    var start = 0
    if widths[..<end].reduce(0, +) > cells - mark.count {
      // A third of the row shows the text before the found word, unless the word itself needs it.
      let place = widths[first..<end].reduce(0, +)
      var room = max(0, min(cells / 3, cells - 2 * mark.count - place))
      start = first
      while start > 0, widths[start - 1] <= room {
        start -= 1
        room -= widths[start]
      }
    }
    let head = start > 0 ? mark : ""
    var room = cells - head.count
    let rest = widths[start...].reduce(0, +)
    let tail = rest > room ? mark : ""
    room -= tail.count
    var stop = start
    while stop < characters.count, widths[stop] <= room {
      room -= widths[stop]
      stop += 1
    }
    return head + drawn(characters[start..<stop], theme) + tail
  }

  /// The whole text with the found words painted.
  func drawn(_ theme: Theme) -> String { drawn(characters[...], theme) }

  private func drawn(_ part: ArraySlice<(text: Character, isFound: Bool)>, _ theme: Theme) -> String
  {
    var result = ""
    var rest = part
    while let first = rest.first {
      let run = rest.prefix { $0.isFound == first.isFound }
      let text = String(run.map(\.text))
      result += first.isFound ? painted(text, theme) : text
      rest = rest[run.endIndex...]
    }
    return result
  }

  /// A row that has styles already, with the found words painted.
  static func marking(_ words: [String], in row: String, _ theme: Theme) -> String {
    guard !words.isEmpty else { return row }
    if !row.utf8.contains(0x1B) { return FoundText(row, words: words).drawn(theme) }
    let glyphs = glyphs(in: row)
    let text = FoundText(glyphs.filter { !$0.isStyle }.map(\.text).joined(), words: words)
    guard text.characters.contains(where: \.isFound) else { return row }
    var result = ""
    // The styles that are on, which begin again after a word that was found.
    var style = ""
    var index = 0
    for glyph in glyphs {
      if glyph.isStyle {
        style = glyph.endsStyle ? "" : style + glyph.text
        result += glyph.text
      } else {
        let isFound = index < text.characters.count && text.characters[index].isFound
        result += isFound ? text.painted(glyph.text, theme) + style : glyph.text
        index += 1
      }
    }
    return result
  }

  private func painted(_ text: String, _ theme: Theme) -> String {
    theme.palette.heading(theme.palette.accent(text))
  }

  /// The text as the search compares it. The two small sigmas count as one, because the end of the
  /// word decides which of them corresponds to the capital.
  private static func folded(_ text: String) -> [Character] {
    SearchText.folded(text).map { $0 == "ς" ? "σ" : $0 }
  }
}
