import Foundation
import Testing

@testable import QuizKit

/// A predicate that was taken apart says of every record what it said before.
@Suite struct PredicateTestTests {
  private typealias Condition = any StandardPredicateExpression<Bool>
  private typealias Variable = PredicateExpressions.Variable<Book>

  private static let texts = [
    "", "a", "A", "apple", "Apfel", "りんご", "林檎の木", "が", "か\u{3099}", "か", "résumé",
    "re\u{301}sume\u{301}",
    "👩‍👩‍👧", "👩", "a\r\nb", "\n", "\r", "zero\u{0}", "ab", "abc",
  ]

  private static func books() -> [Book] {
    var random = SplitMix64(seed: 9)
    return (0..<60).map { number in
      Book(
        id: Identifier(rawValue: Int64(number % 7)),
        shelfID: Identifier(rawValue: Int64.random(in: 0..<4, using: &random)),
        title: texts[number % texts.count] + (texts.randomElement(using: &random) ?? ""),
        chapters: texts.filter { _ in Bool.random(using: &random) && Bool.random(using: &random) },
        pages: Int.random(in: -2..<6, using: &random),
        addedAt: Date(timeIntervalSinceReferenceDate: Double.random(in: -2...2, using: &random)),
        code: Bool.random(using: &random) ? nil : texts.randomElement(using: &random))
    }
  }

  /// A condition of one of the kinds that programs write.
  private static func leaf(_ random: inout SplitMix64) -> Predicate<Book> {
    let text = texts.randomElement(using: &random) ?? ""
    let code = Bool.random(using: &random) ? nil : Optional(text)
    let number = Int.random(in: -2..<6, using: &random)
    let date = Date(timeIntervalSinceReferenceDate: Double(number) / 2)
    let id = Identifier<Book>(rawValue: Int64(number))
    let shelf = Identifier<Shelf>(rawValue: Int64(number))
    let numbers = [number, number + 1]
    let sample = Book(shelfID: shelf, title: text, pages: number)
    let kinds: [Predicate<Book>] = [
      #Predicate { $0.pages == number }, #Predicate { $0.pages != number },
      #Predicate { $0.pages < number }, #Predicate { number <= $0.pages },
      #Predicate { $0.pages > number }, #Predicate { $0.pages >= sample.pages },
      #Predicate { $0.addedAt < date }, #Predicate { $0.addedAt >= date },
      #Predicate { $0.id == id }, #Predicate { $0.shelfID != shelf },
      #Predicate { $0.title == text }, #Predicate { $0.title < text },
      #Predicate { $0.title.contains(text) }, #Predicate { text.contains($0.title) },
      #Predicate { $0.title.starts(with: text) }, #Predicate { $0.chapters.contains(text) },
      #Predicate { $0.chapters.isEmpty }, #Predicate { $0.title.count > number },
      #Predicate { $0.code == code }, #Predicate { $0.code != nil }, #Predicate { $0.code == nil },
      #Predicate { $0.title == $0.code ?? text }, #Predicate { $0.code?.isEmpty == false },
      #Predicate { numbers.contains($0.pages) },
      #Predicate { $0.pages + 1 == number },
      #Predicate { $0.chapters.contains { $0 == text } },
      #Predicate { $0.chapters[number] == text },
      #Predicate { $0.shelfID.rawValue == shelf.rawValue }, #Predicate { _ in true },
      #Predicate { $0.code.flatMap { $0 == text } ?? false },
      #Predicate { if let code = $0.code { code == text } else { false } },
    ]
    return kinds.randomElement(using: &random) ?? kinds[0]
  }

