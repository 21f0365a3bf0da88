import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The texts of all questions of a bank in memory, for every search for words.
///
/// A search that follows each key asks again and again for almost the same. Reading all questions from the store each
/// time would cost more than the time of a frame. They are read at the first search, and after a save only those
/// that it changed.
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
    // Nothing is said of a save of another process but that it changed something.
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

  /// The texts with the unsaved changes.
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

/// The text of a question by which it is found.
private struct QuestionText: RecordPart {
  let id: Identifier<Question>
  let folded: String

  init(_ question: Question) { (id, folded) = (question.id, question.content.searchText) }

  private enum CodingKeys: CodingKey { case id, content }

  /// Folds the text here, because a store may decode many records on several processors.
  init(from decoder: any Decoder) throws {
    let question = try decoder.container(keyedBy: CodingKeys.self)
    id = try question.decode(Identifier<Question>.self, forKey: .id)
    folded = try question.decode(QuestionContent.self, forKey: .content).searchText
  }
}

extension QuestionContent {
  /// All that the question says, normalized by ``SearchText``.
  var searchText: String {
    let texts = [text] + choices.map(\.text) + solution.acceptedTexts + [commentary]
    return SearchText.folded(texts.joined(separator: "\n"))
  }
}
