import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// Examines the questions of a deck or of the whole bank, and lists what their author may want to
/// change. After a save that changes the bank, it examines them again when the findings are needed.
package final class BankDoctor {
  /// Emits when the findings may have changed.
  package var changes: Signal<Void> { changed.signal }
  /// Emits a browser when the user opens a question.
  package var chosen: Signal<QuestionBrowser> { opened.signal }
  /// The name of the examined deck; `nil` for the whole bank.
  package let deck: String?

  /// The findings, the most serious kinds first.
  private(set) var findings: [Finding] = []
  /// The examined questions, in the order in which they were added.
  private(set) var questions: [Question] = []

  private let bank: QuestionBank
  private let answers: AnswerLog
  private let deckID: Identifier<Deck>?
  private var numbers: [Identifier<Question>: Int] = [:]
  private var isExamined = false
  private let changed = PublishSubject<Void>()
  private let opened = PublishSubject<QuestionBrowser>()
  private let bag = DisposeBag()

  /// Examines the deck with this name, or the whole bank.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``; what the store throws.
  package init(bank: QuestionBank, history: AttemptHistory, deck: String?) throws {
    (self.bank, answers, self.deck) = (bank, history.answers, deck)
    deckID = try deck.map { try bank.deck(meantBy: $0).id }
    try examine()
    bank.changes.observe { [unowned self] in
      isExamined = false
      changed.emit(())
    }.disposed(by: bag)
  }

  /// The number of a question among the examined ones, from 1, as on the screen that lists them.
  func number(of question: Identifier<Question>) -> Int? { numbers[question] }

  /// The examined question with this number, from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  func question(_ number: Int) throws(ListRefusal) -> Question { try questions.line(number) }

  /// Opens the question with this number.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``; what the store throws.
  func choose(_ number: Int) throws {
    let browser = try QuestionBrowser(bank: bank, deck: deck)
    try browser.go(to: number - 1)
    opened.emit(browser)
  }

  /// Examines the questions, unless the bank is as it was the last time. Otherwise each save on
  /// another screen would take as long as this does.
  ///
  /// - Throws: The store's error when it cannot be read.
  func examine() throws {
    if isExamined { return }
    questions = try bank.questions(try bank.questionIdentifiers(in: deckID))
    numbers = Dictionary(uniqueKeysWithValues: zip(questions.map(\.id), 1...))
    let given = try GivenAnswers(to: questions, answers, in: bank.store)
    let similar = SimilarQuestions(among: questions)
    findings =
      doubtfulKeys(given) + each(.equalChoices) { $0.equalChoices }
      + groups(.equalQuestions, similar.equal) + groups(.similarQuestions, similar.similar)
      + each(.shuffledReference) { $0.shuffledReference } + unusedChoices(given)
      + each(.noCommentary) { $0.lacksCommentary }
    isExamined = true
  }

  private func each(
    _ kind: Finding.Kind, _ reason: (QuestionContent) -> Reason?
  ) -> [Finding] {
    questions.compactMap { question in
      reason(question.content).map { Finding(question: question.id, kind: kind, reason: $0) }
    }
  }

  private func groups(_ kind: Finding.Kind, _ groups: [[Identifier<Question>]]) -> [Finding] {
    groups.map { group in
      let others = Array(group.dropFirst())
      let list = others.compactMap(number).map(String.init).joined(separator: ", ")
      let reason =
        kind == .equalQuestions
        ? Reason("the same as question \(list)", "質問 \(list) と同じです")
        : Reason("nearly the same as question \(list)", "質問 \(list) とほとんど同じです")
      return Finding(question: group[0], kind: kind, reason: reason, others: others)
    }
  }

  private func doubtfulKeys(_ given: GivenAnswers) -> [Finding] {
    KeyDoubts(questions.map(\.content), given).doubts.compactMap { doubt in
      let question = questions[doubt.question]
      let (counts, choices) = (given.counts[doubt.question], question.content.choices)
      guard let key = question.content.solution.rightChoice else { return nil }
      let (other, right) = (choices[doubt.choice].text, choices[key].text)
      let (total, many) = (counts.reduce(0, +), counts[doubt.choice])
      return Finding(
        question: question.id, kind: .doubtfulKey,
        reason: Reason(
          "those who know the other questions answer “\(other)” (\(many) of \(total)), "
            + "not “\(right)”",
          "ほかの質問によく正解する人は「\(right)」ではなく「\(other)」と答えています(\(total) 回中 \(many) 回)"))
    }
  }

  private func unusedChoices(_ given: GivenAnswers) -> [Finding] {
    questions.indices.compactMap { index in
      let counts = given.counts[index]
      let total = counts.reduce(0, +)
      let unused = counts.indices.filter { counts[$0] == 0 }
      guard total >= KeyDoubts.leastAnswers, !unused.isEmpty else { return nil }
      let texts = unused.map { questions[index].content.choices[$0].text }
      let english = texts.map { "“\($0)”" }.joined(separator: ", ")
      let japanese = texts.map { "「\($0)」" }.joined()
      return Finding(
        question: questions[index].id, kind: .unusedChoices,
        reason: Reason(
          "nobody took \(english) in \(total) answers", "\(total) 回の回答で\(japanese)は一度も選ばれていません"))
    }
  }
}

extension QuestionContent {
  fileprivate var equalChoices: Reason? {
    var seen: Set<String> = []
    guard let text = choices.map(\.text.trimmed).first(where: { !seen.insert($0).inserted }) else {
      return nil
    }
    return Reason("two choices are “\(text)”", "選択肢「\(text)」が 2 つあります")
  }

  fileprivate var shuffledReference: Reason? {
    ChoiceOrder.shuffledReference(in: self).map { position in
      let text = choices[position].text
      return Reason(
        "“\(text)” refers to the other choices, which are shuffled",
        "「\(text)」はほかの選択肢を指していますが、選択肢の順番は入れ替わります")
    }
  }

  fileprivate var lacksCommentary: Reason? {
    // The back of a card is its explanation.
    commentary.isBlank && kind != .card ? Reason("no commentary", "解説がありません") : nil
  }
}
