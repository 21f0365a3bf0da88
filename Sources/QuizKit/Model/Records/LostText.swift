import Foundation
import QuizStore

/// A value that was written on this device and that another device's later change has replaced.
struct LostText: StoredRecord {
  static let entityName = "lost-text"
  static let keys: [RecordKey<LostText>] = [.reference(\.folderID, onDelete: .cascade)]

  /// The ``field`` of answers that were taken from a question, because they belong to a deleted one. The
  /// value is the key of that one.
  static let answers = "answers"

  var id: Identifier<LostText> = .unassigned
  /// The folder through which the change came.
  var folderID: Identifier<SyncFolder>
  /// The kind of record.
  var kind: RecordKind
  /// Identifies the record on all devices.
  var key: String
  /// The name of the field.
  var field: String
  /// The value as JSON text.
  var value: String
  /// The device that replaced it.
  var device: DeviceIdentity
  /// When it was replaced here.
  var replacedAt: Date
}
