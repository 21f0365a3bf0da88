import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// What was deleted and can be brought back.
  package static let trash = ScreenName(rawValue: "trash")
}

/// The state of the trash: what was deleted in the last thirty days.
package struct TrashState: ScreenState {
  package static let screen = ScreenName.trash

  /// One thing that was deleted.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    package var number: Int
    /// What it is.
    package var kind: RecordKind
    /// What people call it.
    package var name: RecordName
    /// The question, the deck's name, the note's title, or the quiz's name and date.
    package var text: String
    /// When it was deleted.
    package var deletedAt: Stamp

    private enum CodingKeys: CodingKey { case number, kind, text, deletedAt }
  }

  /// The lines of the current page, last deleted first.
  package var items: [Item]
  /// The number of lines in the whole list.
  package var total: Int
  /// The current page of the list.
  package var page: ListPage
  /// The message about the last command.
  @Nullable package var message: Message?
}

/// The commands of the trash.
package enum TrashCommand: Equatable, Sendable {
  /// Bring back what has these numbers in the list, from 1.
  case restore(LineNumbers)
  /// Delete everything in the trash for good.
  case empty
  /// Turn to the next page.
  case nextPage
  /// Turn to the previous page.
  case previousPage
  /// Show these lines of the list instead of a page.
  case show(ListWindow)
}

/// The route to a page of the trash.
package typealias TrashRoute = ScreenRoute<TrashState, ListPage>

/// The trash screen: a list that follows every save.
package final class TrashViewModel: ViewModel, ScreenLogic {
  package let core: ScreenCore<TrashCommand, TrashState>

  private let trash: Trash
  private let world: World
  private let list: LiveQuery<[TrashEntry]>
  private var page: ListPage
  private var message: Message?

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(trash: Trash, page: ListPage = ListPage(1, total: 0), world: World) throws {
    (self.trash, self.page, self.world) = (trash, page, world)
    list = try trash.liveEntries()
    core = ScreenCore(TrashState(trash, list.value, page: page, in: world))
    core.start(self)
    core.follow(list.results.skip(first: 1)) { [unowned self] in message = nil }
    core.refuse(list.failures)
  }

  func perform(_ command: TrashCommand) throws {
    // Showing other lines is no answer to what the message says.
    if case .show = command {} else { message = nil }
    switch command {
    case .restore(let numbers):
      let entries = trash.available(list.value)
      try trash.restore(try entries.lines(numbers).map(\.id))
      message = .restored
    case .empty:
      try trash.empty()
      message = .deleted
    case .nextPage: page = try state.page.turned(by: 1)
    case .previousPage: page = try state.page.turned(by: -1)
    case .show(let window): page = page.showing(window, total: state.total)
    }
    core.changed()
  }

  func shown() -> TrashState {
    TrashState(trash, list.value, page: page, message: message, in: world)
  }
}

extension TrashState {
  init(
    _ trash: Trash, _ entries: [TrashEntry], page: ListPage, message: Message? = nil,
    in world: World
  ) {
    let entries = trash.available(entries)
    let page = page.adapted(to: entries.count)
    self.init(
      items: page.positions(total: entries.count).map { position in
        let entry = entries[position]
        return Item(
          number: position + 1, kind: entry.kind, name: trash.name(of: entry.kind),
          text: entry.text,
          deletedAt: Stamp(entry.deletedAt, in: world.timeZone))
      },
      total: entries.count, page: page, message: message)
  }
}
