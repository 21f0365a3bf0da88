import QuizExchange
import QuizStore
import QuizSupport

/// A question that is being written. Any part may still be missing or wrong.
package struct QuestionForm: Codable, Equatable, Sendable {
  /// The question.
  package private(set) var text = ""
  /// The choices, always at least two. A question that asks for a text or a number does not show
  /// them.
  package private(set) var choices = Array(repeating: Choice(""), count: 4)
  /// The explanation.
  package private(set) var commentary = ""
  /// The tags, which questions of different decks can share.
  package private(set) var tags: [String] = []
  /// The name of the question's deck; `nil` when the form does not name one.
  package private(set) var deck: String?

  /// The right choices, or the accepted answers.
  private var solution = SolutionForm()
  /// The texts of the choices when the question became a true-or-false question.
  private var statements: [String] = []
  /// The content with which the form was opened, including fields that the form does not show.
  private(set) var original: QuestionContent?

  /// An empty form, with four choices, or with two statements for a true-or-false question.
  package init(
    deck: String? = nil, kind: QuestionContent.Kind = .single, statements: [String] = []
  ) {
    self.deck = deck
    if kind == .trueFalse {
      (choices, self.statements) = (statements.map { Choice($0) }, statements)
    }
    solution.become(kind)
  }

  /// The next form after this one has been handed in: of the same kind.
  func next(deck: String) -> QuestionForm {
    QuestionForm(deck: deck, kind: kind, statements: statements)
  }

  /// Whether the question is true-or-false, or becomes it without losing a choice.
  package var canBeTrueFalse: Bool { choices.count == 2 || choices.allSatisfy(\.text.isBlank) }

  /// Creates a form for an existing question.
  package init(_ content: QuestionContent, deck: String? = nil) {
    original = content
    self.deck = deck
    text = content.text
    if !content.choices.isEmpty { choices = content.choices }
    solution = SolutionForm(content.solution)
    statements = content.choices.map(\.text)
    commentary = content.commentary
    tags = content.tags
  }

  // MARK: Writing

  /// Sets the new value of one field.
  ///
  /// - Throws: The ``FormProblem`` of the field. The form is then unchanged.
  package mutating func apply(_ edit: FormEdit) throws(FormProblem) {
    switch edit {
    case .question(let text): self.text = text
    case .kind(let kind, let statements): try become(kind, statements)
    case .choice(let number, let text): choices[try index(number)].text = text
    case .addChoice(let text): try addChoice(text)
    case .removeChoice(let number): try removeChoice(at: try index(number))
    case .leaveOutEmptyChoices: leaveOutEmptyChoices()
    case .correct(let numbers): try markRight(numbers)
    case .correctStatement(let words): try markRight(words)
    case .accept(let text): try solution.accept(text)
    case .number(let text): try solution.accept(number: text)
    case .accepted(let number, let text):
      try solution.rewrite(at: try indexOfAnswer(number), as: text)
    case .unaccept(let number): try solution.removeAccepted(at: try indexOfAnswer(number))
    case .caseSensitive(let isCaseSensitive): try solution.regardCase(isCaseSensitive)
    case .back(let text): try solution.write(back: text)
    case .gap(let number, let text): try solution.write(gap: number, text)
    case .removeGap(let number): try solution.remove(gap: number)
    case .pair(let number, let text): try solution.write(pair: number, text)
    case .removePair(let number): try solution.remove(pair: number)
    case .extra(let text): try solution.write(extra: text)
    case .commentary(let text): commentary = text
    case .tags(let tags): self.tags = Self.distinct(tags)
    case .deck(let name):
      if name.isBlank { throw .emptyDeckName }
      deck = name.trimmed
    }
  }

  private mutating func become(
    _ kind: QuestionContent.Kind, _ statements: [String]
  ) throws(FormProblem) {
    if kind == .trueFalse {
      if choices.allSatisfy(\.text.isBlank) {
        choices = statements.map { Choice($0) }
        // A choice that is gone cannot be right.
        solution.markRight(solution.marked.filter(choices.indices.contains))
      }
      guard choices.count == 2 else { throw .notTwoChoices(choices.count) }
      self.statements = choices.map(\.text)
    } else if self.kind == .trueFalse, original == nil, choices.map(\.text) == self.statements {
      // Nobody wrote the two statements.
      (choices, self.statements) = (QuestionForm().choices, [])
      solution.markRight([])
    }
    solution.become(kind)
  }

  private mutating func addChoice(_ text: String) throws(FormProblem) {
    if !solution.kind.hasChoices { throw .otherKind(.single) }
    guard choices.count < QuestionContent.maximumChoices else { throw .tooManyChoices }
    choices.append(Choice(text))
    solution.noteAddedChoice()
  }

  private mutating func markRight(_ numbers: LineNumbers) throws(FormProblem) {
    if !solution.kind.isPicked { throw .otherKind(.single) }
    // More than one choice can be right if they are equally good. The form displays these and may
    // send them back unchanged.
    let isUnchanged = numbers == LineNumbers(correct.map { $0 + 1...$0 + 1 })
    if solution.kind != .several, numbers.count > 1, !isUnchanged { throw .oneRightChoice }
    var positions: [Int] = []
    for range in numbers.ranges {
      // Check the last number first, so that a huge range is refused without visiting each of its
      // numbers.
      _ = try index(range.upperBound)
      for number in range { positions.append(try index(number)) }
    }
    solution.markRight(positions)
  }

  private mutating func markRight(_ words: [String]) throws(FormProblem) {
    let position = choices.firstIndex { words.contains($0.text.trimmed.lowercased()) }
    guard kind == .trueFalse, let position else { throw .otherKind(.trueFalse) }
    solution.markRight([position])
  }

  private func index(_ number: Int) throws(FormProblem) -> Int {
    if !solution.kind.hasChoices { throw .otherKind(.single) }
    guard choices.indices.contains(number - 1) else {
      throw .noSuchChoice(number: number, count: choices.count)
    }
    return number - 1
  }

  private func indexOfAnswer(_ number: Int) throws(FormProblem) -> Int {
    if !solution.kind.isTyped { throw .otherKind(.text) }
    let count = solution.accepted.count
    guard (1...max(count, 1)).contains(number), count > 0 else {
      throw .noSuchAnswer(number: number, count: count)
    }
    return number - 1
  }

  /// Keeps the same choices marked as right. If the only right choice is removed, none is marked.
  private mutating func removeChoice(at index: Int) throws(FormProblem) {
    guard choices.count > 2 else { throw .tooFewChoices }
    choices.remove(at: index)
    solution.noteRemovedChoice(at: index)
  }

  private mutating func leaveOutEmptyChoices() {
    guard solution.kind.hasChoices else { return }
    let count = Self.choicesInUse(choices.map(\.text), right: solution.marked)
    while choices.count > count {
      choices.removeLast()
      solution.noteRemovedChoice(at: choices.count)
    }
  }

  /// The number of choices, from the first one on, that cannot be left out: the two that every
  /// question has, all up to the last one with a text, and all up to the last right one.
  ///
  /// - Parameter right: The positions of the right choices, from 0.
  package static func choicesInUse(_ choices: [String], right: [Int]) -> Int {
    let written = choices.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0
    return min(choices.count, max(2, written, (right.max() ?? -1) + 1))
  }

  private static func distinct(_ tags: [String]) -> [String] {
    var known: Set<String> = []
    return tags.map(\.trimmed).filter { !$0.isBlank && known.insert($0).inserted }
  }

  // MARK: Reading

  /// The kind of answer that the question asks for.
  package var kind: QuestionContent.Kind { solution.kind }

  /// The positions of the right choices, from 0, ascending; empty when none is marked.
  package var correct: [Int] { solution.marked }

  /// The weight of each choice, from -1 to 1; `nil` if the author did not set weights.
  package var weights: [Double]? { solution.weights }

  /// The accepted answers, as the user would type them; empty for a question with choices.
  package var accepted: [String] { solution.accepted }

  /// Whether the answer is case-sensitive; `nil` if the question does not ask for a text.
  package var isCaseSensitive: Bool? { solution.isCaseSensitive }

  /// The back of a card; `nil` for other kinds of questions.
  package var back: String? { solution.back }

  /// The gaps as people write them; `nil` for other kinds of questions.
  package var gaps: [String]? { solution.gaps }

  /// The pairs as people write them; `nil` for other kinds of questions.
  package var pairs: [String]? { solution.pairs }

  /// The lines on the right that belong to none; `nil` for other kinds of questions.
  package var extra: [String]? { solution.extra }

  /// The content of the form, with blanks around texts removed.
  ///
  /// - Throws: The first problem, in the order of the form's fields.
  package func content() throws(FormProblem) -> QuestionContent {
    if text.isBlank { throw .emptyQuestion }
    let choices = solution.kind.hasChoices ? try checkedChoices() : []
    let solution = try solution.finished()
    if let fault = solution.partFault(in: text) { throw .incomplete(fault) }
    // The back of a card is its explanation.
    if commentary.isBlank, solution.kind != .card { throw .emptyCommentary }
    return QuestionContent(
      text: text.trimmed, choices: choices, solution: settled(solution, of: choices),
      commentary: commentary.trimmed, tags: tags, title: original?.title,
      externalID: original?.externalID,
      otherFields: original?.otherFields, pictures: original?.pictures ?? Pictures())
  }

  /// The warning about the question; `nil` when there is none.
  var warning: FormWarning? {
    if kind == .several, correct.count == choices.count { return .allChoicesRight }
    return solution.hasLostWeights ? .weightsDropped : nil
  }

  private func checkedChoices() throws(FormProblem) -> [Choice] {
    for (index, choice) in choices.enumerated() where choice.text.isBlank {
      throw .emptyChoice(number: index + 1)
    }
    try requireDifferentChoices()
    return choices.map { Choice($0.text.trimmed, feedback: $0.feedback) }
  }

  private func requireDifferentChoices() throws(FormProblem) {
    var numbers: [String: Int] = [:]
    for (index, choice) in choices.enumerated() {
      if let first = numbers.updateValue(index + 1, forKey: choice.text.trimmed) {
        throw .equalChoices(number: index + 1, first: first)
      }
    }
  }

  /// Adjusts the solution to the form. The question stays a true-or-false question only while its
  /// two choices are unchanged. Its text determines how many choices to pick, unless the author has
  /// set that number separately.
  private func settled(_ solution: Solution, of choices: [Choice]) -> Solution {
    switch solution {
    case .trueFalse(let position) where choices.map(\.text) != statements:
      return .single(position)
    case .several(var several) where !original.statesChoose:
      several.choose = several.choose(saidIn: text)
      return .several(several)
    default: return solution
    }
  }
}

