@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

/// The question that each key of the shared folder identifies. It is the same on all devices and
/// never changes.
struct SharedKeys {
  private var serials: [String: Int] = [:]

  /// Records new keys, and compares the others.
  mutating func check(_ store: any DataStore, _ device: Int, _ ledger: AnswerLedger) throws {
    let context = StoreContext(store)
    for record in try context.fetch(FetchDescriptor<SyncedRecord>()) where record.kind == .question
    {
      let id = Identifier<Question>(rawValue: record.localID)
      guard record.localID > 0, let question = try context.record(for: id),
        let serial = RandomQuestion.serial(of: question.content.text)
      else { continue }
      let known = serials[record.key, default: serial]
      guard ledger.areOne(known, serial) else {
        throw SimulationFailure(
          rule: "a key stands for one question",
          detail:
            "device \(device + 1), question \(record.localID): “\(question.content.text)” has "
            + "the key of #\(known)")
      }
      serials[record.key] = serial
    }
  }
}
