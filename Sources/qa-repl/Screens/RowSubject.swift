/// The subject of a row of a list, as commands name it.
struct RowSubject: Equatable {
  /// The number of the row, from 1, that the commands of the screen take; `nil` where they take
  /// none.
  var number: Int?
  /// The name of the row's deck; `nil` for anything else.
  var deck: String?
  /// The name of the row's exam; `nil` for anything else.
  var exam: String?
  /// The names of commands that can do nothing with this row.
  var idleWords: Set<String> = []
}
