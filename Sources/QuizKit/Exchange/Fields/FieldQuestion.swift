import QuizSupport

/// A record of named fields: a row of a table, or an object of JSON.
protocol Fields {
  /// The text of the field with a role; `nil` if there is none, or if it is empty.
  subscript(role: ColumnRole) -> String? { get }
  var tags: [String] { get }
  /// The kind that the fields state; `nil` when they state none.
  var kind: TableKind? { get }
  /// The right answers: all fields of a row that together are its key, or the key of an object.
  var keys: [JSONValue] { get }
  /// What to say of a record without a right answer.
  var noKey: Fault { get }
  /// The wrong choices, if they have fields of their own.
  var wrong: [String] { get }
  /// The feedback on the accepted answers, if it has fields of its own.
  var feedbacks: [String] { get }
  /// Whether the choices are a list of what is accepted. Some programs write it so.
  var listsAccepted: Bool { get }

  /// The answers that are accepted where they are typed.
  func accepted(_ choices: [Choice]) throws(Fault) -> JSONValue
  /// The credit for each choice or accepted answer; `nil` when no field states it.
  func weights() throws(Fault) -> [Double]?
  /// The solution of a card, or one with several parts; `nil` where the fields are those of a
  /// question with choices.
  func parts(_ kind: TableKind?, _ draft: inout QuestionDraft) throws(Fault) -> Solution?
  /// The right choices.
  func right(among choices: [Choice]) throws(Fault) -> [Int]
  /// What other fields say is right. A field that names no choice, such as a solution in sentences,
  /// says nothing.
  func rivals(among choices: [Choice]) -> [(text: String, places: [Int])]
}

extension Fields {
  /// The right answer in messages.
  var keyText: String { keys.first.map { $0.flatText ?? "" } ?? "" }
}

extension QuestionDraft {
  /// Takes over all that fields say besides the choices and what is right.
  ///
  /// - Parameter plain: Turns the text of a field into the one to show.
  mutating func take(_ fields: some Fields, _ plain: (String) -> String = { $0 }) {
    text = fields[.question].map(plain) ?? ""
    if let passage = fields[.passage] { text = plain(passage) + "\n\n" + text }
    commentary = fields[.explanation].map(plain) ?? ""
    if let picture = fields[.picture] { images += ImageReference.all(inField: picture) }
    category = fields[.category]
    title = fields[.title]
    externalID = fields[.id]
    tags = fields.tags
    if let difficulty = fields[.difficulty], !tags.contains(difficulty) { tags.append(difficulty) }
    if let time = fields[.time] { timeLimit = time }
  }
}

/// Decides what is right in a record of named fields: the one place for rows and objects.
struct FieldQuestion<Record: Fields> {
  private let record: Record
  private let kind: TableKind?
  private let wrong: [String]
  private var keys: [JSONValue] { record.keys }

  init(_ record: Record) {
    (self.record, kind, wrong) = (record, record.kind, record.wrong)
  }

  /// Submits a question that has its text and its choices, or reports what is wrong with it.
  func submit(
    _ draft: QuestionDraft, to collector: QuestionCollector, excerpt: @autoclosure () -> String = ""
  ) {
    var draft = draft
    do throws(Fault) {
      try solve(&draft)
      collector.submit(draft)
    } catch {
      let fault = draft.text.isEmpty ? .emptyStem : error
      collector.refuse(draft, fault, excerpt: fault.level == .skipped ? "" : excerpt())
    }
  }

  private func solve(_ draft: inout QuestionDraft) throws(Fault) {
    // A record with choices and a key is about the choices, whatever kind it states.
    let hasChoices = draft.choices.count > 1 || !wrong.isEmpty
    let isTyped = !hasChoices || record.listsAccepted
    switch kind {
    case .other(.opinion) where keys.isEmpty: throw .notMultipleChoice(.opinion)
    case .other(.essay) where record.listsAccepted: try accept(isCaseSensitive: false, &draft)
    case .text(let isCaseSensitive) where isTyped:
      try accept(isCaseSensitive: isCaseSensitive, &draft)
    case .number where isTyped: try accept(isCaseSensitive: nil, &draft)
    case .other(let kind) where !hasChoices: throw .notMultipleChoice(kind)
    default:
      if let solution = try record.parts(kind, &draft) {
        draft.solution = solution
      } else if draft.choices.isEmpty, let isTrue = try statement {
        draft.kind = .trueFalse
        (draft.choices, draft.correct) = ([Choice("True"), Choice("False")], isTrue ? 0 : 1)
      } else if draft.choices.isEmpty, !wrong.isEmpty {
        try place(&draft)
      } else {
        try mark(&draft)
      }
    }
  }

