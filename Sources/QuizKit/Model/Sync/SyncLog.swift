import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The texts of this device that other devices have replaced, last replaced first.
package struct SyncLog: Encodable, Equatable, Sendable {
  /// A text that was replaced.
  package struct Item: Encodable, Equatable, Sendable {
    let id: Identifier<OverwrittenText>
    /// Its number, from 1.
    package var number: Int
    /// The kind of record that the text belongs to.
    package var kind: RecordKind
    /// The name of the field in files.
    package var field: String
    /// The question, the note, or the name of the record; `nil` when the record was deleted.
    @Nullable package var record: String?
    /// The text that was replaced.
    package var text: String
    /// The device that replaced it.
    package var device: String
    /// When it was replaced on this device.
    package var replacedAt: Stamp

    private enum CodingKeys: CodingKey {
      case number, kind, field, record, text, device, replacedAt
    }
  }

  /// The total number of texts.
  package var total: Int
  /// The first texts of the list.
  package var items: [Item]

  /// The list, shortened to a maximum number of items.
  func first(_ count: Int) -> SyncLog { SyncLog(total: total, items: Array(items.prefix(count))) }
}

extension SyncLog.Item {
  init(
    _ lost: OverwrittenText, number: Int, of record: String?, device: String, in timeZone: TimeZone
  ) {
    self.init(
      id: lost.id, number: number, kind: lost.kind, field: lost.field, record: record,
      text: Self.text(lost.value), device: device, replacedAt: Stamp(lost.replacedAt, in: timeZone))
  }

  /// The field that has the solution of a question without choices, too.
  private struct Solved: Decodable {
    var solution: Solution
  }

  /// A value as a user would write it. A text is shown as it is, several texts are shown one after
  /// another, a solution without choices by its right answers, and all other values look as in
  /// files.
  private static func text(_ json: String) -> String {
    let bytes = Array(json.utf8)
    do throws(JSONFault) {
      let value = try bytes.withBytes { bytes throws(JSONFault) in try JSONValue(reading: bytes) }
      if let texts = texts(of: value) { return texts.joined(separator: ", ") }
      guard value["solution"] != nil else { return json }
      let solution = try bytes.withBytes { bytes throws(JSONFault) in
        try JSONTextDecoder().decode(Solved.self, from: bytes).solution
      }
      return QuestionContent(text: "", solution: solution).rightAnswer
    } catch {
      return json
    }
  }

  private static func texts(of value: JSONValue) -> [String]? {
    if let text = value.scalarText { return [text] }
    let elements = value.array ?? value["choices"]?.array
    guard let elements, !elements.isEmpty else { return nil }
    let texts = elements.compactMap { $0.string ?? $0["text"]?.string }
    return texts.count == elements.count ? texts : nil
  }
}

/// A text that was put back.
package struct SyncRestoration: Equatable, Sendable {
  /// The text, with the number that it had in the list.
  package var item: SyncLog.Item

  /// The text as a log of one item.
  package var log: SyncLog { SyncLog(total: 1, items: [item]) }
}

/// A folder that the bank has forgotten.
package struct SyncFarewell: Equatable, Sendable {
  /// The path of the folder.
  package var folder: String
}

extension QuestionBank {
  /// The title of a record in lists; `nil` when the bank does not have the record.
  func name(of entry: SyncedRecord.Entry?) throws -> String? {
    guard let entry, entry.isInBank, let kind = store.kinds[entry.kind], kind.hasTexts else {
      return nil
    }
    return try title(kind, entry.localID)
  }

  private func title<R: BankRecord>(_ kind: R.Type, _ number: Int64) throws -> String? {
    try store.record(for: Identifier<R>(rawValue: number))?.title(in: timeZone)
  }
}
