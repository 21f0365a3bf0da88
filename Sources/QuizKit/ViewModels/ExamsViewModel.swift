import QuizExchange
import QuizStore
import QuizSupport

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
    /// The number of questions that it asks.
    package var questions: Int
    /// The seconds for the whole exam; `nil` for any time.
    @Nullable package var timeLimit: Int?
    /// The share of the marks that is needed to pass, in percent.
    @Share package var passMark: Percent
    /// The sections with their numbers of questions.
    package var sections: [Section]
  }

  /// One section of an exam.
  package struct Section: Encodable, Equatable, Sendable {
    /// The name.
    package var name: String
    /// The number of its questions that the exam asks.
    package var questions: Int
  }

  /// The exams on the page, in the order of their names.
  package var items: [Item]
  /// The number of exams.
  package var total: Int
  /// The current page of the list.
  package var page: ListPosition
  /// The message about the last command.
  @Nullable package var message: Message?
  /// The names of all exams. Not encoded, because a page is a part of the list.
  package var names: [String]

  private enum CodingKeys: CodingKey {
    case items, total, page, message
  }
}

extension ExamsState {
  /// The state of a list of `exams`.
  init(_ exams: [Exam], page: ListPosition, message: Message?) {
    let page = page.adapted(to: exams.count)
    self.init(
      items: page.positions(total: exams.count).map { Item(exams[$0], number: $0 + 1) },
      total: exams.count, page: page, message: message, names: exams.map(\.name))
  }
}

extension ExamsState.Item {
  init(_ exam: Exam, number: Int) {
    let blueprint = exam.blueprint
    self.init(
      number: number, name: exam.name, questions: blueprint.questions,
      timeLimit: blueprint.timeLimit.map { Duration.milliseconds($0).secondsRoundedUp },
      passMark: blueprint.passMark,
      sections: zip(blueprint.sections, blueprint.counts).map {
        ExamsState.Section(name: $0.name, questions: $1)
      })
  }
}

/// The commands of the list of exams.
package enum ExamsCommand: Equatable, Sendable {
  /// Delete exams. Each word is an exam's name, or numbers in the list from 1 when there is no exam
  /// of that name.
  case delete([String])
  /// Move through the list.
  case move(ListMove)
}

/// The route to a page of the exams.
package typealias ExamsRoute = ScreenRoute<ExamsState, ListPosition>

/// The list of exams, which follows every save.
package final class ExamsViewModel: ScreenModel<ExamsCommand, ExamsState> {
  private let book: ExamBook
  private let list: LiveQuery<[Exam]>
  private var page: ListPosition

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(book: ExamBook, page: ListPosition = ListPosition(1, total: 0)) throws {
    (self.book, self.page) = (book, page)
    list = try book.liveExams()
    super.init(ExamsState(ExamBook.sorted(list.value), page: page, message: nil))
    follow(list)
  }

  override func perform(_ command: ExamsCommand) throws {
    switch command {
    case .delete(let words):
      try book.delete(try state.names.names(of: words))
      message = .deleted
    case .move(let move): try perform(move, in: &page, total: state.total)
    }
    changed()
  }

  override func shown() -> ExamsState {
    ExamsState(ExamBook.sorted(list.value), page: page, message: message)
  }
}
