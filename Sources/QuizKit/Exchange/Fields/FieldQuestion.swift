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
  mutating func take(
    _ fields: some Fields, _ plain: (String, QuestionDraft) -> String = { text, _ in text }
  ) {
    text = fields[.question].map { plain($0, self) } ?? ""
    if let passage = fields[.passage] { text = plain(passage, self) + "\n\n" + text }
    commentary = fields[.explanation].map { plain($0, self) } ?? ""
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
          try BackupSolution.texts(
            accepted, isCaseSensitive: isCaseSensitive, weights: weights, feedbacks: feedbacks))
      } else {
        .number(try BackupSolution.numbers(accepted, weights: weights, feedbacks: feedbacks))
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
  static func split(_ text: String) -> [String] {
    if let lettered = lettered(text) { return lettered }
    // A list as other programs write it, in which `;` and `|` belong to the texts.
    if text.hasPrefix("{") || text.hasPrefix("[") { return json(text) ?? [] }
    let separator = ["|", "\n"].first(where: text.contains) ?? ";"
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
        !DumpText.isBlank($0) && !"([".unicodeScalars.contains($0)
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
    DumpText.isBlank(scalar) || ",;|\n\r、，；".unicodeScalars.contains(scalar)
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
