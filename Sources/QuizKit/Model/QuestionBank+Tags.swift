import Foundation

extension QuestionBank {
  /// The tags that questions bear, each once, in alphabetical order. Reads every question.
  public func tags() throws -> [String] {
    Set(try store.fetch(FetchDescriptor<Question>()).flatMap(\.content.tags)).sorted()
  }
}
