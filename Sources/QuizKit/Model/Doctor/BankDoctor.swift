import Foundation
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

  let bank: QuestionBank
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
    self.bank = bank
    answers = history.answers
    self.deck = deck
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
      + each(.shuffledReference) { $0.shuffledReference } + (try missingPictures())
      + each(.noDescription) { $0.undescribed } + unusedChoices(given)
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

  private func missingPictures() throws -> [Finding] {
    try questions.compactMap { question in
      let missing = try question.content.pictures.all.filter { try !bank.pictures.has($0) }
      guard !missing.isEmpty else { return nil }
      let names = missing.map(\.name)
      return Finding(
        question: question.id, kind: .pictureMissing,
        reason: Reason(
          "not in the bank: \(names.joined(separator: ", "))",
          "画像がありません: \(names.joined(separator: "、"))"))
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
          "ほかの質問によく正解する人は「\(right)」ではなく「\(other)」と答えています（\(total) 回中 \(many) 回）"))
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

  fileprivate var undescribed: Reason? {
    let names = pictures.all.filter { $0.description == nil }.map(\.name)
    return names.isEmpty
      ? nil
      : Reason(
        "nothing says what \(names.joined(separator: ", ")) shows",
        "\(names.joined(separator: "、"))の説明がありません")
  }

  fileprivate var lacksCommentary: Reason? {
    // The back of a card is its explanation.
    commentary.isBlank && kind != .card ? Reason("no commentary", "解説がありません") : nil
  }
}

/// Something about a question that its author may want to change.
package struct Finding: Equatable, Sendable {
  /// The kinds of findings, the most serious first.
  package enum Kind: String, Encodable, CaseIterable, Sendable {
    /// Most learners who know the other questions choose another answer than the right one.
    case doubtfulKey = "doubtful-key"
    /// Two choices have the same text.
    case equalChoices = "equal-choices"
    /// Other questions have the same text and the same choices.
    case equalQuestions = "equal-questions"
    /// Other questions have nearly the same words.
    case similarQuestions = "similar-questions"
    /// A choice refers to the others, but is shuffled among them.
    case shuffledReference = "shuffled-reference"
    /// A picture is not in the bank.
    case pictureMissing = "picture-missing"
    /// Nothing says what a picture shows.
    case noDescription = "no-description"
    /// Nobody ever took some of the choices.
    case unusedChoices = "unused-choices"
    /// The question has no commentary.
    case noCommentary = "no-commentary"
  }

  /// The question.
  var question: Identifier<Question>
  /// The kind of the finding.
  var kind: Kind
  /// Why the question is listed.
  var reason: Reason
  /// The other questions that the finding is about, in the order in which they were added.
  var others: [Identifier<Question>] = []
}

/// The choices that learners took, of all finished quizzes and of those in practice mode.
///
/// Of a question that a quiz asked more than once, only the first answer counts, because the right
/// one was shown after it. Answers from before a question was last changed do not count either,
/// because its choices may have been others.
struct GivenAnswers {
  /// An answer to a question with one choice to be picked.
  struct Choice {
    /// The question, by its position among those that are examined.
    var question: Int
    /// The author's position of the choice, from 0.
    var choice: Int
  }

  /// The answers of each quiz.
  let quizzes: [[Choice]]
  /// The answers to each question by choice, in the author's order.
  let counts: [[Int]]

