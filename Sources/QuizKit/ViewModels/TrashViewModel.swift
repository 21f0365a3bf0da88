import QuizStore
import QuizSupport

extension ScreenName {
  /// The deleted records that can be brought back.
  package static let trash = ScreenName(rawValue: "trash")
}

/// The state of the trash: the records that were deleted in the last thirty days.
package struct TrashState: ScreenState {
  package static let screen = ScreenName.trash

  /// One deleted record.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    package var number: Int
    /// The kind of record.
    package var kind: RecordKind
    /// The name of that kind for people.
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
  package var page: ListPosition
  /// The message about the last command.
  @Nullable package var message: Message?
}

extension TrashState {
  /// The state of a list of `entries`.
  init(
    _ trash: Trash, _ entries: [TrashEntry], page: ListPosition, message: Message? = nil,
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
package final class TrashViewModel: ScreenModel<TrashCommand, TrashState> {
  private let trash: Trash
  private let world: World
  private let list: LiveQuery<[TrashEntry]>
  private var page: ListPosition

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(trash: Trash, page: ListPosition = ListPosition(1, total: 0), world: World) throws {
    self.trash = trash
    self.page = page
    self.world = world
    list = try trash.liveEntries()
    super.init(TrashState(trash, list.value, page: page, in: world))
    follow(list)
  }

  override func perform(_ command: TrashCommand) throws {
    switch command {
    case .restore(let numbers):
      try trash.restore(try trash.available(list.value).lines(numbers).map(\.id))
      message = .restored
    case .empty:
      try trash.empty()
      message = .deleted
    case .move(let move): try perform(move, in: &page, total: state.total)
    }
    changed()
  }

  override func shown() -> TrashState {
    TrashState(trash, list.value, page: page, message: message, in: world)
  }
}
