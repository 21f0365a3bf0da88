import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// A quiz that was started: its questions and its outcome. The answers are separate ``Answer``
/// records, so that saving an answer is one small write.
public struct Attempt: StoredRecord {
  public static let entityName = "attempt"
  public static let keys: [RecordKey<Attempt>] = [.index(\.startedAt, named: "startedAt")]

  /// A question of the attempt and the order in which its choices were shown.
  package struct Item: Codable, Equatable, Sendable {
    /// The question.
    package var questionID: Identifier<Question>
    /// The author's position of each shown choice, from 0; `nil` for the author's own order.
    package var order: [Int]?
    /// The position of the question after which this question is repeated because its answer was
    /// wrong; `nil` if it is not a repetition.
    package var after: Int?
    /// The section of the exam that the question belongs to, from 0; `nil` outside exams with
    /// sections.
    package var section: Int?
  }

  /// How an attempt ended.
  package struct Outcome: Codable, Equatable, Sendable {
    /// When the player asked for the result.
    package var finishedAt: Date
    /// How many answers were right.
    package var score: Int
    /// The sum of the points for the answers, at most one point each; `nil` if it equals the score.
    package var points: Double?
    /// The time taken, in milliseconds, without pauses.
    package var milliseconds: Int
    /// Whether time ran out, for the whole quiz or for any question.
    package var timedOut: Bool
    /// The marks of an exam; `nil` for other quizzes.
    package var exam: ExamScore?
  }

  public var id: Identifier<Attempt> = .unassigned
  /// The quiz's name: the name of its deck when it started, or empty for the whole bank.
  package var title: String
  /// When the player saw the right answers.
  package var mode: QuizOptions.Mode
  /// The time limit for the whole quiz, in milliseconds; `nil` when there is none.
  package var timeLimit: Int?
  /// The time limit for each question, in milliseconds; `nil` when there is none.
  package var questionTimeLimit: Int?
  /// Whether a question is repeated when its answer was wrong; `nil` means no.
  package var repeatsMistakes: Bool?
  /// Whether a partly right answer earned a part of the point; `nil` means no.
  package var isPartial: Bool?
  /// The rules of the exam at the time when it was taken; `nil` for other quizzes.
  package var exam: ExamRules?
  /// When the quiz started.
  package var startedAt: Date
  /// The questions in the order in which they were asked, followed by the repeated ones.
  package var items: [Item]
  /// How the quiz ended; `nil` while it is in progress.
  package var outcome: Outcome?

  public var fault: Reason? { impossibility }
}

extension Attempt: BankRecord {
  static let name: RecordName? = RecordName(
    "quiz", "quizzes", "クイズ", "回", full: Reason("quiz in the history", "履歴のクイズ"))
  static let section: String? = "attempts"
  static let exchange = RecordExchange.personal
  static let hasTexts = false

  func title(in timeZone: TimeZone) -> String {
    let date = Stamp(startedAt, in: timeZone).minute
    return title.isEmpty ? date : title + " " + date
  }

  var lastChange: Date { startedAt }
  func isSame(as other: Attempt) -> Bool { false }

  mutating func relink(_ target: (RecordReference) throws -> Int64?) rethrows {
    for index in items.indices {
      items[index].questionID = try items[index].questionID.relinked(target)
    }
  }

  var isPlausible: Bool {
    startedAt.isOnCalendars && items.allSatisfy(\.isPlausible)
      && (exam?.isPlausible ?? true)
      && hasPlausibleSections
      && [timeLimit, questionTimeLimit].allSatisfy { $0.map(PossibleValues.times.contains) ?? true }
      && (outcome.map { $0.isPlausible(for: items.count) } ?? true)
  }
}

extension Attempt {
  /// Older programs kept the sections in an attempt that asked questions of an exam again outside
  /// of the exam.
  private var hasPlausibleSections: Bool {
    guard let exam else { return true }
    return items.allSatisfy { $0.section.map(exam.sections.indices.contains) ?? true }
  }
}

extension Attempt.Item {
  fileprivate var isPlausible: Bool {
    guard PossibleValues.positions.contains(after ?? 0) else { return false }
    guard let order else { return true }
    return order.allSatisfy(PossibleValues.choices.contains) && Set(order).count == order.count
  }
}

