import QuizStore
import QuizSupport

extension ScreenName {
  /// The log of the changes of the bank.
  package static let log = ScreenName(rawValue: "log")
}

/// The state of the log: what was changed in the bank, last first, and the open change.
package struct LogState: ScreenState {
  package static let screen = ScreenName.log

  /// One change.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    package var number: Int
    /// When it was made.
    package var at: Stamp
    /// The device that made it; `nil` when it came by synchronization.
    @Nullable package var device: String?
    /// The kind of change.
    package var change: BankChange
    /// The number of records of each kind that it concerned.
    package var counts: RecordCounts
    /// Whether undo can take it back.
    package var canUndo: Bool
    /// Whether it was undone.
    package var undone: Bool
    /// The change for its description. Not encoded, because the other members have all of it.
    package var reversal: Reversal

    private enum CodingKeys: CodingKey { case number, at, device, change, counts, canUndo, undone }
  }

  /// The open change.
  package struct Opened: Encodable, Equatable, Sendable {
    /// Its line in the list.
    package var entry: Item
    /// The records that it concerned, without those that lists do not show.
    package var items: [Record]
    /// How many of them are left out.
    package var more: Int
  }

  /// A record that a change concerned.
  package struct Record: Encodable, Equatable, Sendable {
    /// The number in the list, from 1.
    package var number: Int
    /// The kind of record.
    package var kind: RecordKind
    /// What became of it.
    package var effect: ChangeEffect
    /// Its title; `nil` when it is not known.
    @Nullable package var title: String?
    /// Its title before, where that was another one.
    @Nullable package var former: String?
    /// The name of the kind for people. Not encoded.
    package var name: RecordName

    private enum CodingKeys: CodingKey { case number, kind, effect, title, former }
  }

  /// The lines of the current page, last changed first.
  package var items: [Item]
  /// The number of lines in the whole list.
  package var total: Int
  /// The current page of the list.
  package var page: ListPosition
  /// The date from which on the list has every change; `nil` for the beginning of the bank, or of
  /// the program.
  @Nullable package var knownSince: Stamp?
  /// Whether the list begins with the program, because the bank's file has none.
  package var ofSession: Bool
  /// The open change; `nil` while the list is shown.
  @Nullable package var open: Opened?
}

/// The commands of the log.
package enum LogCommand: Equatable, Sendable {
  /// Show what the change with this number in the list did, from 1.
  case open(Int)
  /// Close the change and show the list.
  case close
  /// Take back the change with this number in the list, or the open one.
  case undo(Int?)
  /// Move through the list.
  case move(ListMove)
}

/// The route to a page of the log.
package typealias LogRoute = ScreenRoute<LogState, ListPosition>

/// The log screen: a list of changes that follows every save.
package final class LogViewModel: ScreenModel<LogCommand, LogState> {
  /// The most records of a change that are shown.
  private static let mostRecords = 50

  private let history: UndoHistory
  private let world: World
  private var page: ListPosition
  private var open: UInt64?

  /// Creates the screen.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(
    history: UndoHistory, page: ListPosition = ListPosition(1, total: 0), world: World
  ) throws {
    self.history = history
    self.page = page
    self.world = world
    super.init(try Self.state(history, page, world))
    follow(world.store.saves)
  }

  override func perform(_ command: LogCommand) throws {
    switch command {
    case .open(let number): open = try sequences().line(number)
    case .close: open = nil
    case .undo(let number):
      let chosen = try number.map { try sequences().line($0) } ?? open
      history.commands.emit(chosen.map { .undoChange($0) } ?? .undo)
    case .move(let move):
      try perform(move, in: &page, total: state.total)
      if case .show = move {} else { open = nil }
    }
    changed()
  }

  override func shown() throws -> LogState {
    try Self.state(history, page, world, open: open)
  }

  private func sequences() throws -> [UInt64] { try history.entries().map(\.change.sequence) }

  private static func state(
    _ history: UndoHistory, _ page: ListPosition, _ world: World, open: UInt64? = nil
  ) throws -> LogState {
    let entries = try history.entries()
    let page = page.adapted(to: entries.count)
    func item(_ position: Int) -> LogState.Item {
      let entry = entries[position]
      return LogState.Item(
        number: position + 1, at: Stamp(entry.change.date, in: world.timeZone),
        device: entry.change.author.unlessEmpty, change: entry.description.change,
        counts: entry.description.counts, canUndo: entry.canUndo, undone: entry.isUndone,
        reversal: entry.description)
    }
    let beginning = try history.beginning()
    var knownSince: Stamp?
    if case .since(let date) = beginning { knownSince = Stamp(date, in: world.timeZone) }
    var opened: LogState.Opened?
    if let open, let position = entries.firstIndex(where: { $0.change.sequence == open }) {
      opened = try .init(item(position), history, entries[position].change, most: mostRecords)
    }
    return LogState(
      items: page.positions(total: entries.count).map(item), total: entries.count, page: page,
      knownSince: knownSince, ofSession: beginning == .session, open: opened)
  }
}

extension LogState.Opened {
  /// An open change with the first of its records.
  fileprivate init(
    _ entry: LogState.Item, _ history: UndoHistory, _ change: StoreChange, most: Int
  ) throws {
    let records = try history.records(of: change, limit: most)
    self.init(
      entry: entry,
      items: records.enumerated().map { index, record in
        LogState.Record(
          number: index + 1, kind: record.kind, effect: record.effect, title: record.title,
          former: record.former, name: record.name)
      },
      more: max(0, history.recordCount(of: change) - records.count))
  }
}
