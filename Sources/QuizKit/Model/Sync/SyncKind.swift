/// The kinds of records that devices exchange, with the names that they have in files.
enum SyncKind: String, Codable, CaseIterable, Sendable {
  case deck, question, note, attempt

  /// Whether a group that shares only questions exchanges it.
  var isInGroups: Bool {
    switch self {
    case .deck, .question: true
    case .note, .attempt: false
    }
  }

  /// Whether people write its fields, so that a value that is replaced is kept.
  var hasTexts: Bool { self != .attempt }
}
