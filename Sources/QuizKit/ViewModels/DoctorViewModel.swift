import QuizSupport
import Signals

/// The commands of the doctor's screen.
package enum DoctorCommand: Equatable, Sendable {
  /// Open the question with this number, from 1, as the screen with all questions counts.
  case go(Int)
  /// Move through the list.
  case move(ListMove)
}

/// The route to what was found in the questions of a deck or of the bank.
package struct DoctorRoute: Route {
  package typealias State = DoctorState

  /// The doctor.
  package let doctor: BankDoctor
  /// The page of the list.
  package let page: ListPosition

  /// Emits the route to the questions when one of them was chosen.
  package var onward: Signal<any Route>? { doctor.chosen.map { ManageRoute($0) } }

  /// Creates the route to what `doctor` found.
  package init(doctor: BankDoctor, page: ListPosition) {
    (self.doctor, self.page) = (doctor, page)
  }
}

/// The doctor's screen.
package final class DoctorViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<DoctorCommand, DoctorState>

  private let doctor: BankDoctor
  private var page: ListPosition

  /// Creates the screen for what `doctor` found.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(doctor: BankDoctor, page: ListPosition) throws {
    (self.doctor, self.page) = (doctor, page)
    core = ScreenCore(try DoctorState(doctor, page: page))
    core.start(self)
    core.follow(doctor.changes)
  }

  func shown() throws -> DoctorState { try DoctorState(doctor, page: page) }

  func perform(_ command: DoctorCommand) throws {
    switch command {
    case .go(let number): try doctor.choose(number)
    case .move(let move):
      try core.perform(move, in: &page, total: state.total)
      core.changed()
    }
  }
}
