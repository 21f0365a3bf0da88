import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Signals
import Synchronization

/// Banks with the sample decks alone. The records are made once for each language and day, because
/// hundreds of tests begin with them.
enum SampleBank {
  private struct Kind: Hashable {
    var language: Language
    var day: Date
  }

  private static let made = Mutex<[Kind: RecordTables]>([:])

  /// A store of one's own in which somebody who speaks `language` has just put the samples.
  static func store(language: Language, at day: Date) throws -> MemoryStore {
    let kind = Kind(language: language, day: day)
    let records = try made.withLock { made in
      if let records = made[kind] { return records }
      let store = MemoryStore(schema: QuestionBank.schema)
      let world = World(
        scheduler: VirtualScheduler(), now: { day }, random: RandomSource(seed: 0), store: store,
        files: TestFiles())
      try Models(world: world).bank.addSamples(language: language)
      made[kind] = store.tables
      return store.tables
    }
    return MemoryStore(records)
  }
}
