import Foundation
import QuizStore
import QuizSupport

/// Finds the questions that match a query.
struct QuestionMatch {
  /// The words that a match contains, folded.
  let words: [String]
  private let tag: String?
  private let deckID: Identifier<Deck>?
  private let start: Date?

  init(_ query: SearchQuery, deckID: Identifier<Deck>?, timeZone: TimeZone) {
    words = query.words.map(SearchText.folded).filter { !$0.isBlank }
    tag = query.tag.map(SearchText.folded)
    self.deckID = deckID
    start = query.since?.start(in: timeZone)
  }

  /// The identifiers of the matching questions, newest first.
  func all(in store: StoreContext) throws -> [Identifier<Question>] {
    let found: [Identifier<Question>] = try store.identifiers(
      FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.createdAt)])
    ).reversed()
    guard let tag else { return found }
    let wanted = IdentifierSet(
      try store.questions(bearing: { SearchText.folded($0) == tag }, among: found))
    return found.filter { wanted.contains($0) }
  }

  /// The conditions that the store can check. Built by hand, because `#Predicate` cannot combine a variable number of conditions.
  private var predicate: Predicate<Question>? {
    guard deckID != nil || start != nil || !words.isEmpty else { return nil }
    return Predicate { question in
      let arguments = PredicateExpressions.self
      func field<Value>(
        _ path: KeyPath<Question, Value> & Sendable
      ) -> PredicateExpressions.KeyPath<PredicateExpressions.Variable<Question>, Value> {
        arguments.build_KeyPath(root: question, keyPath: path)
      }
      var conditions: [any StandardPredicateExpression<Bool>] = []
      if let deckID {
        conditions.append(
          arguments.build_Equal(lhs: field(\.deckID), rhs: arguments.build_Arg(deckID)))
      }
      if let start {
        conditions.append(
          arguments.build_Comparison(
            lhs: field(\.createdAt), rhs: arguments.build_Arg(start), op: .greaterThanOrEqual))
      }
      // The longest word first, because it rules out the most questions.
      for word in words.sorted(by: { $0.count > $1.count }) {
        conditions.append(
          arguments.build_contains(field(\.searchText), arguments.build_Arg(word)))
      }
      var whole = conditions[0]
      for condition in conditions.dropFirst() { whole = Self.both(whole, condition) }
      return whole
    }
  }

  private static func both(
    _ first: some StandardPredicateExpression<Bool>,
    _ second: some StandardPredicateExpression<Bool>
  ) -> any StandardPredicateExpression<Bool> {
    PredicateExpressions.build_Conjunction(lhs: first, rhs: second)
  }
}
