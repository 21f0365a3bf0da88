import QuizSupport

/// A question while it is being read, not yet validated.
///
/// All rules that apply to every format are here: how many choices are allowed, that none is empty,
/// what happens if two are equal or all are right, and which typed answers can be accepted.
struct QuestionDraft {
  var line: Int
  var element: String?
  var category: String?
  /// `nil` if the format does not state the kind. The question is then true/false if the two
  /// choices say so.
  var kind: QuestionContent.Kind?
  var text = ""
  var choices: [Choice] = []
  /// The position of the right choice if exactly one is right.
  var correct: Int?
  /// The solution, if it is not a single right choice. It takes precedence over ``correct`` and
  /// ``kind``.
  var solution: Solution?
  /// Whether the format itself states how many choices to pick. The text of the question is then
  /// not searched for that number.
  var statesChoose = false
  var commentary = ""
  var tags: [String] = []
  var title: String?
  var externalID: String?
  var otherFields: [String: String] = [:]
  /// Images of the question as a whole, which are still to be brought in.
  var images: [ImageReference] = []
  /// The pictures that were brought in.
  var pictures = Pictures()
  var origin: ParsedQuestion.Origin?
  /// The warnings to report when the question is accepted.
  var warnings: [Fault] = []

  init(line: Int) {
    self.line = line
  }

  /// Sets ``correct`` to the choice whose text equals `key`.
  ///
  /// - Returns: Why `key` does not identify one choice, or `nil` on success.
  mutating func resolve(key: String) -> Fault? {
    let matches = choices.indices.filter { choices[$0].text.isIdentical(to: key) }
    guard let first = matches.first else {
      return key.isEmpty ? .noCorrectChoice(nil) : .answerNotAChoice(key)
    }
    // With two equal choices it would be unclear which one is graded as right.
    if matches.count > 1 { return .ambiguousKey(key) }
    correct = first
    return nil
  }

  /// Sets the right choices. A single right choice makes a question with one right answer, unless
  /// `isSeveral` is true.
  ///
  /// - Parameter isSeveral: Whether players may pick several even if one is right.
  mutating func markRight(_ positions: some Sequence<Int>, isSeveral: Bool = false) {
    let positions = Set(positions).sorted()
    if positions.count == 1, !isSeveral {
      correct = positions[0]
    } else {
      solution = .several(SeveralSolution(correct: positions))
    }
  }

  /// Sets the right choice, and the credit for the others where there is any.
  mutating func markRight(_ single: SingleSolution?) {
    correct = single?.correct
    if let single, single.weights != nil { solution = .single(single) }
  }

  /// Removes empty choices at the end, which spreadsheets add to short rows.
  mutating func dropEmptyLastChoices() {
    while let last = choices.last, last.text.isEmpty, last.feedback.isEmpty { choices.removeLast() }
  }

  /// Why the draft is not a valid question, or `nil` if it is one.
  var fault: Fault? {
    if text.isEmpty { return .emptyStem }
    switch solution {
    case .text(let solution):
      return choices.isEmpty ? solution.draftFault : .choicesOfTyped
    case .number(let solution):
      return choices.isEmpty ? solution.draftFault : .choicesOfTyped
    case .card, .gaps, .match:
      return choices.isEmpty ? solution?.partFault(in: text) : .choicesOfOtherKind
    case .single, .trueFalse, .several, .order, nil: break
    }
    if choices.count < 2 { return .tooFewChoices(choices.count) }
    if choices.count > QuestionContent.maximumChoices { return .tooManyChoices(choices.count) }
    if let empty = choices.firstIndex(where: { $0.text.isEmpty }) {
      return .emptyChoice(number: empty + 1)
    }
    if solution == .order { return nil }
    let one = solution?.rightChoice ?? correct
    guard let right = one.map({ [$0] }) ?? solution?.rightChoices, !right.isEmpty else {
      return .noCorrectChoice(nil)
    }
    if let wrong = right.first(where: { !choices.indices.contains($0) }) {
      return .answerNotAChoice("\(wrong &+ 1)")
    }
    switch solution {
    case .single(let single): return single.fault(among: choices.count).map { .badSolution($0) }
    case .several(let several): return several.draftFault(among: choices.count)
    default: return nil
    }
  }

  /// A fault of a valid question that is reported as a warning, but is not a reason to refuse the
  /// question.
  var warning: Fault? {
    switch solution {
    case .single, .several:
      solution?.rightChoices.count == choices.count ? .allChoicesRight : nil
    case .text, .number: solution?.accepted.contains(where: \.isRight) == true ? nil : .noFullCredit
    case .gaps(let solution):
      solution.gaps.allSatisfy { !$0.rightAnswers.isEmpty } ? nil : .noFullCredit
    case .trueFalse, .card, .order, .match, nil: nil
    }
  }

