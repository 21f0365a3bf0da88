import QuizStore
import QuizSupport

/// The commands of the trash.
package enum TrashCommand: Equatable, Sendable {
  /// Bring back the records with these numbers in the list, from 1.
  case restore(LineNumbers)
  /// Delete everything in the trash for good.
  case empty
  /// Move through the list.
  case move(ListMove)
}

/// The route to a page of the trash.
package typealias TrashRoute = ScreenRoute<TrashState, ListPosition>

/// The trash screen: a list that follows every save.
package final class TrashViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<TrashCommand, TrashState>

  private let trash: Trash
  private let world: World
  private let list: LiveQuery<[TrashEntry]>
  private var page: ListPosition

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(trash: Trash, page: ListPosition = ListPosition(1, total: 0), world: World) throws {
    (self.trash, self.page, self.world) = (trash, page, world)
    list = try trash.liveEntries()
    core = ScreenCore(TrashState(trash, list.value, page: page, in: world))
    core.start(self)
    core.follow(list)
  }

  func perform(_ command: TrashCommand) throws {
    switch command {
    case .restore(let numbers):
      try trash.restore(try trash.available(list.value).lines(numbers).map(\.id))
      core.message = .restored
    case .empty:
      try trash.empty()
      core.message = .deleted
    case .move(let move): try core.perform(move, in: &page, total: state.total)
    }
    core.changed()
  }

  func shown() -> TrashState {
    TrashState(trash, list.value, page: page, message: core.message, in: world)
  }
}