  // MARK: Typed answers

  /// - Parameter isCaseSensitive: `nil` for numbers.
  private func accept(isCaseSensitive: Bool?, _ draft: inout QuestionDraft) throws(Fault) {
    let accepted = try record.accepted(draft.choices)
    if record.listsAccepted { draft.choices = [] }
    let (weights, feedbacks) = (try record.weights(), record.feedbacks)
    draft.solution =
      if let isCaseSensitive {
        .text(
          try NativeJSONSolution.texts(
            accepted, isCaseSensitive: isCaseSensitive, weights: weights, feedbacks: feedbacks))
      } else {
        .number(try NativeJSONSolution.numbers(accepted, weights: weights, feedbacks: feedbacks))
      }
  }

  // MARK: Choices

  /// Whether a statement without choices is true; `nil` when the key is anything else. Where the
  /// record has the wrong answer, too, its words are the choices.
  private var statement: Bool? {
    get throws(Fault) {
      let isStatement = kind == .trueFalse
      guard wrong.isEmpty || isStatement else { return nil }
      if let isTrue = keys.first?.isTrue(isStatement),
        wrong.allSatisfy({ Vocabulary.isTrue($0) == !isTrue })
      {
        return isTrue
      }
      guard isStatement, wrong.isEmpty else { return nil }
      throw keys.isEmpty ? record.noKey : .answerNotAChoice(record.keyText)
    }
  }

  /// Puts the right answers among the wrong ones.
  private func place(_ draft: inout QuestionDraft) throws(Fault) {
    let right = keys.flatMap { $0.array ?? [$0] }.compactMap(\.flatText).map { FieldText.make($0) }
    guard let first = right.first else { throw record.noKey }
    // It would be unclear which choice has which weight.
    if record[.weights] != nil { draft.warnings.append(.weightsIgnored) }
    if right.count == 1, kind != .several {
      (draft.choices, draft.correct) = StablePlace.place(first, among: wrong, of: draft.text)
    } else {
      draft.choices = StablePlace.place(right, among: wrong, of: draft.text)
      draft.markRight(
        draft.choices.indices.filter { right.contains(draft.choices[$0].text) }, isSeveral: true)
    }
  }

  private func mark(_ draft: inout QuestionDraft) throws(Fault) {
    if kind == .trueFalse, draft.choices.count == 2 { draft.kind = .trueFalse }
    do throws(Fault) {
      let places = try record.right(among: draft.choices)
      if places.isEmpty { throw .noCorrectChoice(nil) }
      for rival in record.rivals(among: draft.choices) where Set(rival.places) != Set(places) {
        throw .answersContradict(record.keyText, rival.text)
      }
      draft.markRight(places, isSeveral: kind == .several)
    } catch {
      // A fault of the choices themselves is more helpful than saying that the key matches none of
      // them.
      draft.correct = 0
      throw draft.fault ?? error
    }
    guard case .several(var several) = draft.solution else { return weigh(&draft) }
    if let choose = record[.choose] {
      draft.statesChoose = true
      several.choose = try choose == AnswerCell.all ? nil : count(choose)
    }
    several.weights = try record.weights()
    draft.solution = .several(several)
  }

  private func count(_ text: String) throws(Fault) -> Int {
    guard let count = Int(text.ofOneWidth) else { throw .notANumber(text) }
    return count
  }

  /// Sets the credit for each choice when one is to be picked. In other programs' files the field
  /// may mean something else, so weights that do not fit are ignored with a warning.
  private func weigh(_ draft: inout QuestionDraft) {
    do throws(Fault) {
      guard let correct = draft.correct, let weights = try record.weights() else { return }
      let solution = SingleSolution(correct, weights: weights)
      if solution.fault(among: draft.choices.count) != nil { throw .weightsIgnored }
      if solution.weights != nil { draft.solution = .single(solution) }
    } catch {
      draft.warnings.append(.weightsIgnored)
    }
  }
}

extension JSONValue {
  /// The text of a string or number, the lines of a list, or the text in an object.
  var flatText: String? {
    switch self {
    case .array(let values):
      let lines = values.compactMap(\.scalarText)
      return lines.count == values.count && !lines.isEmpty ? lines.joined(separator: "\n") : nil
    case .object(let object):
      return ["text", "content", "html", "value"].lazy.compactMap { object[$0]?.scalarText }.first
    default: return scalarText
    }
  }