extension QuestionContent? {
  /// Whether the question sets the number of choices to pick by itself, and not by its text.
  fileprivate var statesChoose: Bool {
    guard let self, case .several(let several) = self.solution else { return false }
    return several.choose != several.choose(saidIn: self.text)
  }
}

/// A new value for one field. Choices are numbered from 1, as users type them.
package enum FormEdit: Equatable, Sendable {
  /// The question.
  case question(String)
  /// The kind of answer that the question asks for. `statements` are the two choices for a
  /// true-or-false question that does not have any yet.
  case kind(QuestionContent.Kind, statements: [String])
  /// The text of one choice.
  case choice(Int, String)
  /// Adds a choice with this text.
  case addChoice(String)
  /// Removes the choice with this number.
  case removeChoice(Int)
  /// Removes the empty choices at the end that a question can do without.
  case leaveOutEmptyChoices
  /// The numbers of the right choices, replacing those marked before.
  case correct(LineNumbers)
  /// Marks the statement of a true-or-false question whose text is one of these, in small letters.
  case correctStatement([String])
  /// Accepts a text as the answer. `*` matches anything.
  case accept(String)
  /// Accepts a number or a range as the answer: `3.14 ± 0.01`, `3 to 4`.
  case number(String)
  /// Replaces the accepted answer with this number.
  case accepted(Int, String)
  /// Removes the accepted answer with this number.
  case unaccept(Int)
  /// Whether the answer is case-sensitive.
  case caseSensitive(Bool)
  /// The back of a card.
  case back(String)
  /// What fills the gap with this number, or the next one: `Paris | Lutetia`, or `=is | are`.
  case gap(Int, String)
  /// Removes the gap with this number.
  case removeGap(Int)
  /// The pair with this number, or the next one: `France | Paris`.
  case pair(Int, String)
  /// Removes the pair with this number.
  case removePair(Int)
  /// All lines on the right that belong to none: `Rome | Berlin`.
  case extra(String)
  /// The explanation.
  case commentary(String)
  /// All tags, replacing the previous ones.
  case tags([String])
  /// The name of the deck. A deck that does not exist is created when the question is saved.
  case deck(String)
}