extension Attempt.Outcome {
  fileprivate func isPlausible(for count: Int) -> Bool {
    finishedAt.isOnCalendars && (0...count).contains(score)
      && (points.map { (-Double(count)...Double(count)).contains($0) } ?? true)
      && PossibleValues.times.contains(milliseconds)
      && (exam.map { $0.points.isFinite && $0.possible.isFinite && $0.possible > 0 } ?? true)
  }
}

/// An attempt as a list shows it. It leaves out the questions, because there may be thousands.
package struct AttemptSummary: RecordPart {
  /// The attempt's identifier.
  package var id: Identifier<Attempt>
  /// The quiz's name: the name of its deck when it started, or empty for the whole bank.
  package var title: String
  /// When the player saw the right answers.
  package var mode: QuizOptions.Mode
  /// The rules of the exam that was taken; `nil` for other quizzes.
  package var exam: ExamRules?
  /// When the quiz started.
  package var startedAt: Date
  /// How many questions were asked.
  package var count: Int
  /// How the quiz ended; `nil` while it is in progress.
  package var outcome: Attempt.Outcome?

  package init(_ attempt: Attempt) {
    id = attempt.id
    title = attempt.title
    (mode, exam) = (attempt.mode, attempt.exam)
    startedAt = attempt.startedAt
    count = attempt.items.count
    outcome = attempt.outcome
  }

  /// Whether it is an attempt of the exam with this name.
  package func isOfExam(_ name: String) -> Bool { exam != nil && title == name }

  private enum CodingKeys: CodingKey {
    case id, title, mode, exam, startedAt, items, outcome
  }

  package init(from decoder: any Decoder) throws {
    let attempt = try decoder.container(keyedBy: CodingKeys.self)
    id = try attempt.decode(Identifier<Attempt>.self, forKey: .id)
    title = try attempt.decode(String.self, forKey: .title)
    mode = try attempt.decode(QuizOptions.Mode.self, forKey: .mode)
    exam = try attempt.decodeIfPresent(ExamRules.self, forKey: .exam)
    startedAt = try attempt.decode(Date.self, forKey: .startedAt)
    // The store's decoder counts the elements without decoding them.
    count = try attempt.nestedUnkeyedContainer(forKey: .items).count ?? 0
    outcome = try attempt.decodeIfPresent(Attempt.Outcome.self, forKey: .outcome)
  }
}

/// The response of a player to one question of an attempt, and everything else that belongs to it.
public struct Answer: StoredRecord {
  public static let entityName = "answer"
  public static let keys: [RecordKey<Answer>] = [
    .reference(\.attemptID, named: "attemptID", onDelete: .cascade),
    .index(\.questionID, named: "questionID"),
  ]

  public var id: Identifier<Answer> = .unassigned
  /// The attempt.
  public var attemptID: Identifier<Attempt>
  /// The position of the question in the attempt, from 0.
  public var position: Int
  /// The question.
  public var questionID: Identifier<Question>
  /// The answer; `nil` while unanswered.
  package var response: Response?
  /// The choices that were ticked but not submitted yet, as the author's positions; `nil` when
  /// there are none.
  package var ticked: [Int]?
  /// The parts of an answer that were not handed in yet; `nil` when there are none.
  package var draft: Response?
  /// Whether the answer was right when it was given.
  public var isCorrect: Bool
  /// The points for the answer when it was given, from -1 to 1; `nil` when a right answer gave 1
  /// point and a wrong one none.
  package var points: Double?
  /// Whether the player marked the question.
  package var isFlagged: Bool
  /// How sure the player was; `nil` when the player did not say.
  package var certainty: Certainty?
  /// The time left for this question, in milliseconds; `nil` when there is no limit.
  package var timeLeft: Int?
  /// The time for which the question was on the screen until it was answered, in milliseconds;
  /// `nil` while unanswered, and if it was not measured.
  package var milliseconds: Int?
  /// The number of choices to pick from, 0 if none are to be picked; `nil` in records of older
  /// versions.
  package var choices: Int?
  /// The number of answers that a guess picks from, if it differs from the number of choices.
  package var guesses: Int?
  /// When the answer was given; while unanswered, when this record was last changed.
  public var changedAt: Date

  public var fault: Reason? { impossibility }
}

extension [Answer] {
  /// The answers by their positions in the quiz.
  var byPosition: [Int: Answer] {
    Dictionary(map { ($0.position, $0) }) { _, last in last }
  }
}

