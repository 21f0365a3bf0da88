import Foundation
import QuizStore

/// A value that was written on this device and then replaced by a later change on another device.
struct OverwrittenText: StoredRecord {
  static let entityName = "lost-text"
  static let keys: [RecordKey<OverwrittenText>] = [.reference(\.folderID, onDelete: .cascade)]

  var id: Identifier<OverwrittenText> = .unassigned
  /// The folder through which the change came.
  var folderID: Identifier<SyncFolder>
  /// The kind of record.
  var kind: RecordKind
  /// The key that identifies the record on all devices.
  var key: String
  /// The name of the field.
  var field: String
  /// The value as JSON text.
  var value: String
  /// The device that replaced it.
  var device: DeviceIdentity
  /// When it was replaced on this device.
  var replacedAt: Date
}
