import Foundation
import Signals

/// What was answered, in memory: read when somebody first asks, and kept up with every save. Statistics and reviews look at
/// all answers, and are asked again and again.
final class AnswerLog {
  /// What counts of an ``Answer``.
  struct Entry: RecordPart, Equatable {
    var id: Identifier<Answer>
    var attemptID: Identifier<Attempt>
    var questionID: Identifier<Question>
    var selected: Int?
    var isCorrect: Bool
    var changedAt: Date

    init(_ answer: Answer) {
      id = answer.id
      attemptID = answer.attemptID
      questionID = answer.questionID
      selected = answer.selected
      isCorrect = answer.isCorrect
      changedAt = answer.changedAt
    }
  }

  /// How many records are read at a time, so that they are never in memory all at once.
  private static let pageSize = 1 << 14

  private let store: StoreContext
  private var known: [Identifier<Answer>: Entry]?
  /// Answers that a save has changed since they were read.
  private var outdated: Set<Int64> = []
  private var handle: Disposable?

  init(store: StoreContext) {
    self.store = store
    handle = store.saves.observe { [unowned self] in note($0) }
  }

  /// All answers that are saved.
  ///
  /// - Throws: What the store throws when it cannot be read.
  func entries() throws -> [Identifier<Answer>: Entry] {
    guard var entries = known else {
      let entries = try read(try store.identifiers(FetchDescriptor<Answer>()), into: [:])
      known = entries
      return entries
    }
    guard !outdated.isEmpty else { return entries }
    // One owner only, so that a change does not copy all.
    known = nil
    let ids = outdated.sorted().map { Identifier<Answer>(rawValue: $0) }
    for id in ids { entries[id] = nil }
    known = try read(ids, into: entries)
    outdated = []
    return known ?? [:]
  }

  private func note(_ saved: SavedChanges) {
    guard known != nil, let changes = saved.entities[Answer.entityName] else { return }
    let ids = changes.inserted + changes.updated + changes.deleted
    if ids.isEmpty { known = nil } else { outdated.formUnion(ids) }
  }

  private func read(
    _ ids: [Identifier<Answer>], into entries: consuming [Identifier<Answer>: Entry]
  ) throws -> [Identifier<Answer>: Entry] {
    entries.reserveCapacity(entries.count + ids.count)
    for start in stride(from: 0, to: ids.count, by: Self.pageSize) {
      let page: [Entry] = try store.savedParts(of: Array(ids[start...].prefix(Self.pageSize)))
      for entry in page { entries[entry.id] = entry }
    }
    return entries
  }
}
