import Foundation
import Testing

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Makes sure that the program writes every record that it can read in such a way that it can be
/// read again. Covers every kind of record that occurs in a bank in OldBanks.
@Suite struct WrittenRecordTests {
  @Test func `what is read of a record is written so that it is read again as the same`() throws {
    let samples = try GeneratedRecords.samples()
    var (tried, read) = (0, 0)
    let without = QuestionBank.schema.records.map { $0.entityName }.filter {
      samples[$0, default: []].isEmpty
    }
    #expect(without == [])
    for type in QuestionBank.schema.records {
      for sample in samples[type.entityName] ?? [] {
        for changed in sample.changedEverywhere(to: GeneratedRecords.strange) {
          tried += 1
          if try expectRoundTrip(type, changed) { read += 1 }
        }
      }
    }
    #expect(tried > 5000 && read > 1000, "\(read) of \(tried)")
  }

  /// Returns whether the text is a valid record.
  private func expectRoundTrip<R: StoredRecord>(_ type: R.Type, _ value: JSONValue) throws -> Bool {
    guard let record = try? GeneratedRecords.decode(type, value.bytes) else { return false }
    for dates in [JSONTextEncoder.Dates.numbers, .texts] {
      // A record that the encoder refuses is not written, so nothing is lost.
      guard let bytes = try? text(of: record, dates) else { continue }
      let again = try? GeneratedRecords.decode(type, bytes)
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
}
