import QuizSupport

/// Faults of backups and their records.
extension Fault {
  package static func fieldsIgnored(_ names: [String]) -> Fault {
    Fault(
      "fields-ignored", "fields not used: \(NameList.text(names, .english))",
      "使わない項目: \(NameList.text(names, .japanese))", level: .warning)
  }

  package static func unreadableRecord(_ reason: Reason) -> Fault {
    Fault(
      "unreadable-record",
      "this record of the history cannot be read: \(reason.text(in: .english))",
      "履歴の記録を読めません(\(reason.text(in: .japanese)))")
  }

  package static let attemptMissing = Fault(
    "attempt-missing", "the quiz that it belongs to is not in the file", "元のクイズがファイルにありません")

  package static let noteWithoutSubject = Fault(
    "note-without-subject", "the deck or question of this note is not in the file",
    "このメモの問題集や質問がファイルにありません")
}
