import Foundation
import QuizSupport

/// Decides which records match a descriptor, from their bytes when that is enough and otherwise by
/// decoding them.
struct RecordTest<R: StoredRecord>: Sendable {
  private let predicate: Predicate<R>?
  private let words: [WordSearch]
  /// Whether ``words`` decide completely, without evaluating the predicate.
  private let isExact: Bool
  private let path: String

  /// - Parameter path: the file that errors mention.
  init(_ predicate: Predicate<R>?, _ plan: QueryPlan<R>, path: String) {
    self.predicate = predicate
    words = plan.words
    isExact = plan.isExact
    self.path = path
  }

  /// Whether the record matches. Often decides without decoding it.
  func matches(
    _ location: RecordLocation, _ text: UnsafeRawBufferPointer, _ decoder: JSONTextDecoder
  ) throws(StoreError) -> Bool {
    switch verdict(location, text) {
    case .no: return false
    case .yes: return true
    case .unsure:
      let record = try decoder.value(R.self, location, text, path: path)
      return try evaluate(record)
    }
  }

  /// The record if it matches; otherwise `nil`.
  func record(
    _ location: RecordLocation, _ text: UnsafeRawBufferPointer, _ decoder: JSONTextDecoder
  ) throws(StoreError) -> R? {
    let verdict = verdict(location, text)
    if verdict == .no { return nil }
    let record = try decoder.value(R.self, location, text, path: path)
    if verdict == .yes { return record }
    return try evaluate(record) ? record : nil
  }

  private func verdict(
    _ location: RecordLocation, _ text: UnsafeRawBufferPointer
  ) -> WordSearch.Verdict {
    var verdict: WordSearch.Verdict = isExact ? .yes : .unsure
    guard !words.isEmpty else { return verdict }
    guard location.isSurelyComposed else { return .unsure }
    for word in words {
      switch word.verdict(text) {
      case .no: return .no
      case .unsure: verdict = .unsure
      case .yes: continue
      }
    }
    return verdict
  }

  private func evaluate(_ record: R) throws(StoreError) -> Bool {
    guard let predicate else { return true }
    do {
      return try predicate.evaluate(record)
    } catch {
      throw StoreError.invalidPredicate(reason: "\(error)")
    }
  }
}

extension JSONTextDecoder {
  /// Decodes the record, or a part of it, at `location` in the file at `path`.
  func value<V: Decodable>(
    _ type: V.Type, _ location: RecordLocation, _ text: UnsafeRawBufferPointer, path: String
  ) throws(StoreError) -> V {
    do throws(JSONFault) {
      return try decode(type, from: text)
    } catch {
      throw StoreError.damaged(
        FilePlace(path: path, offset: Int(location.offset) + error.offset), reason: error.reason)
    }
  }
}