/// Something unusual about a question. The question can still be saved.
package enum FormWarning: ReportableError, Equatable {
  /// Every choice is right, so the question tests nothing.
  case allChoicesRight
  /// The weights of the choices were removed, because the right answer is now a different one.
  case weightsDropped

  package var message: Message {
    switch self {
    case .allChoicesRight:
      Message(
        "all-choices-right", "All choices are right.", "すべての選択肢が正解です。",
        topic: "all-choices-right.form")
    case .weightsDropped:
      Message(
        "weights-dropped",
        "The choices have no weights any more, because another answer is right now.",
        "正解が変わったので、選択肢の配点はなくなりました。", topic: "weights-dropped.form")
    }
  }
}

/// Adds new questions to the bank.
package struct Registration {
  /// The name of the deck for the next question, which is the deck of the last question.
  package private(set) var deck: String

  /// The form for the first question.
  package let blankForm: QuestionForm
  /// Whether the next question is of the same kind, as a person expects.
  var keepsKind: Bool { bank.servesPerson }

  private let bank: QuestionBank
  /// The decks. They are kept in memory so that the form can be shown even while the bank cannot be
  /// read.
  private let known: LiveQuery<[Deck]>

  /// Chooses the named deck. Without a name, chooses the selected deck, or else the only one.
  ///
  /// - Parameters:
  ///   - fallback: The name of the deck to use when none of these exists. It is created when the
  ///     first question is added.
  ///   - kind: The kind of the first question.
  ///   - statements: The choices of a true-or-false question.
  /// - Throws: Errors of the store.
  package init(
    bank: QuestionBank, deck name: String?, fallback: String,
    kind: QuestionContent.Kind = .single, statements: [String] = []
  ) throws {
    self.bank = bank
    known = try bank.liveDecks()
    let decks = known.value
    let finder = DeckFinder(decks.map(\.name))
    let deck =
      try name.map(finder.name) ?? bank.selectedDeck
      ?? (decks.count == 1 ? decks[0].name : fallback)
    self.deck = deck
    blankForm = QuestionForm(deck: deck, kind: kind, statements: statements)
  }

  /// The names of all decks.
  var decks: [String] { known.value.map(\.name) }

  /// Adds a question.
  ///
  /// - Parameter name: The name of a deck other than ``deck``, which is created if it does not
  ///   exist.
  /// - Throws: ``SaveFailure``. Nothing is then changed.
  mutating func add(_ content: QuestionContent, deck name: String?) throws {
    let name = DeckFinder(decks).name(for: name ?? deck)
    try bank.register(content, deck: name)
    deck = name
  }
}

