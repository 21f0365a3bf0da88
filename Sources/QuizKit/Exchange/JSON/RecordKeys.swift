import QuizSupport

/// How a file of JSON records writes its right answers, as a survey of the whole file found.
///
/// One record does not tell: `2` may be the second choice or the third, and `B` a choice or a
/// letter.
struct RecordKeys {
  /// The number of the first choice in keys that are numbers; `nil` where nothing in the file tells
  /// it.
  private(set) var base: Int? = 0
  /// Whether some key is a number.
  private(set) var hasNumbers = false
  /// Whether keys that are written as strings mean letters or numbers of choices where they might
  /// be texts of choices as well.
  private(set) var prefersPositions = false
  /// Whether numbers are the texts of choices.
  private(set) var numbersAreTexts = false
  /// Whether numbers count the choices although they look like the labels of some: of `option1` to
  /// `option4`, 0 is the first one.
  private(set) var ignoresLabels = false

  /// Collects what the keys of a file look like, record by record.
  struct Survey {
    private var zeros = 0
    private var lasts = 0
    private var numbers = 0
    private var isOutside = false
    private var allAreTexts = true
    private var namesIndex = false
    private var plainPositions = 0
    /// The keys that are texts of choices and nothing else.
    private var plainTexts = 0
    /// How often a second key tells that numbers begin with 0, or with 1.
    private var votes = (zero: 0, one: 0)
    private var strings = 0
    private var labels = 0

    /// Whether more records would not change the result.
    var isDecided: Bool {
      let difference = abs(zeros - lasts)
      return difference >= 20 || (numbers == 0 && strings >= 2_000)
    }

    /// Adds a record whose key is neither a letter nor a number.
    mutating func addOther() { strings += 1 }

    mutating func add(_ key: JSONValue, named name: String, among choices: RecordChoices) {
      switch key {
      case .array(let keys) where keys.count <= 26:
        for key in keys where key.array == nil { add(key, named: name, among: choices) }
      case .number(let digits):
        guard let number = Int(digits), !isLabel(digits, of: choices) else { return }
        add(number, digits, named: name, among: choices)
      case .string(let text):
        let text = FieldText.make(text)
        let hasText = choices.hasText(text)
        let places = AnswerReader.Places(text)
        if let places, places.style == .numbers, !isLabel(text, of: choices), !hasText {
          for number in places.values { add(number, text, named: name, among: choices) }
        } else {
          strings += 1
        }
        if hasText, places == nil { plainTexts += 1 }
        if !hasText, places != nil { plainPositions += 1 }
      default: addOther()
      }
    }

    /// Notes what a second key says about a key that is a number.
    mutating func compare(_ key: JSONValue, with other: JSONValue, among choices: RecordChoices) {
      guard let number = key.scalarText.flatMap(Int.init), case .string(let text) = other else {
        return
      }
      let places = AnswerReader.Places(text)
      let letter = places?.style == .letters && places?.values.count == 1 ? places?.values[0] : nil
      let same = choices.items.indices.filter { choices.items[$0].text == text }
      guard let place = letter ?? (same.count == 1 ? same[0] : nil) else { return }
      votes.zero += place == number ? 1 : 0
      votes.one += place == number - 1 ? 1 : 0
    }

    /// Whether a number is the label of a choice, which is counted.
    private mutating func isLabel(_ number: String, of choices: RecordChoices) -> Bool {
      let isLabel = choices.hasLabel(number)
      if isLabel { labels += 1 }
      return isLabel
    }

    private mutating func add(
      _ number: Int, _ digits: String, named name: String, among choices: RecordChoices
    ) {
      let count = choices.items.count
      guard count > 1 else { return }
      numbers += 1
      zeros += number == 0 ? 1 : 0
      let folded = HeaderName.folded(name)
      // Data sets use this name, and count from 0.
      let isLabel = folded == "label"
      lasts += number == count && !isLabel ? 1 : 0
      isOutside = isOutside || !(0...count).contains(number)
      allAreTexts = allAreTexts && choices.hasText(digits)
      namesIndex = namesIndex || isLabel || folded.contains("index")
    }

    /// Decides, after all records were added.
    ///
    /// - Parameter given: the base that the user gave.
    func keys(base given: Int?) -> RecordKeys {
      var keys = RecordKeys()
      keys.hasNumbers = numbers > 0
      keys.numbersAreTexts = numbers > 0 && allAreTexts && isOutside && given == nil
      if keys.numbersAreTexts { keys.hasNumbers = false }
      keys.base = given ?? (lasts > zeros ? 1 : 0)
      keys.ignoresLabels = labels > 0 && zeros > 0
      // Few letters among texts may be texts that the choices lack.
      keys.prefersPositions = plainPositions > 0 && plainPositions >= plainTexts
      if keys.hasNumbers, given == nil, zeros == lasts, !namesIndex {
        let isTold = votes.zero != votes.one && min(votes.zero, votes.one) == 0
        keys.base = isTold ? votes.one > 0 ? 1 : 0 : nil
      }
      return keys
    }
  }
}

extension RecordChoices {
  func hasLabel(_ text: String) -> Bool {
    let folded = Self.folded(text)
    return items.contains { $0.labels.contains(folded) }
  }

  func hasText(_ text: String) -> Bool {
    items.contains { FieldText.make($0.text).isIdentical(to: text) }
  }
}
