import Foundation
import Signals
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

@Suite final class RedaterTests {
  private static let start = Date(timeIntervalSince1970: 946_684_800)
  private static let today = Date(timeIntervalSince1970: 1_795_500_000)
  private static let fileDate = Date(timeIntervalSince1970: 1_795_300_000)

  private var now = RedaterTests.start
  private let store = MemoryStore(schema: QuestionBank.schema)
  private var outcomes: [RedateOutcome] = []
  private let bag = DisposeBag()

  private func models(bankDate: Date? = RedaterTests.fileDate) -> Models {
    Models(
      world: World(
        scheduler: VirtualScheduler(), now: { [unowned self] in now },
        random: RandomSource(seed: 0), store: store, files: TextFiles(texts: [:]),
        bankDate: bankDate))
  }

  /// A bank with one record of each kind, most of them dated 2000.
  private func bank(bankDate: Date? = RedaterTests.fileDate) throws -> Models {
    let models = models(bankDate: bankDate)
    let bank = models.bank
    let deck = bank.store.insert(Deck(name: "Deck", createdAt: now))
    for (name, delay) in [("first", 0.0), ("second", 60)] {
      now = Self.start + delay
      bank.store.insert(Question(deckID: deck, content: .sample(name), createdAt: now))
    }
    bank.store.insert(StudyNote(about: nil, title: "", body: "note", createdAt: now))
    bank.store.insert(
      Exam(name: "exam", blueprint: ExamBlueprint(questions: 1, passMark: .all), createdAt: now))
    try bank.store.save()
    let question = try #require(try bank.store.fetch(FetchDescriptor<Question>()).first)
    var attempt = Attempt(
      title: "", mode: .exam, startedAt: now, items: [Attempt.Item(questionID: question.id)])
    attempt.outcome = Attempt.Outcome(
      finishedAt: now + 30, score: 1, milliseconds: 1, timedOut: false)
    let id = bank.store.insert(attempt)
    bank.store.insert(
      Answer(
        attemptID: id, position: 0, questionID: question.id, response: .choice(0), isCorrect: true,
        isFlagged: false, changedAt: now + 20))
    now = Self.today
    bank.store.insert(Question(deckID: deck, content: .sample("third"), createdAt: now))
    try bank.store.save()
    return models
  }

  @Test func `records of 2000 are offered another date from the first moment of 2001 on`() throws {
    let bank = try bank().bank
    now = RecordsOf2000.dates.upperBound - 1
    #expect(try bank.recordsOf2000() == nil)
    now = RecordsOf2000.dates.upperBound
    #expect(try bank.recordsOf2000() != nil)
  }

  private func dates(_ models: Models) throws -> [Date] {
    var dates: [Date] = []
    func add<R: DatedRecord>(_ type: R.Type) throws {
      for var record in try StoreContext(store).fetch(FetchDescriptor<R>()) {
        record.changeDates { dates.append($0) }
      }
    }
    try add(Deck.self)
    try add(Question.self)
    try add(StudyNote.self)
    try add(Exam.self)
    try add(Attempt.self)
    try add(Answer.self)
    return dates
  }

  @Test func `the statistics name what is dated 2000, once that year is over`() throws {
    let models = try bank()
    let counts = RecordsOf2000(decks: 1, questions: 2, exams: 1, notes: 1, quizzes: 1)
    #expect(try StatisticsState(models.bank, models.history, models.reviews).dated2000 == counts)
    for early in [Self.start + 3600, Date(timeIntervalSince1970: 0)] {
      now = early
      #expect(try StatisticsState(models.bank, models.history, models.reviews).dated2000 == nil)
    }
  }

