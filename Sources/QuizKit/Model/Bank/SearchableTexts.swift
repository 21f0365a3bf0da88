import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The texts of all questions of a bank, kept in memory for searches for words.
///
/// A search that runs at every keystroke asks for almost the same again and again. Reading all
/// questions from the store each time would take longer than one frame. So the first search reads
/// them all. After a save, only the changed questions are read again.
final class SearchableTexts {
  private let store: StoreContext
  private var lines = TextLines()
  /// The questions whose texts have to be read; `nil` for all.
  private var outdated: Set<Int64>?
  private let bag = DisposeBag()

  /// - Parameter store: the unit of work of the bank. Its unsaved changes are searched, too.
  init(of store: StoreContext) {
    self.store = store
    store.saves.observe { [unowned self] in note($0) }.disposed(by: bag)
  }

  /// The questions whose text contains all of these folded words.
  func questions(containing words: [String]) throws -> IdentifierSet<Question> {
    try update()
    return try IdentifierSet(current().numbers(containing: words).map(Identifier.init(rawValue:)))
  }

  private func note(_ saved: SavedChanges) {
    guard outdated != nil, let changes = saved.entities[Question.entityName] else { return }
    let ids = changes.inserted + changes.updated + changes.deleted
    // For a save of another process, it is only known that something changed.
    if ids.isEmpty { outdated = nil } else { outdated?.formUnion(ids) }
  }

  private func update() throws {
    let ids = try outdated?.sorted() ?? store.savedIdentifiers()
    if outdated == nil { lines = TextLines() }
    if ids.isEmpty { return outdated = [] }
    lines.remove(ids)
    let texts: [QuestionText] = try store.savedParts(of: ids.map(Identifier.init(rawValue:)))
    for text in texts { lines.append(text.folded, of: text.id.rawValue) }
    outdated = []
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

extension StoreContext {
  /// The numbers of the saved questions.
  fileprivate func savedIdentifiers() throws -> [Int64] {
    try identifiers(FetchDescriptor<Question>(includesPendingChanges: false)).map { $0.rawValue }
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
