import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The texts of this device that other devices have replaced, the last one first.
package struct SyncLog: Encodable, Equatable, Sendable {
  /// A text that was replaced.
  package struct Item: Encodable, Equatable, Sendable {
    let id: Identifier<LostText>
    /// Its number, from 1.
    package var number: Int
    /// What it is a part of.
    package var kind: RecordKind
    /// The name of the field in files, or `answers` for answers that were taken from a question, because
    /// they belong to a deleted one.
    package var field: String
    /// Whether it is about such answers.
    package var isOfAnswers: Bool { field == LostText.answers }
    /// The question, note, or name of the record; `nil` when it was deleted.
    @Nullable package var record: String?
    /// What was replaced.
    package var text: String
    /// The device that replaced it.
    package var device: String
    /// When it was replaced here.
    package var replacedAt: Stamp

    private enum CodingKeys: CodingKey {
      case number, kind, field, record, text, device, replacedAt
    }
  }

  /// How many there are.
  package var total: Int
  /// The first ones.
  package var items: [Item]

  /// The list with at most so many of its items.
  func first(_ count: Int) -> SyncLog { SyncLog(total: total, items: Array(items.prefix(count))) }
}

extension SyncLog.Item {
  init(_ lost: LostText, number: Int, of record: String?, device: String, in timeZone: TimeZone) {
    self.init(
      id: lost.id, number: number, kind: lost.kind, field: lost.field, record: record,
      text: Self.text(lost.value), device: device, replacedAt: Stamp(lost.replacedAt, in: timeZone))
  }

  /// A value as people would write it: a text itself, of several texts one after the other, and
  /// everything else as it is in files.
  private static func text(_ json: String) -> String {
    do throws(JSONFault) {
      let value = try Array(json.utf8).withBytes { bytes throws(JSONFault) in
        try JSONValue(reading: bytes)
      }
      return texts(of: value)?.joined(separator: ", ") ?? json
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
  /// What was put back, with the number that it had.
  package var item: SyncLog.Item
}

/// A folder that the bank knows no longer.
package struct SyncFarewell: Equatable, Sendable {
  /// Where it is.
  package var folder: String
}

extension QuestionBank {
  /// What a list calls a record; `nil` when the bank does not have it.
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