  /// - Throws: The store's error when it cannot be read.
  init(to questions: [Question], _ answers: AnswerLog, in store: StoreContext) throws {
    let ids = questions.map(\.id)
    var positions = IdentifierTable<Question, Int?>(ids, initially: nil)
    for (position, question) in questions.enumerated() { positions[question.id] = position }
    let settled = try answers.settled().filter { $0.isAnswered && positions[$0.questionID] != nil }
    let taken: [TakenChoice] = try store.savedParts(of: settled.map(\.id))
    var seen: Set<Place> = []
    var quizzes: [Identifier<Attempt>: [Choice]] = [:]
    for answer in taken.sorted(by: { ($0.attemptID, $0.position) < ($1.attemptID, $1.position) }) {
      guard let position = positions[answer.questionID], let choice = answer.choice
      else { continue }
      let question = questions[position]
      guard question.content.choices.indices.contains(choice),
        answer.choices == nil || answer.choices == question.content.choices.count,
        answer.changedAt >= max(question.changedAt, question.keyChangedAt ?? question.changedAt),
        seen.insert(Place(quiz: answer.attemptID, question: position)).inserted
      else { continue }
      quizzes[answer.attemptID, default: []].append(Choice(question: position, choice: choice))
    }
    self.init(quizzes.keys.sorted().compactMap { quizzes[$0] }, to: questions.map(\.content))
  }

  /// The answers of some quizzes, each at most once to a question.
  init(_ quizzes: [[Choice]], to contents: [QuestionContent]) {
    self.quizzes = quizzes
    var counts = contents.map { [Int](repeating: 0, count: $0.choices.count) }
    for answer in quizzes.joined() { counts[answer.question][answer.choice] += 1 }
    self.counts = counts
  }

  private struct Place: Hashable {
    let quiz: Identifier<Attempt>
    let question: Int
  }
}

/// The parts of an ``Answer`` that say which choice was taken.
private struct TakenChoice: RecordPart {
  var id: Identifier<Answer>
  var attemptID: Identifier<Attempt>
  var position: Int
  var questionID: Identifier<Question>
  var choice: Int?
  var choices: Int?
  var changedAt: Date

  init(_ answer: Answer) {
    id = answer.id
    attemptID = answer.attemptID
    position = answer.position
    questionID = answer.questionID
    choice = answer.response?.choice
    choices = answer.choices
    changedAt = answer.changedAt
  }

  private enum CodingKeys: CodingKey {
    case id, attemptID, position, questionID, response, choices, changedAt
  }

  init(from decoder: any Decoder) throws {
    let answer = try decoder.container(keyedBy: CodingKeys.self)
    id = try answer.decode(Identifier<Answer>.self, forKey: .id)
    attemptID = try answer.decode(Identifier<Attempt>.self, forKey: .attemptID)
    position = try answer.decode(Int.self, forKey: .position)
    questionID = try answer.decode(Identifier<Question>.self, forKey: .questionID)
    choice = try answer.decodeIfPresent(Response.self, forKey: .response)?.choice
    choices = try answer.decodeIfPresent(Int.self, forKey: .choices)
    changedAt = try answer.decode(Date.self, forKey: .changedAt)
  }
}

/// Finds questions that say the same, or nearly the same, in some order of their choices.
///
/// Two questions are similar when they share most of their words: the number of common words,
/// divided by the number of all words of both, is at least ``threshold`` (the Jaccard index). Only
/// questions that share a rare word are compared, as in the prefix filter of Chaudhuri, Ganti and
/// Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning" (2006). This finds every
/// pair without comparing each question with each other.
struct SimilarQuestions {
  /// Groups of questions with the same text and choices, apart from case, width and white space.
  private(set) var equal: [[Identifier<Question>]] = []
  /// Groups of questions with nearly the same words. Of equal questions, only the first is listed.
  private(set) var similar: [[Identifier<Question>]] = []

  private static let threshold = 0.75

  init(among questions: [Question]) {
    var groups: [Key: [Int]] = [:]
    for (index, question) in questions.enumerated() {
      groups[Key(question.content), default: []].append(index)
    }
    let unlike = groups.values.map { $0[0] }.sorted()
    equal = groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
      .map { $0.map { questions[$0].id } }
    similar = Self.groups(of: unlike.map { Words(questions[$0].content) }).map { group in
      group.map { questions[unlike[$0]].id }
    }
  }