  /// Whether the value says that a statement is true; `nil` when it is anything else.
  ///
  /// - Parameter isStatement: Whether there is one. If not, a single letter may be that of a choice
  ///   that is missing.
  func isTrue(_ isStatement: Bool = false) -> Bool? {
    switch self {
    case .bool(let isTrue): isTrue
    case .string(let text):
      isStatement || text.count > 1 || !text.utf8.allSatisfy { $0 < 0x80 }
        ? Vocabulary.isTrue(text) : nil
    default: nil
    }
  }
}

/// All choices in one text.
enum ChoiceList {
  /// The choices in a text. An empty one between others is the author's mistake and stays.
  ///
  /// - Parameter separator: What stands between them; `nil` for what usually does.
  static func split(_ text: String, at separator: Character? = nil) -> [String] {
    if let separator { return parts(of: text, at: separator) }
    if let lettered = lettered(text) { return lettered }
    // A list as other programs write it, in which `;` and `|` belong to the texts.
    if text.hasPrefix("{") || text.hasPrefix("[") { return json(text) ?? [] }
    return parts(of: text, at: ["|", "\n"].first(where: text.contains) ?? ";")
  }

  private static func parts(of text: String, at separator: Character) -> [String] {
    var texts = text.split(separator: separator, omittingEmptySubsequences: false)
      .map { FieldText.make(String($0)) }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }

  /// The choices behind letters, each in a line or all in one: `A) red, B) green`,
  /// `a: Wait; then go,b: Stop`; `nil` if the text does not consist of such choices.
  ///
  /// The letters divide it before anything else, because the texts may contain `;` and commas.
  static func lettered(_ text: String) -> [String]? {
    guard text.utf8.count <= 10_000 else { return nil }
    let scalars = Array(text.unicodeScalars)
    guard
      let first = scalars.first(where: {
        !ListText.isBlank($0) && !"([".unicodeScalars.contains($0)
      })
    else { return nil }
    let begins: [(first: UInt32, last: UInt32)] = [(0x41, 0x5A), (0x61, 0x7A)]
    guard begins.contains(where: { $0.first == first.value }) else { return nil }
    var cuts: [(start: Int, text: Int)] = []
    var mark: Unicode.Scalar?
    for index in scalars.indices {
      let wanted = first.value + UInt32(cuts.count)
      guard scalars[index].value == wanted, index + 1 < scalars.count else { continue }
      let end = scalars[index + 1]
      guard mark.map({ $0 == end }) ?? ".):]".unicodeScalars.contains(end) else { continue }
      var start = index
      if start > 0, "([".unicodeScalars.contains(scalars[start - 1]) { start -= 1 }
      // A letter inside of a text is behind another letter.
      guard start == 0 || isGap(scalars[start - 1]) else { continue }
      if mark == nil { mark = end }
      cuts.append((start, index + 2))
    }
    guard cuts.count > 1, scalars[..<cuts[0].start].allSatisfy(isGap) else { return nil }
    return cuts.indices.map { index in
      let end = index + 1 < cuts.count ? cuts[index + 1].start : scalars.count
      var part = scalars[cuts[index].text..<end]
      while let last = part.last, isGap(last), index + 1 < cuts.count { part.removeLast() }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: part)
      return FieldText.make(String(text))
    }
  }

  private static func isGap(_ scalar: Unicode.Scalar) -> Bool {
    ListText.isBlank(scalar) || ",;|\n\r、，；".unicodeScalars.contains(scalar)
  }

  /// The choices in a cell that is JSON: a list, or an object with a letter for each; `nil` if it is
  /// neither.
  private static func json(_ text: String) -> [String]? {
    var text = text
    return text.withUTF8 { bytes in
      do throws(JSONFault) {
        let value = try JSONValue(
          reading: UnsafeRawBufferPointer(bytes), with: JSONTape(isForeign: true))
        if let object = value.object {
          let names = object.members.map {
            HeaderName.number(Substring(HeaderName.folded($0.name)))
          }
          guard names == Array(1...max(1, names.count)) else { return nil }
          return object.members.map { FieldText.make($0.value.scalarText ?? "") }
        }
        return value.array?.map { FieldText.make($0.scalarText ?? "") }
      } catch {
        return nil
      }
    }
  }
}

// MARK: - How keys are written

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

  /// Whether some of the keys differ from the texts of all choices.
  var hasOthers: Bool { texts < rows }

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