  /// Conditions of one variable, put together as chance has it.
  private static func tree(
    _ depth: Int, _ variable: Variable, _ random: inout SplitMix64
  ) -> Condition {
    typealias Build = PredicateExpressions
    let text = texts.randomElement(using: &random) ?? ""
    let number = Int.random(in: -2..<6, using: &random)
    let record = Build.build_Arg(variable)
    let pages = Build.build_KeyPath(root: record, keyPath: \.pages)
    let title = Build.build_KeyPath(root: record, keyPath: \.title)
    let code = Build.build_KeyPath(root: record, keyPath: \.code)
    switch Int.random(in: 0..<(depth == 0 ? 6 : 10), using: &random) {
    case 0: return Build.build_Equal(lhs: pages, rhs: Build.build_Arg(number))
    case 1: return Build.build_Comparison(lhs: Build.build_Arg(number), rhs: pages, op: .lessThan)
    case 2: return Build.build_contains(title, Build.build_Arg(text))
    case 3: return Build.build_NotEqual(lhs: code, rhs: Build.build_NilLiteral())
    case 4:
      // Fails where there is no code: what stands before it decides whether that is found out.
      return Build.build_starts(
        Build.build_ForcedUnwrap(code), with: Build.build_Arg(text))
    case 5: return Build.build_Comparison(lhs: title, rhs: Build.build_Arg(text), op: .lessThan)
    case 6, 7: return both(tree(depth - 1, variable, &random), tree(depth - 1, variable, &random))
    case 8: return either(tree(depth - 1, variable, &random), tree(depth - 1, variable, &random))
    default: return not(tree(depth - 1, variable, &random))
    }
  }

  private static func both(_ left: Condition, _ right: Condition) -> Condition {
    func open<L: StandardPredicateExpression<Bool>>(_ left: L) -> Condition {
      func open<R: StandardPredicateExpression<Bool>>(_ right: R) -> Condition {
        PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
      }
      return open(right)
    }
    return open(left)
  }

  private static func either(_ left: Condition, _ right: Condition) -> Condition {
    func open<L: StandardPredicateExpression<Bool>>(_ left: L) -> Condition {
      func open<R: StandardPredicateExpression<Bool>>(_ right: R) -> Condition {
        PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
      }
      return open(right)
    }
    return open(left)
  }

  private static func not(_ condition: Condition) -> Condition {
    func open<C: StandardPredicateExpression<Bool>>(_ condition: C) -> Condition {
      PredicateExpressions.build_Negation(condition)
    }
    return open(condition)
  }

  /// What becomes of one evaluation: an answer, or the words of an error.
  private func outcome(_ work: () throws -> Bool) -> String {
    do {
      return try "\(work())"
    } catch StoreError.invalidPredicate(let reason) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  private func expectSame(_ predicate: Predicate<Book>, _ books: [Book]) -> Set<String> {
    let test = PredicateTest(predicate)
    var outcomes: Set<String> = []
    for book in books {
      let expected = outcome { try predicate.evaluate(book) }
      let found = outcome { try test.evaluate(book) }
      #expect(found == expected, "\(predicate) of \(book)")
      outcomes.insert(expected)
    }
    return outcomes
  }

  @Test func `a condition of any kind is answered as before`() {
    var random = SplitMix64(seed: 21)
    let books = Self.books()
    var outcomes: Set<String> = []
    for _ in 0..<600 { outcomes.formUnion(expectSame(Self.leaf(&random), books)) }
    #expect(outcomes.isSuperset(of: ["true", "false"]) && outcomes.count > 2)
  }

  @Test func `conditions that are put together are answered as before`() {
    var random = SplitMix64(seed: 22)
    let books = Self.books()
    var outcomes: Set<String> = []
    for _ in 0..<300 {
      let predicate = Predicate<Book> { Self.tree(4, $0, &random) }
      outcomes.formUnion(expectSame(predicate, books))
    }
    #expect(outcomes.isSuperset(of: ["true", "false"]) && outcomes.count > 2)
  }

  @Test func `what a condition says of the parts of a field is answered as before`() throws {
    let questions = (0..<6).map { number in
      Question(
        deckID: Identifier(rawValue: Int64(number % 2)),
        content: .sample("Which \(number)?", correct: number % 3),
        createdAt: Date(timeIntervalSinceReferenceDate: Double(number)))
    }
    let predicates: [Predicate<Question>] = [
      #Predicate { $0.content.text == "Which 3?" }, #Predicate { $0.content.correct > 1 },
      #Predicate { $0.content.text.contains("4") }, #Predicate { $0.content.title == nil },
      #Predicate { $0.searchText.contains("which 5") },
      #Predicate { $0.content.choices.count == 4 },
    ]
    for predicate in predicates {
      let test = PredicateTest(predicate)
      for question in questions {
        #expect(try test.evaluate(question) == predicate.evaluate(question))
      }
    }
  }
}
