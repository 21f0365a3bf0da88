import QuizKit
import QuizSupport

/// The question before decks are deleted.
extension DecksState {
  func question(before command: DecksCommand, _ strings: Strings) -> String? {
    guard case .delete(let words) = command, let names = try? names(meantBy: words) else {
      return nil
    }
    let chosen = decks.filter { names.contains($0.name) }
    let questions = chosen.reduce(0) { $0 + $1.questions }
    guard let first = chosen.first, chosen.count == names.count else { return nil }
    return chosen.count == 1
      ? strings.deleteDeck(first.name.sanitisedLine, questions: questions)
      : strings.deleteDecks(chosen.count, questions: questions)
  }
}

extension Strings {
  fileprivate func deleteDecks(_ count: Int, questions: Int) -> String {
    self(
      "Delete \(count) decks with \(self.questions(questions))?",
      "問題集 \(count) 件を \(self.questions(questions))ごと削除しますか?")
  }

  func deleteDeck(_ name: String, questions count: Int) -> String {
    self(
      "Delete the deck “\(name)” with \(questions(count))?",
      "問題集「\(name)」を \(questions(count))ごと削除しますか?")
  }
}