  /// The first text that two choices have in common.
  var duplicate: String? {
    for (index, choice) in choices.enumerated() {
      for other in choices[..<index] where other.text.isIdentical(to: choice.text) {
        return choice.text
      }
    }
    return nil
  }

  /// Whether the two choices mean true and false, in either order.
  private var saysTrueAndFalse: Bool {
    guard choices.count == 2 else { return false }
    let (first, second) = (choices[0].text, choices[1].text)
    return Self.statements.contains { $0 == (first, second) || $0 == (second, first) }
  }

  private static let statements = [("True", "False"), ("正しい", "誤り"), ("○", "×"), ("〇", "×")]

  /// The question; `nil` while no answer is right.
  var content: QuestionContent? {
    let isStatement = kind == .trueFalse || kind == nil && saysTrueAndFalse
    guard var solution = solution ?? correct.map({ isStatement ? .trueFalse($0) : .single($0) })
    else { return nil }
    if case .several(var several) = solution, several.choose == nil, !statesChoose {
      several.choose = several.choose(saidIn: text)
      solution = .several(several)
    }
    // A backup brings back what was there.
    if origin == nil { solution = solution.withoutRepetitions }
    return QuestionContent(
      text: text, choices: choices, solution: solution, commentary: commentary, tags: tags,
      title: title, externalID: externalID, otherFields: otherFields.isEmpty ? nil : otherFields,
      pictures: pictures)
  }
}

extension QuestionCollector {
  /// Accepts the draft as a question, or reports why it is invalid.
  func submit(_ draft: QuestionDraft) {
    if let fault = draft.fault { return refuse(draft, fault) }
    var draft = draft
    keepRest(in: &draft)
    guard let content = draft.content else { return }
    if let duplicate = draft.duplicate { refuse(draft, .duplicateChoice(duplicate)) }
    for fault in draft.warnings + [draft.warning].compactMap(\.self) { refuse(draft, fault) }
    accept(
      ParsedQuestion(
        line: draft.line, category: draft.category, content: content, origin: draft.origin))
  }

  func refuse(_ draft: QuestionDraft, _ fault: Fault, excerpt: String = "") {
    report(
      fault, line: draft.line, element: draft.element, question: draft.text, excerpt: excerpt)
  }
}

extension String {
  /// Whether both strings have the same bytes. `==` also accepts canonically equivalent strings.
  func isIdentical(to other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

/// Chooses a position for the right answer in formats that list it separately from the wrong ones.
enum StablePlace {
  /// Returns a number from 0 to `count` - 1 that is always the same for the same text.
  ///
  /// The hash is FNV-1a, because Swift's own hashes differ from run to run. The upper half is mixed
  /// into the lower half, because the lowest bits alone are unevenly distributed for two or four
  /// choices.
  static func of(_ text: String, count: Int) -> Int {
    var hash = hash(of: text)
    hash ^= hash >> 32
    return Int(hash % UInt64(count))
  }

  /// A number that is always the same for the same text, and hardly ever for two texts.
  static func hash(of text: String) -> UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Inserts the right choice among the wrong ones and returns all choices with its index.
  static func place(
    _ right: String, among wrong: [String], of text: String
  ) -> (choices: [Choice], correct: Int) {
    let correct = of(text, count: wrong.count + 1)
    var choices = wrong.map { Choice($0) }
    choices.insert(Choice(right), at: correct)
    return (choices, correct)
  }

  /// Inserts several right choices among the wrong ones.
  static func place(_ right: [String], among wrong: [String], of text: String) -> [Choice] {
    right.reduce(wrong) { choices, next in
      var choices = choices
      choices.insert(next, at: of(text + "\n" + next, count: choices.count + 1))
      return choices
    }.map { Choice($0) }
  }
}

/// The seconds allowed for an answer, which tables can state. They are stored among the other
/// fields, because a quiz uses one time limit for all its questions.
extension QuestionContent {
  /// The field's name in the qa-repl JSON format and in tables.
  static let timeField = "time"

  /// The text in the file, unchanged: usually a number such as `20`, but any text is kept.
  var timeLimit: String? { otherFields?[Self.timeField].map(plainText) }
}

extension QuestionDraft {
  /// The text in the file, unchanged.
  var timeLimit: String? {
    get { otherFields[QuestionContent.timeField].map(plainText) }
    set {
      // A whole number stays a JSON number; other texts become JSON strings.
      otherFields[QuestionContent.timeField] = newValue.map { text in
        Int(text).map(String.init) == text ? text : JSONText.quoted(text)
      }
    }
  }
}

/// Returns a JSON string's text or a number's digits; any other JSON unchanged.
private func plainText(_ json: String) -> String {
  do throws(JSONFault) {
    let value = try Array(json.utf8).withBytes { bytes throws(JSONFault) in
      try JSONValue(reading: bytes, with: JSONTape(isForeign: true))
    }
    return value.scalarText ?? json
  } catch {
    return json
  }
}
