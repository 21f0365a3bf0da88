import Foundation
import QuizExchange
import QuizStore

extension QuestionBank {
  /// The tags of all questions, each once, in alphabetical order.
  package func tags() throws -> [String] {
    Set(try store.savedIdentifiers(by: \Question.content.tags).keys.joined()).sorted()
  }

  /// The questions that have a tag, in the order in which they were added.
  ///
  /// - Parameter ids: The questions to look at; `nil` for all.
  /// - Throws: ``BankError/unknownTag(_:known:)`` when there are questions, but none has the tag;
  ///   errors of the store.
  func questions(
    tagged tag: String, among ids: [Identifier<Question>]? = nil
  ) throws -> [Identifier<Question>] {
    let tagged = try store.questions(bearing: { $0 == tag }, among: ids)
    guard tagged.isEmpty, ids?.isEmpty != true else { return tagged }
    let known = Set(
      try store.savedIdentifiers(by: \Question.content.tags, among: ids).keys.joined())
    throw BankError.unknownTag(tag, known: known.sorted())
  }
}

extension StoreContext {
  /// The questions that have a tag for which `isWanted` is true, in the order in which they were
  /// added.
  func questions(
    bearing isWanted: (String) -> Bool, among ids: [Identifier<Question>]? = nil
  ) throws -> [Identifier<Question>] {
    try savedIdentifiers(by: \Question.content.tags, among: ids)
      .filter { $0.key.contains(where: isWanted) }.values.joined().sorted()
  }
}
