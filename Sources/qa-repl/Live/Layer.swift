import QuizSupport

/// A view on the screen, and the part of it that is shown.
final class Layer {
  private(set) var liveView: LiveView
  private var viewport = Viewport()
  /// The row that was clicked last; `nil` when the list has changed since then.
  private var clicked: Int?
  /// Lays the view out for another window; `nil` for a screen, because its state does that.
  private let layOut: ((Theme) -> LiveView)?

  /// The result of taking a row.
  enum Taken: Equatable {
    case command(Command)
    /// A yes or a no to the question.
    case answer(Bool)
  }

  /// The layer of a screen.
  init(_ liveView: LiveView) {
    (self.liveView, layOut) = (liveView, nil)
  }

  /// A layer over the screen.
  init(_ theme: Theme, layOut: @escaping (Theme) -> LiveView) {
    (liveView, self.layOut) = (layOut(theme), layOut)
    viewport.enter(liveView, subject: liveView.subject)
  }

  /// Shows the view of another state.
  ///
  /// - Parameter kept: Where the cursor was when the list was shown before.
  /// - Returns: The cursor in the list that the user has left, if the new list is another one.
  func show(_ next: LiveView, kept: (String) -> Viewport?) -> (
    list: String, viewport: Viewport
  )? {
    let earlier = liveView.list
    if next.question != liveView.question { clicked = nil }
    var left: (list: String, viewport: Viewport)?
    // A search that follows each key shows a new list with each of them. Their cursors need not be
    // kept.
    if let earlier, earlier.id != next.list?.id, liveView.find == nil || next.find == nil {
      left = (earlier.id, viewport)
    }
    if let id = next.list?.id, earlier?.id != id, let kept = kept(id) { viewport = kept }
    liveView = next
    viewport.enter(next, subject: next.subject, after: earlier)
    return left
  }

  /// Lays the view out again for another theme.
  func layOut(again theme: Theme) {
    if let layOut { liveView = layOut(theme) }
  }

  /// The row at the cursor; `nil` when there is none.
  var row: Int? { viewport.row }

  /// Whether details are shown.
  var isOpen: Bool { viewport.isOpen }

  /// Whether there is something to move to.
  var canMove: Bool { viewport.canMove(in: liveView) }

  /// The command that tells the screen on which row the cursor is now; `nil` when the screen knows
  /// it already or does not use it.
  var selection: Command? {
    guard let list = liveView.list, let row, row != list.start else { return nil }
    return list.select?(row)
  }

  /// The command that ticks the row at the cursor, or takes its tick away.
  var tick: Command? { row.flatMap { liveView.list?.tick?($0) } }

  /// The command that opens what else can be done with the row at the cursor; `nil` for none.
  var onward: Command? { row.flatMap { liveView.list?.onward($0) } }

  /// The subject of the row at the cursor, as commands name it; `nil` without such a row.
  var subject: RowSubject? { row.flatMap { liveView.list?.subject($0) } }

  /// The keys that do something with the row at the cursor: those that take it or go on from it.
  func rowKeys(_ signs: Signs) -> [RowKey] {
    guard let list = liveView.list, let row else { return [] }
    return [(list.hint(row), list.command(row)), (list.onwardHint, list.onward(row))].compactMap {
      guard let hint = $0.0, let command = $0.1 else { return nil }
      return RowKey(hint: KeyHint(hint, signs), command: command)
    }
  }

  /// The details of the row at the cursor; `nil` when the row has none.
  var details: ((Theme) -> [String])? {
    guard let details = liveView.list?.details, let row else { return nil }
    return { details(row, $0) }
  }

  /// The command that reads the details beside the list; `nil` when it is there, or when the window
  /// is too narrow for it.
  func reading(_ theme: Theme) -> Command? {
    guard (theme.columns ?? 0) >= Viewport.columnsForTwo, liveView.list?.details != nil
    else { return nil }
    return row.flatMap { liveView.list?.reading?($0) }
  }

  /// The rows that are on the screen but not loaded yet.
  var missing: ListWindow? { viewport.missing(in: liveView) }

  /// Returns `false` when there is nothing to move to.
  func move(_ move: CursorMove) -> Bool { viewport.move(move, in: liveView) }

  /// Shows another kind of rows. Returns `false` when there are no kinds.
  ///
  /// - Parameter step: 1 for the next kind, -1 for the one before.
  func filter(by step: Int) -> Bool {
    guard let list = liveView.list, !list.filters.isEmpty else { return false }
    if viewport.look(by: step, in: list) { return true }
    viewport.filter(list, by: step)
    return true
  }

  /// Shows or hides the details of the row at the cursor.
  func toggleDetails() { viewport.toggleDetails() }

  /// The effect of a click on a row of the list: the first click moves the cursor to the row, and
  /// the next one takes it, or ticks it where several choices can be right.
  func click(_ row: Int) -> KeyBinding.Action {
    guard let list = liveView.list else { return .nothing }
    let isSecond = clicked == row && viewport.cursor == row
    clicked = row
    viewport.place(at: row, in: list)
    guard isSecond else { return .nothing }
    return list.tick == nil ? .take : .tick
  }

  /// Takes the row at the cursor, or the row with this number, from 1.
  ///
  /// - Returns: The result; `nil` when the list is empty, or when the row only showed its details
  ///   or itself.
  /// - Throws: ``ListRefusal/noSuchLine(number:count:)``
  func take(_ number: Int?) throws(ListRefusal) -> Taken? {
    guard let list = liveView.list, number != nil || row != nil else { return nil }
    if liveView.isOverScreen { return .answer(viewport.cursor == 0) }
    // A choice that is out of sight is not meant.
    if number == nil, viewport.reveal() { return nil }
    if let number {
      guard let row = list.row(numbered: number) else {
        throw .noSuchLine(number: number, count: list.itemCount)
      }
      viewport.place(at: row, in: list)
      if list.select != nil { return nil }
    }
    if let command = list.command(viewport.cursor) { return .command(command) }
    viewport.toggleDetails(isOpen: number == nil ? nil : true)
    return nil
  }

  // MARK: - Drawing

  /// The rows above text and list.
  func status(_ theme: Theme) -> [String] {
    viewport.look(in: liveView.list).map { $0.look.heading($0.row, theme) } ?? liveView.status
  }

  /// The hint that there is more below the window, if there is. A text in the whole window has
  /// hints of its own.
  func more(_ strings: Strings) -> [String] {
    viewport.hasMore(of: liveView) && !liveView.hidesScreen
      ? [strings("PgDn more", "PgDn 続き")] : []
  }

  /// The hints on the keys.
  func hints(_ theme: Theme) -> [String] {
    let strings = theme.strings
    if let (row, look) = viewport.look(in: liveView.list) { return look.hints(row, theme) }
    return more(strings)
      + liveView.hints(row, canMove: canMove, hidesDetails: viewport.hidesDetails)
  }

  /// The names of the kinds of rows.
  func filters(_ theme: Theme) -> [String] {
    if viewport.look(in: liveView.list) != nil { return [] }
    return liveView.list.map { viewport.rows.names(of: $0.filters, theme) } ?? []
  }

  /// Text and list, in as many rows as there is room for.
  ///
  /// - Parameter indented: Puts the margin before a line of the text.
  func lines(
    room: Room, _ theme: Theme, hasCursor: Bool = true, indented: (String) -> String = { $0 }
  ) -> [RegionRow] {
    var liveView = liveView
    liveView.body = liveView.body?.map(indented)
    return viewport.lines(of: liveView, room: room, theme: theme, hasCursor: hasCursor)
  }
}
