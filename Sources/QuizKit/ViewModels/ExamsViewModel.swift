import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The exams.
  package static let exams = ScreenName(rawValue: "exams")
}

/// The state of the list of exams.
package struct ExamsState: ScreenState {
  package static let screen = ScreenName.exams

  /// One exam.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    package var number: Int
    /// The exam's name.
    package var name: String
    /// How many questions it asks.
    package var questions: Int
    /// The seconds for the whole exam; `nil` for any time.
    @Nullable package var seconds: Int?
    /// What it takes to pass, in percent.
    package var passMark: Percent
    /// The sections with their numbers of questions.
    package var sections: [Section]
  }

  /// One section of an exam.
  package struct Section: Encodable, Equatable, Sendable {
    /// The name.
    package var name: String
    /// How many questions of it the exam asks.
    package var questions: Int
  }

  /// The exams on the page, in the order of their names.
  package var items: [Item]
  /// How many exams there are.
  package var total: Int
  /// The current page of the list.
  package var page: ListPage
  /// The message about the last command.
  @Nullable package var message: Message?
  /// The names of all exams. Not encoded, because a page is a part of the list.
  var names: [String]

  private enum CodingKeys: CodingKey {
    case items, total, page, message
  }
}

/// The commands of the list of exams.
package enum ExamsCommand: Equatable, Sendable {
  /// Delete exams. Each word is an exam's name, or numbers in the list from 1 when there is no exam of
  /// that name.
  case delete([String])
  /// Turn to the next page.
  case nextPage
  /// Turn to the previous page.
  case previousPage
  /// Show these lines of the list instead of a page.
  case show(ListWindow)
}

/// The route to a page of the exams.
package typealias ExamsRoute = ScreenRoute<ExamsState, ListPage>

/// The list of exams, which follows every save.
package final class ExamsViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<ExamsCommand, ExamsState>

  private let book: ExamBook
  private let list: LiveQuery<[Exam]>
  private var page: ListPage
  private var message: Message?

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(book: ExamBook, page: ListPage = ListPage(1, total: 0)) throws {
    (self.book, self.page) = (book, page)
    list = try book.liveExams()
    core = ScreenCore(ExamsState(ExamBook.sorted(list.value), page: page, message: nil))
    core.start(self)
    core.follow(list.results.skip(first: 1)) { [unowned self] in message = nil }
    core.refuse(list.failures)
  }

  func perform(_ command: ExamsCommand) throws {
    // Showing other lines is no answer to what the message says.
    if case .show = command {} else { message = nil }
    switch command {
    case .delete(let words):
      try book.delete(try state.names(of: words))
      message = .deleted
    case .nextPage: page = try state.page.turned(by: 1)
    case .previousPage: page = try state.page.turned(by: -1)
    case .show(let window): page = page.showing(window, total: state.total)
    }
    core.changed()
  }

  func shown() -> ExamsState {
    ExamsState(ExamBook.sorted(list.value), page: page, message: message)
  }
}

extension ExamsState {
  init(_ exams: [Exam], page: ListPage, message: Message?) {
    let page = page.adapted(to: exams.count)
    self.init(
      items: page.positions(total: exams.count).map { Item(exams[$0], number: $0 + 1) },
      total: exams.count, page: page, message: message, names: exams.map(\.name))
  }

  /// The names that the words mean, each once: an exam's name, or numbers in the list from 1.
  ///
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``. A word that is neither stays as it is.
  package func names(of words: [String]) throws(ListRefusal) -> [String] {
    var meant: [String] = []
    for word in words {
      let range = names.contains(word) ? nil : LineNumbers.range(word)
      let found = try range.map { range throws(ListRefusal) in
        try names.lines(LineNumbers([range]))
      }
      for name in found ?? [word] where !meant.contains(name) { meant.append(name) }
    }
    return meant
  }
}

extension ExamsState.Item {
  init(_ exam: Exam, number: Int) {
    let blueprint = exam.blueprint
    self.init(
      number: number, name: exam.name, questions: blueprint.questions,
      seconds: blueprint.timeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      passMark: blueprint.passMark,
      sections: zip(blueprint.sections, blueprint.counts).map {
        ExamsState.Section(name: $0.name, questions: $1)
      })
  }
}
