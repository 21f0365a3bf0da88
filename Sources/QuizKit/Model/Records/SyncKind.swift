/// The kinds of records that devices exchange, with the names that they have in files.
package enum SyncKind: String, Codable, CaseIterable, Sendable {
  case deck, question, exam, note, attempt

  /// Whether a group that shares only questions exchanges it.
  var isInGroups: Bool {
    switch self {
    case .deck, .question, .exam: true
    case .note, .attempt: false
    }
  }

  /// Whether the key of a new record is made of everything in it.
  var hasKeyOfAll: Bool { self == .note || self == .attempt }

  /// Whether people write its fields, so that a value that is replaced is kept.
  var hasTexts: Bool { self != .attempt }
}
