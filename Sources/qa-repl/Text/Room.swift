/// The number of rows for which there is room. It is never less than none, even when more rows are
/// taken than there are.
struct Room: Equatable {
  let rows: Int

  init(_ rows: Int) { self.rows = max(0, rows) }

  static func - (room: Room, taken: Int) -> Room { Room(room.rows - taken) }
  static func -= (room: inout Room, taken: Int) { room = room - taken }
}
