/// The notation of the right answers in a table. The whole column is interpreted in one way.
///
/// A single row would be ambiguous, because choices may themselves be "1", "2" or "A".
struct KeyColumn {
  private(set) var notation: Note.KeyNotation = .texts

  init(_ notation: Note.KeyNotation = .texts) { self.notation = notation }

  /// Collects, row by row, what the keys look like.
  struct Survey {
    private var allLetters = true
    private var allKana = true
    private var allNumbers = true
    private var hasZero = false
    private var exceedsChoices = false
    private var allEqualChoices = true
    private var hasWords = false
    private var rows = 0

    /// Whether any row had a key.
    var hasRows: Bool { rows > 0 }

    /// Whether the column may still contain letters, kana or numbers.
    var isPosition: Bool { allLetters || allKana || allNumbers }

    /// Adds a key of one byte. A fast path, because nearly all keys are that short.
    mutating func add(byte: UInt8, choiceCount: Int, isChoice: () -> Bool) {
      let upper = byte & 0xDF
      let letter = (0x41...0x48).contains(upper) ? Int(upper) - 0x41 : nil
      let number = (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
      rows += 1
      add(letter: letter, kana: nil, number: number, choiceCount: choiceCount)
      if isPosition, allEqualChoices { allEqualChoices = isChoice() }
    }

    /// Adds a key of any length. It may name several choices.
    mutating func add(key: String, choiceCount: Int, isChoice: () -> Bool) {
      let parts = KeyColumn.parts(of: key)
      if parts.isEmpty { return }
      rows += 1
      for part in parts {
        let (letters, kana) = (KeyColumn.letters(part), KeyColumn.kana(part))
        hasWords = hasWords || (letters ?? kana ?? []).count > 1 || KeyColumn.hasWord(key)
        add(
          letter: letters?.max(), kana: kana?.max(),
          number: KeyColumn.number(part), choiceCount: choiceCount)
      }
      if isPosition, allEqualChoices { allEqualChoices = isChoice() }
    }

    private mutating func add(letter: Int?, kana: Int?, number: Int?, choiceCount: Int) {
      allLetters = allLetters && letter != nil
      allKana = allKana && kana != nil
      allNumbers = allNumbers && number != nil
      hasZero = hasZero || number == 0
      let place = letter.map { $0 + 1 } ?? kana.map { $0 + 1 } ?? number ?? 0
      exceedsChoices = exceedsChoices || place > choiceCount
    }

    /// Decides how to interpret the column, after all rows were added.
    func keyColumn(base: Int?) -> KeyColumn {
      var column = KeyColumn()
      // Answers such as chemical symbols look like letters, but some exceed the number of choices.
      let namesTexts = allEqualChoices && (exceedsChoices || hasWords) && base == nil
      if rows == 0 || namesTexts { return column }
      if allLetters {
        column.notation = .letters
      } else if allKana {
        column.notation = .kana
      } else if allNumbers {
        column.notation = .numbers(from: base ?? (hasZero ? 0 : 1))
      }
      return column
    }
  }

  /// The meaning of a key.
  enum Meaning {
    case position(Int)
    case positions([Int])
    case text(String)
  }

  func meaning(of key: String) -> Meaning {
    switch (notation, key.utf8.first) {
    case (.texts, _): return .text(key)
    // A fast path, because nearly all keys are one ASCII character.
    case (.letters, let byte?) where key.utf8.count == 1: return .position(Int(byte & 0xDF) - 0x41)
    case (.numbers(let base), let byte?) where key.utf8.count == 1:
      return .position(Int(byte) - 0x30 - base)
    default: break
    }
    let parts = Self.parts(of: key)
    let places: [[Int]?] =
      switch notation {
      case .letters: parts.map(Self.letters)
      case .kana: parts.map(Self.kana)
      case .numbers(let base): parts.map { Self.number($0).map { [$0 - base] } }
      case .texts: [nil]
      }
    let known = places.compactMap(\.self)
    return known.isEmpty || known.count < places.count
      ? .text(key) : .positions(known.flatMap(\.self))
  }

  /// Splits a key that names several choices, such as `B, E`, `1;3` or `ア、ウ`.
  private static func parts(of key: String) -> [Substring] {
    if key.utf8.count == 1 { return [key[...]] }
    let parts = key.split { ",;、，；|/ 　".contains($0) }
    return (hasWord(key) ? parts.map(withoutWord) : parts).map(withoutMark).filter { !$0.isEmpty }
  }

  /// The `B` of `B.`, `B)` and `(B)`.
  private static func withoutMark(_ part: Substring) -> Substring {
    guard part.utf8.count < 5, let last = part.last, ".)".contains(last) else { return part }
    return part.dropLast().drop { $0 == "(" }
  }

  /// The words for a choice that a key may have before its letter or number: `option3`.
  private static let words = ["option", "choice", "answer"]

  private static func hasWord(_ key: String) -> Bool {
    let start = key.prefix(6).lowercased()
    return words.contains(start)
  }

  private static func withoutWord(_ part: Substring) -> Substring {
    words.contains(part.prefix(6).lowercased()) && part.count <= 8 ? part.dropFirst(6) : part
  }

  /// Accepts A to H only; a later letter is more likely to be a text. Several may be one word:
  /// `AC`. Small letters must then be in order, because the word may otherwise be a text.
  private static func letters(_ part: Substring) -> [Int]? {
    var places: [Int] = []
    var isSmall = false
    for scalar in part.unicodeScalars {
      switch scalar.value {
      case 0x41...0x48: places.append(Int(scalar.value) - 0x41)
      case 0x61...0x68:
        places.append(Int(scalar.value) - 0x61)
        isSmall = true
      case 0xFF21...0xFF28: places.append(Int(scalar.value) - 0xFF21)
      default: return nil
      }
    }
    return isWord(places, inOrder: isSmall) ? places : nil
  }

  /// Accepts ア to ク. Several may be one word: `アウ`.
  private static func kana(_ part: Substring) -> [Int]? {
    var places: [Int] = []
    for character in part {
      guard let place = ChoiceKana.order.firstIndex(of: character) else { return nil }
      places.append(place)
    }
    return isWord(places, inOrder: true) ? places : nil
  }

  /// Whether the letters of a word are all different, and in order if that is required.
  private static func isWord(_ places: [Int], inOrder: Bool) -> Bool {
    if places.count == 1 { return true }
    let isInOrder = zip(places, places.dropFirst()).allSatisfy(<)
    return !places.isEmpty && (isInOrder || !inOrder && Set(places).count == places.count)
  }

  /// Accepts one or two digits, including full-width ones.
  private static func number(_ part: Substring) -> Int? {
    guard part.unicodeScalars.count <= 2 else { return nil }
    var number = 0
    for scalar in part.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39: number = number * 10 + Int(scalar.value) - 0x30
      case 0xFF10...0xFF19: number = number * 10 + Int(scalar.value) - 0xFF10
      default: return nil
      }
    }
    return number
  }
}
