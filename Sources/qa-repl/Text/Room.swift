/// The rows that there is room for. Where more are taken than there are, none are left, never less.
struct Room: Equatable {
  let rows: Int

  init(_ rows: Int) { self.rows = max(0, rows) }

  static func - (room: Room, taken: Int) -> Room { Room(room.rows - taken) }
  static func -= (room: inout Room, taken: Int) { room = room - taken }
}
