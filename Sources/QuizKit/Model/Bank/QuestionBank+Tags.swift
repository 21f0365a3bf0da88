import Foundation

extension QuestionBank {
  /// The tags of all questions, each once, in alphabetical order.
  public func tags() throws -> [String] {
    Set(try store.savedIdentifiers(by: \Question.content.tags).keys.joined()).sorted()
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
