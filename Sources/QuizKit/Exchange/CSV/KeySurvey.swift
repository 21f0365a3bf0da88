/// Finds out how a column of right answers is written. The whole column is interpreted in one way.
///
/// A single row would be ambiguous, because choices may themselves be "1", "2" or "A".
struct KeySurvey {
  /// The rows whose keys are written in a style.
  private struct Style {
    var rows = 0
    /// The rows in which the key differs from the texts of all choices.
    var decisive = 0
  }

  private var styles: [AnswerReader.Places.Style: Style] = [:]
  private var rows = 0
  /// The rows whose keys are texts of choices and nothing else.
  private var texts = 0
  /// The rows whose keys are a text of one choice and the letter or number of another.
  private var conflicts = 0
  private var hasZero = false
  private var hasLast = false
  private var exceedsChoices = false
  private var hasWords = false

  /// Whether further rows would not change anything: many answers are texts, and none is anything
  /// else.
  var isDecided: Bool { rows > 5_000 && styles.isEmpty }

  /// Whether any row had a key.
  var hasRows: Bool { rows > 0 }

  /// Adds a key of one byte. A fast path, because nearly all keys are that short.
  mutating func add(byte: UInt8, choiceCount: Int, text: () -> Int?) {
    let upper = byte & 0xDF
    if (0x41...0x48).contains(upper) {
      add(.letters, [Int(upper) - 0x41], choiceCount, text())
    } else if (0x30...0x39).contains(byte) {
      add(.numbers, [Int(byte) - 0x30], choiceCount, text())
    } else {
      rows += 1
      if text() != nil { texts += 1 }
    }
  }

  /// Adds a key of any length. It may name several choices.
  ///
  /// - Parameter text: The place of the choice with the key's text; `nil` if there is none.
  mutating func add(key: String, choiceCount: Int, text: () -> Int?) {
    if key.isEmpty { return }
    guard let places = AnswerReader.Places(key) else {
      rows += 1
      if text() != nil { texts += 1 }
      return
    }
    hasWords = hasWords || places.hasWords
    add(places.style, places.values, choiceCount, text())
  }

  private mutating func add(
    _ style: AnswerReader.Places.Style, _ values: [Int], _ count: Int, _ text: Int?
  ) {
    rows += 1
    styles[style, default: Style()].rows += 1
    let places = style == .numbers ? values : values.map { $0 + 1 }
    exceedsChoices = exceedsChoices || places.contains { $0 > count }
    if style == .numbers {
      hasZero = hasZero || places.contains(0)
      hasLast = hasLast || places.contains(count)
    }
    if let text {
      if places != [text + 1] { conflicts += 1 }
    } else {
      styles[style, default: Style()].decisive += 1
    }
  }

  /// Decides how to interpret the column, after all rows were added.
  ///
  /// - Parameters:
  ///   - base: The number of the first choice that the user gave.
  ///   - first: The number of the first column of choices; `nil` if they have none.
  /// - Returns: Numbers without a beginning where nothing tells where they begin.
  func notation(base: Int?, first: Int?) -> ReadingGuess.KeyNotation {
    guard let (style, found) = styles.max(by: { $0.value.rows < $1.value.rows }) else {
      return .texts
    }
    if found.rows == rows {
      // Answers such as chemical symbols look like letters, but some exceed the number of choices.
      if found.decisive == 0, exceedsChoices || hasWords, base == nil { return .texts }
    } else if conflicts > 0 || found.decisive * 2 < rows || found.decisive < 2 && texts > 0 {
      // Few letters among texts may be texts that the choices lack.
      return .texts
    }
    switch style {
    case .letters: return .letters
    case .kana: return .kana
    case .numbers:
      if let base { return .numbers(from: base) }
      if !hasZero, !hasLast, !exceedsChoices { return .numbers(from: first.map { min($0, 1) }) }
      return .numbers(from: hasZero ? 0 : 1)
    }
  }
}
