import QuizSupport

/// A text in which words were searched for, with the places where they were found.
///
/// The places are found as the search finds them: width, case and the kind of kana make no
/// difference.
package struct FoundText {
  private let text: String
  /// For each character of the text whether it belongs to a word that was found.
  private let isFound: [Bool]

  /// - Parameter words: The words searched for, folded or not.
  package init(_ text: String, words: [String]) {
    self.text = text
    var letters = FoldedLetters()
    var folded: [UInt32] = []
    // The index of the character of the text for each folded letter.
    var owners: [Int] = []
    folded.reserveCapacity(text.utf8.count)
    owners.reserveCapacity(text.utf8.count)
    var count = 0
    for character in text {
      // Most letters are one that is folded by itself, and tables take long for a long text.
      if let byte = character.asciiValue {
        folded.append(UInt32((0x41...0x5A).contains(byte) ? byte + 0x20 : byte))
        owners.append(count)
      } else {
        for letter in letters.numbers(of: String(character)) {
          folded.append(letter)
          owners.append(count)
        }
      }
      count += 1
    }
    var isFound = Array(repeating: false, count: count)
    for word in words.map({ letters.numbers(of: $0) }) where !word.isEmpty {
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
    self.isFound = isFound
  }

  /// Whether a search for `word` finds `text`.
  package static func has(_ word: String, in text: String) -> Bool {
    SearchText.folded(text).contains(SearchText.folded(word))
  }

  /// The cells that the whole text takes.
  package func width(_ theme: Theme) -> Int { displayWidth(text, theme.ambiguous) }

  /// The text with the found words painted, cut to at most `cells` cells. If the first one would be
  /// after the cut, the beginning is cut too, so that the word is seen.
  package func drawn(cells: Int, _ theme: Theme) -> String {
    let widths = text.map { $0.cells(theme.ambiguous) }
    guard widths.reduce(0, +) > cells else { return drawn(theme) }
    let mark = cells < 4 ? "" : theme.cutMark.text
    let markCells = cells < 4 ? 0 : theme.cutMark.cells
    let first = isFound.firstIndex(of: true) ?? 0
    let end = isFound[first...].firstIndex(of: false) ?? isFound.endIndex
    var start = 0
    if widths[..<end].reduce(0, +) > cells - markCells {
      // A third of the row shows the text before the found word, unless the word itself needs it.
      let place = widths[first..<end].reduce(0, +)
      var room = max(0, min(cells / 3, cells - 2 * markCells - place))
      start = first
      while start > 0, widths[start - 1] <= room {
        start -= 1
        room -= widths[start]
      }
    }
    let head = start > 0 ? mark : ""
    var room = cells - (start > 0 ? markCells : 0)
    let rest = widths[start...].reduce(0, +)
    let isCut = rest > room
    if isCut { room -= markCells }
    var stop = start
    while stop < widths.count, widths[stop] <= room {
      room -= widths[stop]
      stop += 1
    }
    return head + drawn(start..<stop, theme) + (isCut ? mark : "")
  }

  /// The whole text with the found words painted.
  package func drawn(_ theme: Theme) -> String { drawn(isFound.indices, theme) }

  /// The characters with the numbers `range`, with the found words painted.
  private func drawn(_ range: Range<Int>, _ theme: Theme) -> String {
    let found = theme.palette.ends(of: Self.roles)
    var result = ""
    var rest = text.dropFirst(range.lowerBound)
    var flags = isFound[range]
    while let isFound = flags.first {
      let run = flags.prefix { $0 == isFound }
      let part = rest.prefix(run.count)
      if isFound { result += found.start }
      result += part
      if isFound { result += found.end }
      rest = rest[part.endIndex...]
      flags = flags[run.endIndex...]
    }
    return result
  }

  /// A row that has styles already, with the found words painted.
  package static func marking(_ words: [String], in row: String, _ theme: Theme) -> String {
    guard !words.isEmpty else { return row }
    if !row.utf8.contains(0x1B) { return FoundText(row, words: words).drawn(theme) }
    let glyphs = glyphs(in: row)
    let text = FoundText(glyphs.filter { !$0.isStyle }.map(\.text).joined(), words: words)
    guard text.isFound.contains(true) else { return row }
    let found = theme.palette.ends(of: Self.roles)
    var result = ""
    // The styles that are on, which begin again after a word that was found.
    var style = ""
    var index = 0
    for glyph in glyphs {
      if glyph.isStyle {
        style = glyph.endsStyle ? "" : style + glyph.text
        result += glyph.text
      } else {
        let isFound = index < text.isFound.count && text.isFound[index]
        result += isFound ? found.start + glyph.text + found.end + style : glyph.text
        index += 1
      }
    }
    return result
  }

  /// How a word that was found looks.
  private static let roles: [Palette.Role] = [.heading, .accent]
}

/// The letters of texts as the search compares them, as numbers, which are compared sooner than
/// characters.
private struct FoldedLetters {
  /// The numbers of letters of several scalars, which come after those of all scalars.
  private var joined: [Character: UInt32] = [:]

  package mutating func numbers(of text: String) -> [UInt32] {
    SearchText.folded(text).map { letter in
      let scalars = letter.unicodeScalars
      if scalars.count == 1, let scalar = scalars.first {
        // The two small sigmas count as one, because the end of the word decides which of them
        // corresponds to the capital.
        return scalar == "ς" ? Unicode.Scalar("σ").value : scalar.value
      }
      if let number = joined[letter] { return number }
      let number = 0x11_0000 + UInt32(joined.count)
      joined[letter] = number
      return number
    }
  }
}
