import Foundation
import Testing

@testable import QuizKit

/// Whatever the program reads of a record, it writes so that it can be read again. Every kind of record
/// takes part of which a bank in OldBanks has one.
@Suite struct WrittenRecordTests {
  /// The texts of records of an old bank, by kind.
  private static func samples() throws -> [String: [JSONValue]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "OldBanks/Files")
    var samples: [String: [JSONValue]] = [:]
    for name in ["bank.json", "kinds.json", "thirds.json"] {
      let text = Array(try Data(contentsOf: folder.appending(path: name)))
      let value = try text.withBytes { bytes throws(JSONFault) in try JSONValue(reading: bytes) }
      for member in value["records"]?.object?.members ?? [] {
        samples[member.name, default: []] += member.value.array ?? []
      }
    }
    return samples
  }

  /// Values at the ends of what people and other programs write.
  private static let strange: [JSONValue] = [
    .number("0"), .number("-1"), .number("1"), .number("10001"), .number("0.1"),
    .number("-0.5"), .number("1e-300"), .number("1e300"), .number("9007199254740993"),
    .number("9223372036854775807"), .number("-9223372036854775808"), .number("63113904000"),
    .number("-63113904001"), .number("253370764800"), .string(""), .string("\u{0}\u{1F600}"),
    .string("９９.９%"), .string("+33.333"), .string("-1/3"), .string("10000/3"),
    .string("9999-12-31T23:59:59Z"), .string("0000-01-01T00:00:00Z"),
    .string("2026-11-20T09:00:00.123456789Z"), .string("e\u{301}\u{2028}"), .null, .array([]),
    .object([:]), .bool(true),
  ]

  @Test func `what is read of a record is written so that it is read again as the same`() throws {
    let samples = try Self.samples()
    var (tried, read) = (0, 0)
    // These two take days of answers, or two devices.
    let without = QuestionBank.schema.records.map { $0.entityName }.filter {
      samples[$0, default: []].isEmpty
    }
    #expect(without == ["fit", "lost-text"])
    for type in QuestionBank.schema.records {
      for sample in samples[type.entityName] ?? [] {
        for changed in sample.changedEverywhere(to: Self.strange) {
          tried += 1
          if try expectRoundTrip(type, changed) { read += 1 }
        }
      }
    }
    #expect(tried > 5000 && read > 1000, "\(read) of \(tried)")
  }

  /// Returns whether the text is a record at all.
  private func expectRoundTrip<R: StoredRecord>(_ type: R.Type, _ value: JSONValue) throws -> Bool {
    guard let record = try? decode(type, value.bytes) else { return false }
    for dates in [JSONTextEncoder.Dates.numbers, .texts] {
      // What is refused is not written, and nothing is lost.
      guard let bytes = try? text(of: record, dates) else { continue }
      let again = try? decode(type, bytes)
      #expect(again != nil, "\(R.entityName): \(String(decoding: value.bytes, as: UTF8.self))")
      guard let again else { continue }
      let second = try text(of: again, dates)
      #expect(
        Bool(second == bytes), "\(R.entityName): \(String(decoding: value.bytes, as: UTF8.self))")
    }
    return true
  }

  private func text(
    of record: some StoredRecord, _ dates: JSONTextEncoder.Dates
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try RecordEncoder(dates: dates).encode(record, to: &bytes)
    return bytes
  }

  private func decode<R: StoredRecord>(_ type: R.Type, _ bytes: [UInt8]) throws(JSONFault) -> R {
    try bytes.withBytes { bytes throws(JSONFault) in
      try JSONTextDecoder().decode(type, from: bytes)
    }
  }
}

extension JSONValue {
  /// The value with each of its parts, at any depth, replaced by each of `others`.
  fileprivate func changedEverywhere(to others: [JSONValue]) -> [JSONValue] {
    var changed: [JSONValue] = []
    switch self {
    case .object(let object):
      for (index, member) in object.members.enumerated() {
        for other in others + member.value.changedEverywhere(to: others) {
          var copy = object
          copy.members[index].value = other
          changed.append(.object(copy))
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for other in others + element.changedEverywhere(to: others) {
          var copy = elements
          copy[index] = other
          changed.append(.array(copy))
        }
      }
    default: break
    }
    return changed
  }
}
