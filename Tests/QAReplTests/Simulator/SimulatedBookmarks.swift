import Foundation

@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport
@testable import TestKit
@testable import qa_repl

/// The changes that a screen would make to a kind of record that exists only in tests.
extension SimulatedDevice {
  /// Randomly adds, changes or deletes a bookmark, if the program knows bookmarks.
  func bookmark(chance: UInt64) throws {
    guard let bank = program?.shell.models.bank, knowsBookmarks else { return }
    var random = SplitMix64(seed: chance)
    do {
      let bookmarks = try bank.store.fetch(FetchDescriptor<Bookmark>())
      switch (Int.random(in: 0..<4, using: &random), bookmarks.randomElement(using: &random)) {
      case (0...1, var bookmark?):
        bookmark.label = "mark \(chance % 1_000_000) of \(number + 1)"
        bookmark.colour = [nil, "red", "blue"].randomElement(using: &random) ?? nil
        bookmark.changedAt = bank.now()
        try bank.store.saving(.edit) { try bank.store.update(bookmark) }
      case (2, let bookmark?):
        try bank.store.deleting(in: bank.world) { try $0.delete([bookmark.id]) }
      default: try addBookmark(bank, chance, &random)
      }
    } catch {
      throw SimulationFailure(rule: "a record of a new kind is saved", detail: "\(error)")
    }
  }

  private func addBookmark(
    _ bank: QuestionBank, _ chance: UInt64, _ random: inout SplitMix64
  ) throws {
    let questions = try bank.store.fetch(FetchDescriptor<Question>())
    guard let question = questions.randomElement(using: &random) else { return }
    try bank.store.saving(.registration) {
      bank.store.insert(
        Bookmark(
          on: question.id, label: "mark \(chance % 1_000_000) of \(number + 1)",
          createdAt: bank.now()))
    }
  }
}
