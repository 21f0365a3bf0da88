/// How the right answers of a table are written: one reading for the whole column.
///
/// Row by row it cannot be told, because choices may themselves be "1", "2" or "A".
struct KeyColumn {
  private(set) var notation: Note.KeyNotation = .texts

  /// Gathers what the column is, row by row.
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

    /// Whether the column may still be one of letters, kana or numbers.
    var isPosition: Bool { allLetters || allKana || allNumbers }

    /// Adds a key of one byte, as nearly all are.
    mutating func add(byte: UInt8, choiceCount: Int, isChoice: () -> Bool) {
      let upper = byte & 0xDF
      let letter = (0x41...0x48).contains(upper) ? Int(upper) - 0x41 : nil
      let number = (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
      rows += 1
      add(letter: letter, kana: nil, number: number, choiceCount: choiceCount)
      if isPosition, allEqualChoices { allEqualChoices = isChoice() }
    }

    /// Adds a key of any length, which may name several choices.
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

    /// The reading of the column, once all rows were seen.
    func keyColumn(base: Int?) -> KeyColumn {
      var column = KeyColumn()
      // Chemical symbols as answers look like letters, but some would be beyond the last choice.
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

  /// What a key says.
  enum Meaning {
    case position(Int)
    case text(String)
    case several(Int)
  }

  func meaning(of key: String) -> Meaning {
    switch (notation, key.utf8.first) {
    case (.texts, _): return .text(key)
    // One ASCII character, as nearly all keys are.
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

  /// `B, E`, `1;3` and `ア、ウ` are two keys.
  private static func parts(of key: String) -> [Substring] {
    key.utf8.count == 1 ? [key[...]] : key.split { ",;、，；/ 　".contains($0) }
  }

  /// A to H, as many as a table has columns for; further ones are more likely texts.
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

  /// A number of at most two digits, full-width ones too.
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
