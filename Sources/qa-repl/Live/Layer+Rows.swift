extension Layer {
  /// The height of a window from which on a list leaves room for blank rows.
  private static let heightForAir = 14

  /// The rows that a view has to spare. A text above a list stays in place only if there is room,
  /// and a question that is answered is read at one glance if it can be.
  private func leisure(in room: Room) -> Int {
    guard let text = liveView.body, !text.isEmpty else { return .max }
    guard let list = liveView.list else {
      guard let first = liveView.firstRows else { return .max }
      // Where not all fits, the last row says so.
      return (room - (text.count <= room.rows ? text.count : first + 1)).rows
    }
    let needed = text.count + 1 + min(list.count, Viewport.leastRows)
    return room.rows >= needed ? room.rows - needed : .max
  }

  /// The rows of the screen in front: its status, text and list, and below them what is `asked` or
  /// said. There are blank rows above all, below the status, and above what is asked, as far
  /// as there is room.
  ///
  /// - Parameter height: The rows of the window.
  func rows(
    above asked: [RegionRow], height: Int, _ theme: Theme, hasCursor: Bool
  ) -> [RegionRow] {
    func plain(_ texts: [String]) -> [RegionRow] { texts.map { RegionRow(text: $0) } }
    let above = status(theme) + (hasCursor ? liveView.message : [])
    let status = plain(above.map(Margin.indented))
    let filters = plain(filters(theme))
    // Three rows are taken: the prompt, the hints and one row above the region.
    let room = Room(height) - 3 - status.count - asked.count - filters.count
    guard liveView.body != nil || liveView.list != nil else {
      return plain(room.rows >= 3 ? [""] : []) + status + asked
    }
    // A list and a long text scroll, so they can leave blank rows free. A question needs all rows.
    let scrolls = liveView.list?.isSingleLine ?? true
    let spare =
      scrolls && height >= Self.heightForAir ? min(filters.isEmpty ? 3 : 4, leisure(in: room)) : 0
    var rows = lines(
      room: room - spare, theme, hasCursor: hasCursor, indented: Margin.indented)
    if liveView.list?.count == 0, rows.last?.text.isEmpty == true { rows.removeLast() }
    var free = room - rows.count
    func air(if isWanted: Bool) -> [RegionRow] {
      guard isWanted, free.rows > 0 else { return [] }
      free -= 1
      return plain([""])
    }
    let top = air(if: true)
    let middle = air(if: !status.isEmpty && !rows.isEmpty)
    let gap = air(if: !filters.isEmpty && !rows.isEmpty)
    let bottom = air(if: !(status + rows).isEmpty)
    return top + status + middle + rows + gap + filters + bottom + asked
  }
}
