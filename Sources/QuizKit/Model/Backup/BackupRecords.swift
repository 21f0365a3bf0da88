import QuizExchange
import QuizSupport

/// The records of a backup file, with the identifiers of the bank that was backed up.
struct BackupRecords {
  private(set) var decks: [Deck] = []
  private(set) var notes: [StudyNote] = []
  private(set) var attempts: [Attempt] = []
  private(set) var progress: [AttemptProgress] = []
  private(set) var answers: [Answer] = []
  private(set) var exams: [BackupExam] = []
  /// Records that could not be read, and why.
  private(set) var problems: [Problem] = []

  /// Reads the sections of a file.
  init(_ sections: [BackupDocument.Section], file: String) {
    for section in sections {
      switch BackupSection(rawValue: section.name) {
      case .decks: decks = records(of: section, file)
      case .notes: notes = records(of: section, file)
      case .attempts: attempts = records(of: section, file)
      case .progress: progress = records(of: section, file)
      case .answers: answers = records(of: section, file)
      case .exams: exams = records(of: section, file)
      case nil: continue
      }
    }
  }

  private mutating func records<R: BackupRecord>(
    of section: BackupDocument.Section, _ file: String
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
          guard record.isPlausible else {
            throw JSONFault(
              Int(decoder.tape[element].start), "a value cannot be what it is", "あり得ない値です")
          }
          records.append(record)
        } catch {
          problems.append(
            Problem(
              .unreadableRecord(error.reason), file: file,
              line: section.line - 1 + error.line(in: section.json),
              element: "\(section.name)[\(number)]"))
        }
      }
    }
    return records
  }
}
