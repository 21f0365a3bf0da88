import QuizSupport

/// Finds out how the right answers of a file are written. All of them are read in one way.
///
/// A single record would be ambiguous: `2` may be the second choice, the third one, or the text of
/// another, and `B` a letter or a text.
struct KeyNotationSurvey {
  private typealias Style = AnswerReader.Places.Style

  /// The number of the first choice that the user gave.
  var given: Int?
  /// The keys that are written in a style, and those of them that differ from the texts of all
  /// choices.
  private var styles: [Style: (rows: Int, decisive: Int)] = [:]
  private var rows = 0
  /// The keys that are texts of choices and nothing else.
  private var texts = 0
  /// The keys that are a text of one choice and the letter or number of another.
  private var conflicts = 0
  /// The numbers that can only count from 0, and those that can only count from 1.
  private var (zeros, lasts) = (0, 0)
  private var exceedsChoices = false
  private var hasWords = false
  /// How often another key of the same record tells that numbers begin with 0, or with 1.
  private var votes = (zero: 0, one: 0)
  /// Whether a name says that keys are indexes.
  private var namesIndex = false
  /// The keys that are labels of choices.
  private var labels = 0
  /// The keys in strings that are letters or numbers and no text of a choice.
  private var positions = 0

  /// Whether few of the keys are texts of choices.
  var hasFewTexts: Bool { texts * 2 < rows }

  init(given: Int? = nil) { self.given = given }

  // MARK: Columns of tables

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
      addOther(isText: text() != nil)
    }
  }

  /// Adds a key of any length. It may name several choices.
  ///
  /// - Parameter text: The place of the choice with the key's text; `nil` if there is none.
  mutating func add(key: String, choiceCount: Int, text: () -> Int?) {
    if key.isEmpty { return }
    guard let places = AnswerReader.Places(key) else { return addOther(isText: text() != nil) }
    hasWords = hasWords || places.hasWords
    add(places.style, places.values, choiceCount, text())
  }

  /// Adds a record whose key is neither a letter nor a number.
  mutating func addOther(isText: Bool = false) {
    rows += 1
    if isText { texts += 1 }
  }

  private mutating func add(
    _ style: Style, _ values: [Int], _ count: Int, _ text: Int?, hasLast: Bool = true
  ) {
    rows += 1
    styles[style, default: (0, 0)].rows += 1
    let places = style == .numbers ? values : values.map { $0 + 1 }
    exceedsChoices = exceedsChoices || places.contains { !(0...count).contains($0) }
    if style == .numbers {
      if places.contains(0) { zeros += 1 }
      if hasLast, places.contains(count) { lasts += 1 }
    }
    if let text {
      if places != [text + 1] { conflicts += 1 }
    } else {
      styles[style, default: (0, 0)].decisive += 1
    }
  }

  /// Decides how to interpret a column, after all rows were added.
  ///
  /// - Parameter first: The number of the first column of choices; `nil` if they have none.
  /// - Returns: Numbers without a beginning where nothing tells where they begin.
  func notation(first: Int?) -> ReadingGuess.KeyNotation {
    guard let (style, found) = styles.max(by: { $0.value.rows < $1.value.rows }) else {
      return .texts
    }
    if found.rows == rows {
      // Answers such as chemical symbols look like letters, but some exceed the number of choices.
      if found.decisive == 0, exceedsChoices || hasWords, given == nil { return .texts }
    } else if conflicts > 0 || found.decisive * 2 < rows || found.decisive < 2 && texts > 0 {
      // Few letters among texts may be texts that the choices lack.
      return .texts
    }
    return switch style {
    case .letters: .letters
    case .kana: .kana
    case .numbers: .numbers(from: base(first: first))
    }
  }

  /// The number of the first choice; `nil` where nothing tells it.
  func base(first: Int? = nil) -> Int? {
    if let given { return given }
    if zeros != lasts { return lasts > zeros ? 1 : 0 }
    if let first { return min(first, 1) }
    if namesIndex { return 0 }
    let isTold = votes.zero != votes.one && min(votes.zero, votes.one) == 0
    return isTold ? votes.one > 0 ? 1 : 0 : nil
  }
}

// MARK: - Objects

extension KeyNotationSurvey {
  /// Whether more objects would not change the result.
  var isDecidedForObjects: Bool {
    abs(zeros - lasts) >= 20 || styles[.numbers] == nil && rows >= 2_000
  }

  /// Adds a key of an object.
  mutating func add(_ key: JSONValue, named name: String, among choices: RecordChoices) {
    switch key {
    case .array(let keys) where keys.count <= 26:
      for key in keys where key.array == nil { add(key, named: name, among: choices) }
    case .number(let digits):
      guard let number = Int(digits), !isLabel(digits, of: choices) else { return }
      add([number], choices.firstPlace(ofText: digits), named: name, among: choices)
    case .string(let text):
      let text = FieldText.make(text)
      let isText = choices.firstPlace(ofText: text) != nil
      let places = AnswerReader.Places(text)
      if !isText, places != nil { positions += 1 }
      if let places, places.style == .numbers, !isLabel(text, of: choices), !isText {
        add(places.values, nil, named: name, among: choices)
      } else {
        addOther(isText: isText && places == nil)
      }
    default: addOther()
    }
  }

  private mutating func add(
    _ numbers: [Int], _ text: Int?, named name: String, among choices: RecordChoices
  ) {
    guard choices.items.count > 1 else { return }
    let name = HeaderName.folded(name)
    // Data sets use this name, and count from 0.
    let isLabel = name == "label"
    namesIndex = namesIndex || isLabel || name.contains("index")
    add(.numbers, numbers, choices.items.count, text, hasLast: !isLabel)
  }

  /// Notes what another key of an object says about a key that is a number.
  mutating func compare(_ key: JSONValue, with other: JSONValue, among choices: RecordChoices) {
    guard let number = key.scalarText.flatMap(Int.init), case .string(let text) = other else {
      return
    }
    let places = AnswerReader.Places(text)
    let letter = places?.style == .letters && places?.values.count == 1 ? places?.values[0] : nil
    guard let place = letter ?? choices.place(ofText: text) else { return }
    votes.zero += place == number ? 1 : 0
    votes.one += place == number - 1 ? 1 : 0
  }

  /// Whether a number is the label of a choice, which is counted.
  private mutating func isLabel(_ number: String, of choices: RecordChoices) -> Bool {
    let isLabel = choices.hasLabel(number)
    if isLabel { labels += 1 }
    return isLabel
  }

  /// Whether numbers are the texts of choices.
  var numbersAreTexts: Bool {
    styles[.numbers]?.decisive == 0 && exceedsChoices && given == nil
  }

  /// Whether some key is a number that counts choices.
  var hasNumbers: Bool { styles[.numbers] != nil && !numbersAreTexts }

  /// Whether keys in strings mean letters or numbers of choices where they might be texts of choices
  /// as well. Few letters among texts may be texts that the choices lack.
  var prefersPositions: Bool { positions > 0 && positions >= texts }

  /// Whether numbers count the choices although they look like the labels of some: of `option1` to
  /// `option4`, 0 is the first one.
  var ignoresLabels: Bool { labels > 0 && zeros > 0 }
}