  /// What equal questions have in common.
  private struct Key: Hashable {
    let text: String
    let choices: [String]

    init(_ content: QuestionContent) {
      text = Self.unified(content.text)
      choices = content.answerTexts.map(Self.unified).sorted()
    }

    private static func unified(_ text: String) -> String {
      SearchText.words(text).joined(separator: " ")
    }
  }

  /// The words of a question and of its answers, each once. Texts without blanks between words,
  /// such as Japanese ones, count as pairs of neighbouring characters.
  private struct Words {
    var all: Set<String> = []
    /// The words with digits. Questions that differ in a number ask for something else.
    var numbers: Set<String> = []

    init(_ content: QuestionContent) {
      for text in [content.text] + content.answerTexts { add(SearchText.folded(text)) }
      numbers = all.filter { $0.contains { $0.isNumber } }
    }

    private mutating func add(_ text: String) {
      for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        let characters = Array(word)
        if characters.allSatisfy(\.isASCII) || characters.count < 3 {
          all.insert(String(word))
        } else {
          for pair in zip(characters, characters.dropFirst()) {
            all.insert(String([pair.0, pair.1]))
          }
        }
      }
    }
  }

  /// The positions of similar questions, together with all that are similar to one of them.
  private static func groups(of words: [Words]) -> [[Int]] {
    var counts: [String: Int] = [:]
    for word in words.lazy.flatMap(\.all) { counts[word, default: 0] += 1 }
    // The rarest words first, so that few questions share one.
    let ranked = words.map { words in
      words.all.sorted { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
    }
    var holders: [String: [Int]] = [:]
    var groups = Array(words.indices)
    func group(of index: Int) -> Int {
      var index = index
      while groups[index] != index { index = groups[index] }
      return index
    }
    for (index, own) in ranked.enumerated() {
      // Similar questions share one of so many rarest words.
      let prefix = own.prefix(own.count - Int((threshold * Double(own.count)).rounded(.up)) + 1)
      let candidates = Set(prefix.lazy.flatMap { holders[$0] ?? [] })
      for other in candidates where areSimilar(words[index], words[other]) {
        let (first, second) = (group(of: index), group(of: other))
        groups[max(first, second)] = min(first, second)
      }
      for word in prefix { holders[word, default: []].append(index) }
    }
    return Dictionary(grouping: words.indices, by: group).values
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  private static func areSimilar(_ one: Words, _ other: Words) -> Bool {
    let (fewer, more) = (min(one.all.count, other.all.count), max(one.all.count, other.all.count))
    guard Double(fewer) >= threshold * Double(more), one.numbers == other.numbers else {
      return false
    }
    let common = one.all.intersection(other.all).count
    return Double(common) >= threshold * Double(fewer + more - common)
  }
}

extension QuestionContent {
  /// The texts of the choices, or of what else the solution has.
  fileprivate var answerTexts: [String] {
    choices.map(\.text) + solution.texts
  }
}

/// Finds questions whose right choice is probably another one than the author said, by the answers
/// of those who know the other questions.
///
/// A learner who knows most of the other questions of a quiz contradicts the key by taking another
/// choice that most learners like that take. ``KeyEvidence`` weighs this. The questions found
/// count less when the learners are judged again, which is done a few times.
struct KeyDoubts {
  /// The fewest answers to a question from which something is concluded.
  static let leastAnswers = 8

  /// A question with another choice than the right one that the answers speak for.
  struct Doubt: Equatable {
    /// The position of the question among those that are examined.
    var question: Int
    /// The author's position of the choice, from 0.
    var choice: Int
  }

  /// The doubts, in the order of the questions.
  private(set) var doubts: [Doubt] = []

  /// The part of the questions that is assumed to have a wrong key.
  private static let usual = 0.04
  /// The least probability of a wrong key to be said.
  private static let least = 0.3
  private static let rounds = 3

  private let contents: [QuestionContent]
  private let answers: GivenAnswers
  /// The probability that the key of each question is wrong.
  private var wrong: [Double]

  init(_ contents: [QuestionContent], _ answers: GivenAnswers) {
    (self.contents, self.answers) = (contents, answers)
    wrong = contents.map { _ in 0 }
    let asked = contents.indices.filter { index in
      let total = answers.counts[index].reduce(0, +)
      return contents[index].solution.rightChoices.count == 1 && total >= Self.leastAnswers
    }
    guard !asked.isEmpty else { return }
    for _ in 0..<Self.rounds { judge(asked) }
  }

  /// Judges the learners by what is known of the questions, then the questions by the learners.
  private mutating func judge(_ asked: [Int]) {
    var picks = contents.map { _ in [Int]() }
    var abilities = contents.map { _ in [Double]() }
    for quiz in answers.quizzes {
      for (answer, ability) in zip(quiz, self.abilities(in: quiz)) {
        picks[answer.question].append(answer.choice)
        abilities[answer.question].append(ability)
      }
    }
    let evidence = asked.map { index in
      KeyEvidence(
        picks: picks[index], abilities: abilities[index], count: contents[index].choices.count)
    }
    let spread = Self.spread(asked.map { contents[$0].key }, evidence)
    doubts = []
    for (index, evidence) in zip(asked, evidence) {
      let key = contents[index].key
      let likelihoods = evidence.logLikelihoods.map { $0[spread] }
      let greatest = likelihoods.max() ?? 0
      let others = Double(likelihoods.count - 1)
      let weights = likelihoods.enumerated().map { choice, likelihood in
        exp(likelihood - greatest) * (choice == key ? 1 - Self.usual : Self.usual / others)
      }
      wrong[index] = 1 - weights[key] / weights.reduce(0, +)
      let best = weights.indices.filter { $0 != key }.max { weights[$0] < weights[$1] }
      if wrong[index] >= Self.least, let best {
        doubts.append(Doubt(question: index, choice: best))
      }
    }
  }

  /// The ability of the learner of a quiz for each of its answers, from the other answers: the
  /// logarithm of the odds of knowing one. The share of right answers is corrected for guesses and
  /// moved a little towards one half, because a few answers do not say much.
  private func abilities(in quiz: [GivenAnswers.Choice]) -> [Double] {
    var (right, luck, total) = (0.0, 0.0, 0.0)
    let parts = quiz.map { answer in
      let content = contents[answer.question]
      let weight = 1 - wrong[answer.question]
      return (
        weight * (content.solution.rightChoices.contains(answer.choice) ? 1 : 0),
        weight / Double(content.choices.count), weight
      )
    }
    for part in parts { (right, luck, total) = (right + part.0, luck + part.1, total + part.2) }
    return parts.map { part in
      let rest = total - part.2 + 2
      let chance = (luck - part.1 + 0.5) / rest
      let share = (right - part.0 + 1) / rest
      let known = min(max((share - chance) / (1 - chance), 0.03), 0.97)
      return log(known / (1 - known))
    }
  }

  /// The number of the spread that fits all answers best, if the keys are right.
  private static func spread(_ keys: [Int], _ evidence: [KeyEvidence]) -> Int {
    let sums = KeyEvidence.spreads.indices.map { spread in
      zip(keys, evidence).reduce(0) { $0 + $1.1.logLikelihoods[$1.0][spread] }
    }
    return sums.indices.max { sums[$0] < sums[$1] } ?? 0
  }
}

extension QuestionContent {
  /// The author's position of the one right choice.
  fileprivate var key: Int { solution.rightChoices.first ?? 0 }
}

/// Weighs how well the answers to one question fit each of its choices being the right one.
///
/// A learner knows the answer with the chance σ(ability − difficulty), as in the model of Rasch,
/// and picks any choice otherwise. The learner's ability comes from the other answers of the same
/// quiz.
/// Nobody knows the difficulty, and how attractive each choice is to those who do not know, so that
/// all possible values are weighed by how usual they are.
struct KeyEvidence {
  /// How unevenly those who do not know spread over the choices: the parameter of a symmetric
  /// Dirichlet distribution. The bank's own answers say which of these values fits it.
  static let spreads = [1.0, 2, 4, 8]

  /// The logarithm of the likelihood of the answers, by the choice that is taken for the right one
  /// and by the number of the spread.
  let logLikelihoods: [[Double]]

  /// - Parameters:
  ///   - picks: the choice of each learner, by its position in the author's order.
  ///   - abilities: the ability of each learner, as the logarithm of the odds of knowing an
  ///     answer.
  ///   - count: the number of choices.
  init(picks: [Int], abilities: [Double], count: Int) {
    var counts = [Int](repeating: 0, count: count)
    for pick in picks { counts[pick] += 1 }
    let known = Self.difficulties.map { difficulty in
      abilities.map { 1 / (1 + exp(difficulty.value - $0)) }
    }
    let unknown = known.map { $0.map { log(1 - $0) } }
    let shares = Self.shares(of: count)
    let weights = Self.spreads.map { Self.logWeights(of: shares, count: count, spread: $0) }
    logLikelihoods = (0..<count).map { key in
      // By difficulty and by the share of those who guess the key.
      let table = known.indices.map { difficulty in
        let (known, unknown) = (known[difficulty], unknown[difficulty])
        let others = picks.indices.reduce(0) { picks[$1] == key ? $0 : $0 + unknown[$1] }
        return shares.map { share in
          picks.indices.reduce(others + Double(picks.count - counts[key]) * log(1 - share)) {
            picks[$1] == key ? $0 + log(known[$1] + (1 - known[$1]) * share) : $0
          } + Self.difficulties[difficulty].logWeight
        }
      }
      var wrong = counts
      wrong.remove(at: key)
      return zip(Self.spreads, weights).map { spread, weights in
        let all = table.flatMap { zip($0, weights).map { $0 + $1 } }
        return Self.logSum(all) + Self.logChance(of: wrong, spread: spread)
      }
    }
  }

  /// The difficulties of usual questions: normally distributed with the standard deviation 1.3.
  private static let difficulties: [(value: Double, logWeight: Double)] = {
    let values = stride(from: -3.5, through: 3.5, by: 0.5).map { $0 }
    let weights = values.map { -$0 * $0 / (2 * 1.3 * 1.3) }
    let sum = logSum(weights)
    return zip(values, weights).map { ($0, $1 - sum) }
  }()

  /// The shares of those who guess the key that are weighed. Shares far above that of an even
  /// spread are too rare to matter.
  private static func shares(of count: Int) -> [Double] {
    let greatest = min(1, 2.5 / Double(count))
    return (0..<10).map { (Double($0) + 0.5) / 10 * greatest }
  }

  /// The logarithms of how usual these shares of one among `count` choices are.
  private static func logWeights(
    of shares: [Double], count: Int, spread: Double
  ) -> [Double] {
    let weights = shares.map {
      (spread - 1) * log($0) + (Double(count - 1) * spread - 1) * log(1 - $0)
    }
    let sum = logSum(weights)
    return weights.map { $0 - sum }
  }

  /// The logarithm of the chance that those who take a wrong choice spread over these choices in
  /// this way (the Dirichlet-multinomial distribution).
  private static func logChance(of counts: [Int], spread: Double) -> Double {
    let (choices, total) = (Double(counts.count), Double(counts.reduce(0, +)))
    return counts.reduce(lgamma(choices * spread) - lgamma(choices * spread + total)) {
      $0 + lgamma(Double($1) + spread) - lgamma(spread)
    }
  }

  private static func logSum(_ values: [Double]) -> Double {
    let greatest = values.max() ?? 0
    return greatest + log(values.reduce(0) { $0 + exp($1 - greatest) })
  }
}