/// A form with what was typed into it and not saved.
package struct FormDraft: Codable, Equatable {
  /// The form.
  package var form: QuestionForm
  /// The question that was being edited; `nil` for a new one.
  package var question: Identifier<Question>?

  package init(form: QuestionForm, question: Identifier<Question>? = nil) {
    (self.form, self.question) = (form, question)
  }
}

/// Keeps forms when a signal or a closed window ends the program. Each is offered once, when the
/// same form is opened again.
package final class FormDrafts {
  private let file: ProgramFile?

  /// - Parameter file: The file that keeps them; `nil` where nothing is kept.
  init(_ file: ProgramFile?) {
    self.file = file
  }

  /// Whether forms are kept.
  package var areKept: Bool { file != nil }

  /// Keeps a form, in place of an earlier one for the same question.
  ///
  /// - Throws: ``DraftFailure``.
  package func keep(_ draft: FormDraft) throws {
    guard let file else { return }
    // What cannot be read has been set aside, and does not prevent this.
    let others = (try? drafts(in: file))?.filter { $0.question != draft.question } ?? []
    try write(others + [draft], to: file)
  }

  /// Returns the form that was kept for a question, or for a new one, and forgets it.
  ///
  /// - Throws: ``DraftFailure``.
  package func take(for question: Identifier<Question>?) throws -> FormDraft? {
    guard let file else { return nil }
    var drafts = try drafts(in: file)
    guard let index = drafts.firstIndex(where: { $0.question == question }) else { return nil }
    let draft = drafts.remove(at: index)
    try write(drafts, to: file)
    return draft
  }

  private struct Content: Codable {
    var version = 1
    var drafts: [FormDraft]
  }

  private func drafts(in file: ProgramFile) throws -> [FormDraft] {
    do {
      guard let bytes = try file.read() else { return [] }
      do {
        let content = try bytes.withUnsafeBytes {
          try JSONTextDecoder().decode(Content.self, from: $0)
        }
        if content.version == 1 { return content.drafts }
      } catch {
        // Another version of the program wrote it, or it is damaged: both are named below.
      }
      try file.setAside()
      throw DraftFailure.unreadable(file.asidePath)
    } catch let error as FileSystemError {
      throw DraftFailure.file(error)
    }
  }

  private func write(_ drafts: [FormDraft], to file: ProgramFile) throws {
    do {
      if drafts.isEmpty { return try file.remove() }
      try file.replace(
        with: try JSONTextEncoder(sortsMembers: true).encode(Content(drafts: drafts)))
    } catch let error as FileSystemError {
      throw DraftFailure.file(error)
    }
  }
}

