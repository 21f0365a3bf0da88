import QuizStore
import QuizSupport

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
package final class ExamsViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<ExamsCommand, ExamsState>

  private let book: ExamBook
  private let list: LiveQuery<[Exam]>
  private var page: ListPosition

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(book: ExamBook, page: ListPosition = ListPosition(1, total: 0)) throws {
    (self.book, self.page) = (book, page)
    list = try book.liveExams()
    core = ScreenCore(ExamsState(ExamBook.sorted(list.value), page: page, message: nil))
    core.start(self)
    core.follow(list)
  }

  func perform(_ command: ExamsCommand) throws {
    switch command {
    case .delete(let words):
      try book.delete(try state.names.names(of: words))
      core.message = .deleted
    case .move(let move): try core.perform(move, in: &page, total: state.total)
    }
    core.changed()
  }

  func shown() -> ExamsState {
    ExamsState(ExamBook.sorted(list.value), page: page, message: core.message)
  }
}