extension Answer: BankRecord {
  static let name: RecordName? = nil
  static let section: String? = "answers"
  static let exchange = RecordExchange.withOwner
  func title(in timeZone: TimeZone) -> String { "" }
  var lastChange: Date { changedAt }
  func isSame(as other: Answer) -> Bool { false }

  mutating func relink(_ target: (RecordReference) throws -> Int64?) rethrows {
    try relinkKeys(target)
    questionID = try questionID.relinked(target)
  }

  var isPlausible: Bool {
    PossibleValues.positions.contains(position) && changedAt.isOnCalendars
      && [response, draft].allSatisfy { $0?.isPlausible ?? true }
      && (ticked?.allSatisfy(PossibleValues.choices.contains) ?? true)
      && (points.map { (-1...1).contains($0) } ?? true)
      && (choices.map { (0...QuestionContent.maximumChoices).contains($0) } ?? true)
      && (guesses.map { (1..<1 << QuestionContent.maximumChoices).contains($0) } ?? true)
      && [timeLeft, milliseconds].allSatisfy { $0.map(PossibleValues.times.contains) ?? true }
  }
}

extension Response {
  fileprivate var isPlausible: Bool {
    references.allSatisfy(PossibleValues.choices.contains) && partCount <= GapsSolution.most
  }
}

extension Answer {
  /// The members that version 1 stored in another form.
  private struct Older: Decodable {
    /// The position of the picked choice.
    var selected: Int?
  }

  static func decode(with decoder: JSONTextDecoder, at element: Int) throws(JSONFault) -> Answer {
    var answer = try decoder.decode(Answer.self, at: element)
    if answer.response == nil {
      answer.response = try decoder.decode(Older.self, at: element).selected.map { .choice($0) }
    }
    return answer
  }
}

/// A part of a question that has several, with what the player gave and what is right.
public struct AnsweredPart: Encodable, Equatable, Sendable {
  /// The number of the gap, of the place in the order, or of the line on the left, from 1.
  public var number: Int
  /// The line on the left; `nil` for gaps and orders.
  @Nullable public var left: String?
  /// The player's answer; `nil` for none.
  @Nullable public var answer: String?
  /// The right answer.
  public var correctAnswer: String
  /// Whether what was given is right. Where a part of the credit was given, it is not.
  public var correct: Bool
}

extension QuestionContent {
  /// The parts of the question with an answer to them; `nil` for a question without parts.
  package func parts(of response: Response?) -> [AnsweredPart]? {
    let response = response.flatMap { $0.fits(self) ? $0 : nil }
    switch solution {
    case .single, .trueFalse, .several, .text, .number, .card: return nil
    case .gaps(let solution):
      var given: [String?] = []
      if case .gaps(let answers) = response { given = answers }
      return solution.gaps.indices.map { index in
        let (gap, answer) = (solution.gaps[index], given.isEmpty ? nil : given[index])
        return AnsweredPart(
          number: index + 1, answer: answer,
          correctAnswer: gap.rightAnswers.joined(separator: " / "),
          correct: (answer.map(gap.credit) ?? 0) >= 1)
      }
    case .order:
      return choices.indices.map { place in
        let given = response.map { choices[$0.positions[place]].text }
        let right = choices[place].text
        return AnsweredPart(
          number: place + 1, answer: given, correctAnswer: right, correct: given == right)
      }
    case .match(let solution):
      let rights = solution.rights
      var given: [Int?] = []
      if case .pairs(let pairs) = response { given = pairs }
      return solution.pairs.indices.map { index in
        let answer = given.isEmpty ? nil : given[index]
        return AnsweredPart(
          number: index + 1, left: solution.pairs[index].left, answer: answer.map { rights[$0] },
          correctAnswer: solution.pairs[index].right, correct: solution.isRight(answer, for: index))
      }
    }
  }
}

