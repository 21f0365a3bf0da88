import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The records of a backup file, with the identifiers of the bank that was backed up.
struct BackupRecords {
  /// An array for each kind.
  private var records: [RecordKind: any Sendable] = [:]
  /// Records that could not be read, and why.
  private(set) var problems: [Problem] = []

  /// Reads the sections of a file.
  init(_ sections: [BackupDocument.Section], of kinds: BankKinds, file: String) {
    for section in sections {
      for kind in kinds.all where kind.section == section.name { read(kind, section, file) }
    }
  }

  /// The exams, which need no dates.
  var exams: [BackupExam] { records[.exam] as? [BackupExam] ?? [] }

  /// The records of any kind but exams.
  func all<R: BankRecord>(_ kind: R.Type) -> [R] { records[kind.kind] as? [R] ?? [] }

  private mutating func read<R: BankRecord>(
    _ kind: R.Type, _ section: BackupDocument.Section, _ file: String
  ) {
    if kind == Exam.self {
      records[kind.kind] = records(BackupExam.self, of: section, file)
    } else {
      records[kind.kind] = records(kind, of: section, file)
    }
  }

  private mutating func records<R: BackupRecord>(
    _ type: R.Type, of section: BackupDocument.Section, _ file: String
  ) -> [R] {
    let decoder = JSONTextDecoder(isForeign: true)
    var records: [R] = []
    section.json.withUnsafeBytes { bytes in
      let elements: [Int]
      do throws(JSONFault) {
        try decoder.tape.read(bytes)
        elements = try decoder.tape.elements(at: 0)
      } catch {
        let fault = Fault.wrongType(field: section.name, expected: "[ ]")
        return problems.append(Problem(fault, file: file, line: section.line))
      }
      records.reserveCapacity(elements.count)
      for (number, element) in elements.enumerated() {
        do throws(JSONFault) {
          let record = try R.decode(with: decoder, at: element)
          if let reason = record.impossibility {
            throw JSONFault(Int(decoder.tape[element].start), reason)
          }
          records.append(record)
        } catch {
          problems.append(
            Problem(
              .unreadableRecord(error.reason), file: file,
              line: section.line - 1 + error.line(in: section.json),
              element: "\(section.name)[\(number + 1)]"))
        }
      }
    }
    return records
  }
}

/// An exam in a backup, or in the text form of exams, which has no dates.
struct BackupExam: BackupRecord {
  var id: Identifier<Exam>?
  var name: String
  var blueprint: ExamBlueprint
  var createdAt: Date?
  var changedAt: Date?

  var isPlausible: Bool {
    !FieldText.make(name).isEmpty && blueprint.fault == nil
      && [createdAt, changedAt].allSatisfy { $0?.isOnCalendars ?? true }
  }
}
