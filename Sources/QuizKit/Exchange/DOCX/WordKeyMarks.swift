/// Finds the right choices by their marks, in all questions of a text together.
///
/// An author marks right choices in one way. What is marked otherwise here and there is emphasis.
struct WordKeyMarks {
  typealias Mark = WordParagraph.Mark

  /// The marks, the surest one first.
  private static let all: [Mark] =
    [.highlight, .bold] + WordParagraph.Hue.allCases.map { .color($0) } + [.underline, .italic]
  /// The marks that say what is right in this text, the most usual one first.
  private let usual: [Mark]

  /// - Parameter questions: The marks of the choices of each question.
  init(_ questions: [[Set<Mark>]]) {
    var counts: [Mark: Int] = [:]
    for choices in questions {
      for mark in Self.all where Self.places(of: mark, among: choices) != nil {
        counts[mark, default: 0] += 1
      }
    }
    let most = counts.values.max() ?? 0
    let found = Self.all.enumerated().filter { _, mark in
      let count = counts[mark] ?? 0
      // Names and foreign words are in italics, too.
      return count * 2 > most && (mark != .italic || count > 1 && count * 2 > questions.count)
    }
    usual = found.sorted {
      (counts[$1.element] ?? 0, $0.offset) < (counts[$0.element] ?? 0, $1.offset)
    }.map(\.element)
  }

  /// The places of the right choices; none if no choice stands out.
  func right(among choices: [Set<Mark>]) -> [Int] {
    usual.lazy.compactMap { Self.places(of: $0, among: choices) }.first ?? []
  }

  /// The choices with a mark, if some have it and some do not.
  private static func places(of mark: Mark, among choices: [Set<Mark>]) -> [Int]? {
    let found = choices.indices.filter { choices[$0].contains(mark) }
    return found.isEmpty || found.count == choices.count ? nil : found
  }
}
