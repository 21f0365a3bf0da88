import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The texts of all questions of a bank, kept in memory for searches for words.
///
/// A search that runs at every keystroke asks for almost the same again and again. Reading all
/// questions from the store each time would take longer than one frame. So the first search reads
/// them all. After a save, only the changed questions are read again.
final class SearchableTexts {
  private let store: StoreContext
  private let unread: UnreadQuestions
  private var lines = TextLines()

  /// - Parameter store: the unit of work of the bank. Its unsaved changes are searched, too.
  init(of store: StoreContext) {
    (self.store, unread) = (store, UnreadQuestions(in: store))
  }

  /// The questions whose text contains all of these folded words, and those in which they are near
  /// each other.
  func questions(
    containing words: [String]
  ) throws -> (all: IdentifierSet<Question>, near: IdentifierSet<Question>) {
    try update()
    let found = try current().numbers(containing: words)
    return (
      IdentifierSet(found.all.map(Identifier.init(rawValue:))),
      IdentifierSet(found.near.map(Identifier.init(rawValue:)))
    )
  }

  /// Reads the texts, so that the first search takes no longer than the next.
  func update() throws {
    try unread.read { ids, areAll in
      if areAll { lines = TextLines() }
      lines.remove(ids.map(\.rawValue))
      let texts: [QuestionText] = try store.savedParts(of: ids)
      for text in texts { lines.append(text.folded, of: text.id.rawValue) }
    }
  }

  /// The texts, including unsaved changes.
  private func current() throws -> TextLines {
    guard store.hasChanges else { return lines }
    var lines = TextLines()
    for question in try store.fetch(FetchDescriptor<Question>()) {
      lines.append(question.content.searchText, of: question.id.rawValue)
    }
    return lines
  }
}

/// The text by which a search finds a question.
private struct QuestionText: RecordPart {
  let id: Identifier<Question>
  let folded: String

  init(_ question: Question) { (id, folded) = (question.id, question.content.searchText) }

  private enum CodingKeys: CodingKey { case id, content }

  /// Folds the text during decoding, because a store may decode many records on several processors.
  init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    folded = try question.decode(QuestionContent.self, forKey: .content).searchText
  }
}

extension QuestionContent {
  /// The whole text of the question, normalized by ``SearchText``.
  var searchText: String {
    let texts = [text] + choices.map(\.text) + solution.texts + [commentary]
    return SearchText.folded(texts.joined(separator: "\n"))
  }
}