/// How far an unfinished attempt has come. Each unfinished attempt has one such record, which is
/// deleted when the attempt is finished.
package struct AttemptProgress: StoredRecord {
  package static let entityName = "progress"
  package static let keys: [RecordKey<AttemptProgress>] = [
    .reference(\.attemptID, named: "attemptID", onDelete: .cascade)
  ]

  package var id: Identifier<AttemptProgress> = .unassigned
  /// The attempt.
  package var attemptID: Identifier<Attempt>
  /// The position of the question on the screen, from 0.
  package var position: Int
  /// Whether the list of answers was on the screen.
  package var isConfirming: Bool
  /// Whether the question on the screen was opened from the list of answers.
  package var isRevising: Bool
  /// Whether the time of the whole quiz ran out.
  package var isTimedOut: Bool
  /// The time spent so far, in milliseconds.
  package var elapsed: Int
  /// The time left for the whole quiz, in milliseconds; `nil` when there is no limit.
  package var timeLeft: Int?
  /// The time left for the question on the screen, in milliseconds; `nil` when its time was not
  /// running.
  package var questionTimeLeft: Int?
  /// The time left for each section of an exam, in milliseconds, 0 for sections without their own
  /// limit; `nil` when no section has a limit.
  package var sectionTimesLeft: [Int]?
  /// When this was saved, if the time keeps running while the player is away; otherwise `nil`.
  package var runningSince: Date?
  /// The positions of the questions whose answers were taken out because their choices have changed,
  /// until `resume` reports them; `nil` for none.
  var takenOut: [Int]?

  package var fault: Reason? { impossibility }
}

extension AttemptProgress: BankRecord {
  static let name: RecordName? = nil
  static let section: String? = "progress"
  static let exchange = RecordExchange.never
  func title(in timeZone: TimeZone) -> String { "" }
  var lastChange: Date { runningSince ?? .distantPast }
  func isSame(as other: AttemptProgress) -> Bool { false }

  var isPlausible: Bool {
    PossibleValues.positions.contains(position) && PossibleValues.times.contains(elapsed)
      && [timeLeft, questionTimeLeft].allSatisfy { $0.map(PossibleValues.times.contains) ?? true }
      && (sectionTimesLeft?.allSatisfy(PossibleValues.times.contains) ?? true)
      && (runningSince?.isOnCalendars ?? true)
      && (takenOut?.allSatisfy(PossibleValues.positions.contains) ?? true)
  }
}

/// How far a quiz has come. Together with the answers, this is enough to resume it later.
package struct QuizProgress: Equatable, Sendable {
  /// The position of the question on the screen, counted from 0.
  package var position: Int
  /// Whether the list of answers was on the screen.
  package var isConfirming: Bool
  /// Whether the question was opened from the list of answers.
  package var isRevising: Bool
  /// Whether the time of the whole quiz ran out.
  package var isTimedOut: Bool
  /// The time spent so far, without pauses.
  package var elapsed: Duration
  /// The time left for the whole quiz; `nil` when there is no limit.
  package var timeLeft: Duration?
  /// The time left for the question on the screen; `nil` when its time was not running.
  package var questionTimeLeft: Duration?
  /// The time left for each section of an exam, zero for sections without their own limit; `nil`
  /// when no section has a limit.
  package var sectionTimesLeft: [Duration]?
  /// The number of questions in the record of a resumed quiz, including deleted ones.
  var recordedCount = 0
  /// The same number without repeated questions.
  var recordedFirstCount = 0
}

/// The options with which a player starts a quiz.
public struct QuizOptions: Equatable, Sendable {
  /// When the player sees the right answers.
  public enum Mode: String, Codable, Sendable {
    /// After all questions, when the player has confirmed the answers.
    case exam
    /// After each answer.
    case practice
  }

  /// Which questions come first, and how their choices are arranged.
  public enum Order: String, Codable, Sendable {
    /// As the author has them, choices too.
    case author
    /// By the need of the learner: questions that are due, then those that were answered wrongly
    /// among those that were never asked, then those that were not asked for the longest time.
    /// Choices change places from the second time on that a question is asked.
    case need
    /// At random, choices too.
    case random
  }

  /// The number of questions of a quiz when the player does not set it.
  public static let usualCount = 20

  /// A review of the due questions. It shows the right answer after each answer, because questions
  /// that were answered wrong come again.
  ///
  /// - Parameter limit: The most questions; 0 for all.
  package static func review(asking limit: Int) -> QuizOptions {
    QuizOptions(count: limit > 0 ? limit : nil, due: true, mode: .practice)
  }