  @Test
  func `without a day that of the bank's file is offered, and nothing changes before the answer`()
    throws
  {
    let models = try bank()
    let before = try dates(models)
    let counts = try #require(try models.bank.recordsOf2000())
    let day = Day(Self.fileDate, in: .gmt)
    #expect(throws: RedateRefusal.confirm(counts, day, isOfFile: true)) {
      try models.redater.run(nil, isConfirmed: false)
    }
    #expect(try dates(models) == before)
  }

  @Test func `the day on which it is midnight just now is possible`() throws {
    let models = try bank()
    let day = Day(Self.fileDate, in: .gmt)
    now = day.start(in: .gmt)
    try models.redater.run(day, isConfirmed: true)
    #expect(try models.bank.recordsOf2000() == nil)
  }

  @Test func `all records get the day, and keep the times between them; undo takes it back`() throws
  {
    let models = try bank()
    let before = try dates(models)
    models.redater.outcomes.observe { [unowned self] in outcomes.append($0) }
      .disposed(by: bag)
    let day = Day(Self.fileDate, in: .gmt)
    try models.redater.run(day, isConfirmed: true)
    #expect(outcomes.map(\.day) == [day])
    #expect(outcomes.map(\.records.total) == [6])
    let delay = day.start(in: .gmt).timeIntervalSince(Self.start)
    let expected = before.map { RecordsOf2000.dates.contains($0) ? $0 + delay : $0 }
    #expect(try dates(models) == expected)
    #expect(try StatisticsState(models.bank, models.history, models.reviews).dated2000 == nil)
    #expect(throws: RedateRefusal.nothingToDo) {
      try models.redater.run(day, isConfirmed: true)
    }
    try models.bank.undoHistory.undo()
    #expect(try dates(models) == before)
  }

  @Test func `open statistics follow the correction`() throws {
    let models = models()
    models.bank.store.insert(Deck(name: "Deck", createdAt: now))
    try models.bank.store.save()
    now = Self.today
    let screen = try StatisticsViewModel(
      bank: models.bank, history: models.history, reviews: models.reviews)
    #expect(screen.state.dated2000?.total == 1)
    try models.redater.run(Day(Self.fileDate, in: .gmt), isConfirmed: true)
    #expect(screen.state.dated2000 == nil)
  }

  @Test func `no date lies in the future`() throws {
    let models = try bank()
    now = Day(Self.today, in: .gmt).start(in: .gmt) + 10
    try models.redater.run(Day(now, in: .gmt), isConfirmed: true)
    #expect(try dates(models).filter { $0 != Self.today }.max() == now)
  }

  @Test(arguments: ["2000-05-01", "2026-12-24"])
  func `a day on which nothing can have been made is refused`(_ text: String) throws {
    let models = try bank()
    let date = try Date(text, strategy: .iso8601.year().month().day())
    let day = Day(date, in: .gmt)
    #expect(throws: RedateRefusal.impossible(day)) {
      try models.redater.run(day, isConfirmed: true)
    }
  }

  @Test func `where the bank has no file, the day has to be named`() throws {
    let models = try bank(bankDate: nil)
    #expect(throws: RedateRefusal.noDate) { try models.redater.run(nil, isConfirmed: true) }
    for refusal in [RedateRefusal.noDate, .nothingToDo, .impossible(Day(number: 0))] {
      #expect(refusal.text(in: .english) != refusal.text(in: .japanese))
    }
  }

  @Test func `the dates come to other devices as an edit does`() throws {
    let clock = { Self.today }
    let (laptop, desktop) = (try SyncDevice(1, now: clock), try SyncDevice(2, now: clock))
    for (number, text) in ["1", "2"].enumerated() {
      try laptop.addQuestion(text)
      var question = try #require(try laptop.question(text))
      question.createdAt = Self.start + Double(number)
      question.changedAt = question.createdAt
      try laptop.store.update(question)
      try laptop.store.save()
    }
    try laptop.play("quiz", answers: 1, of: laptop.questions())
    for device in [laptop, desktop, laptop] {
      device.fetch([laptop, desktop])
      try device.synchronize()
    }
    try desktop.edit(#require(try desktop.question("1"))) { $0.commentary = "edited" }
    try Redater(bank: laptop.bank, world: laptop.world).run(
      Day(Self.fileDate, in: .gmt), isConfirmed: true)
    for device in [laptop, desktop, laptop, desktop] {
      device.fetch([laptop, desktop])
      #expect(try device.synchronize().problems == [])
    }
    #expect(try BankContent(laptop.store) == BankContent(desktop.store))
    let question = try #require(try desktop.question("1"))
    #expect(question.createdAt == Day(Self.fileDate, in: .gmt).start(in: .gmt))
    #expect(question.content.commentary == "edited")
  }
}
