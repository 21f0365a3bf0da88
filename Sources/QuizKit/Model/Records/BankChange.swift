/// The kind of change that a save makes. The code that saves sets it, and undo shows it.
package enum BankChange: String, Encodable, Sendable {
  /// One question, note or exam was added.
  case registration
  /// Files or sample decks were imported.
  case imported = "import"
  /// Records were deleted.
  case deletion
  /// Records were edited.
  case edit
  /// A deck was created.
  case deck
  /// A deck was renamed.
  case renaming
  /// Deleted records were brought back from the trash.
  case restoration = "restore"
  /// The trash was emptied.
  case emptying = "empty"
  /// Changes of other devices were taken over.
  case synchronization = "sync"
}