  /// The deck's name; `nil` for the selected deck, or the whole bank when none is selected.
  public var deck: String?
  /// Only questions with this tag; `nil` for all.
  public var tag: String?
  /// The time limit for the whole quiz; `nil` for none.
  public var time: Duration?
  /// The time limit for each question; `nil` for none.
  public var perQuestion: Duration?
  /// The maximum number of questions; `nil` for all.
  public var count: Int?
  /// The order of questions and choices; `nil` for the usual one, which is ``Order/need`` where a
  /// person answers, and else ``Order/author``.
  public var order: Order?
  /// Only questions whose last answer was wrong or missing.
  public var mistakes: Bool
  /// Only questions that are due for review, the least likely to be recalled first. They come from
  /// all decks if no deck is named. A question that is answered wrongly is repeated.
  public var due: Bool
  /// The number of days ahead that a review covers.
  public var ahead: Int
  /// When the player sees the right answers.
  public var mode: Mode
  /// Whether a partly right answer earns a part of the point.
  public var isPartial: Bool

  /// Creates options. Without arguments, they are for an exam without a time limit and with all
  /// questions.
  public init(
    deck: String? = nil, tag: String? = nil, time: Duration? = nil, perQuestion: Duration? = nil,
    count: Int? = nil, order: Order? = nil, mistakes: Bool = false, due: Bool = false,
    ahead: Int = 0, mode: Mode = .exam, isPartial: Bool = false
  ) {
    self.deck = deck
    self.tag = tag
    self.time = time
    self.perQuestion = perQuestion
    self.count = count
    self.order = order
    self.mistakes = mistakes
    self.due = due
    self.ahead = ahead
    self.mode = mode
    self.isPartial = isPartial
  }
}

/// A way of playing a deck, and how many questions it asks.
package struct ChosenWay: Equatable, Sendable {
  /// The way.
  package var way = QuizWay.play
  /// The most questions of a quiz; 0 for all.
  package var limit = QuizOptions.usualCount

  package init(way: QuizWay = .play, limit: Int = QuizOptions.usualCount) {
    (self.way, self.limit) = (way, limit)
  }

  /// The time for each question against the clock.
  private static let timePerQuestion = Duration.seconds(30)

  private var asksAll: Bool { way == .all || limit == 0 }

  /// How many of `count` questions a quiz asks at a time.
  package func size(of count: Int) -> Int {
    asksAll ? count : min(count, limit)
  }

  /// The time limit when there are `count` questions; `nil` for none.
  package func time(for count: Int) -> Duration? {
    way == .timed ? Self.timePerQuestion * size(of: count) : nil
  }

  /// The options of a quiz.
  ///
  /// - Parameters:
  ///   - deck: the deck's name; `nil` for the selected deck, or the whole bank when none is
  ///     selected.
  ///   - count: how many questions there are.
  package func options(deck: String?, count: Int) -> QuizOptions {
    var options = way == .review ? QuizOptions.review(asking: limit) : QuizOptions()
    (options.deck, options.count) = (deck, asksAll ? nil : limit)
    switch way {
    case .play, .review, .all: break
    case .practice: options.mode = .practice
    case .mistakes: options.mistakes = true
    case .timed: options.time = time(for: count)
    case .shuffled: options.order = .random
    case .inOrder: options.order = .author
    }
    return options
  }
}

/// A way of playing a deck.
package enum QuizWay: String, CaseIterable, Encodable, Sendable {
  /// So many questions, with the right answers at the end.
  case play
  /// So many questions, each with its right answer at once.
  case practice
  /// The questions that are due for review.
  case review
  /// The questions whose last answer was wrong or missing.
  case mistakes
  /// So many questions against the clock.
  case timed
  /// All questions.
  case all
  /// So many questions, picked at random.
  case shuffled
  /// So many questions, as the author has them.
  case inOrder

  /// Whether the way depends on nothing but the number of questions, so that it is open at any
  /// time.
  package var isAlwaysOpen: Bool { self != .review && self != .mistakes }
}

/// The limits of the values in a record.
enum PossibleValues {
  /// The positions of a question in a quiz. There is one behind each.
  static let positions = 0..<Int(JSONTape.largestCount)
  /// The positions of a choice.
  static let choices = 0..<QuestionContent.maximumChoices
  /// Durations in milliseconds, up to a hundred years. No quiz takes longer, and sums of such
  /// values do not overflow.
  static let times = 0...(100 * 366 * 86_400_000)
}