/// Why a form could not be kept or brought back.
package enum DraftFailure: ReportableError, Equatable {
  /// The file is damaged, or another version wrote it. It has this name now.
  case unreadable(String)
  /// The file cannot be read or written.
  case file(FileSystemError)

  package var message: Message {
    switch self {
    case .unreadable(let path):
      Message(
        "draft-unreadable",
        "What was typed last and not saved cannot be read. It is kept in \(path).",
        "前回の入力途中の内容を読めません。\(path) に残してあります。")
    case .file(let error):
      Message(
        "draft-failed", "Typed text that was not saved cannot be kept: ", "入力途中の内容を残せません: "
      ).because(of: StoreError.fileSystem(error))
    }
  }
}

/// Why an editing command was refused.
package enum EditingRefusal: ReportableError, Equatable {
  /// Another form is open and must be saved or closed first.
  case formIsOpen
  /// No form is open.
  case noFormIsOpen
  /// The question has not been changed elsewhere.
  case noConflict

  package var message: Message {
    switch self {
    case .formIsOpen:
      Message(
        "form-is-open", "A question is being edited.", "編集中です。")
    case .noFormIsOpen:
      Message(
        "no-form-is-open", "No question is being edited.", "編集中の質問はありません。")
    case .noConflict:
      Message(
        "no-conflict", "Nothing else has changed this question.",
        "ほかに変更はありません。")
    }
  }
}
