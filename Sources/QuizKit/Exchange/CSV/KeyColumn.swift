/// How a table writes its right answers. The whole column is interpreted in one way.
///
/// A single row would be ambiguous, because choices may themselves be "1", "2" or "A".
struct KeyColumn {
  private(set) var notation: Note.KeyNotation = .texts

  /// Collects, row by row, what the keys look like.
  struct Survey {
    private var allLetters = true
    private var allKana = true
    private var allNumbers = true
    private var hasZero = false
    private var exceedsChoices = false
    private var allEqualChoices = true
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
        add(
          letter: KeyColumn.letter(part), kana: KeyColumn.kana(part),
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
      let namesTexts = allEqualChoices && exceedsChoices && base == nil
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
    case text(String)
    case several(Int)
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
    switch notation {
    case _ where parts.count > 1: return .several(parts.count)
    case .letters: return parts.first.flatMap(Self.letter).map(Meaning.position) ?? .text(key)
    case .kana: return parts.first.flatMap(Self.kana).map(Meaning.position) ?? .text(key)
    case .numbers(let base):
      return parts.first.flatMap(Self.number).map { .position($0 - base) } ?? .text(key)
    case .texts: return .text(key)
    }
  }

  /// Splits a key that names several choices, such as `B, E`, `1;3` or `ア、ウ`.
  private static func parts(of key: String) -> [Substring] {
    key.utf8.count == 1 ? [key[...]] : key.split { ",;、，；/ 　".contains($0) }
  }

  /// Accepts A to H only; a later letter is more likely to be a text.
  private static func letter(_ part: Substring) -> Int? {
    guard let scalar = onlyScalar(part) else { return nil }
    switch scalar.value {
    case 0x41...0x48: return Int(scalar.value) - 0x41
    case 0x61...0x68: return Int(scalar.value) - 0x61
    case 0xFF21...0xFF28: return Int(scalar.value) - 0xFF21
    default: return nil
    }
  }

  private static func kana(_ part: Substring) -> Int? {
    part.count == 1 ? part.first.flatMap(ChoiceKana.order.firstIndex) : nil
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

  private static func onlyScalar(_ part: Substring) -> Unicode.Scalar? {
    part.unicodeScalars.count == 1 ? part.unicodeScalars.first : nil
  }
}
