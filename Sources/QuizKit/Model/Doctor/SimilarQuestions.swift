import QuizExchange
import QuizStore
import QuizSupport

/// Finds questions that say the same, or nearly the same, in some order of their choices.
///
/// Two questions are similar when they share most of their words: the number of common words,
/// divided by the number of all words of both, is at least ``threshold`` (the Jaccard index). Only
/// questions that share a rare word are compared, as in the prefix filter of Chaudhuri, Ganti and
/// Kaushik, "A Primitive Operator for Similarity Joins in Data Cleaning" (2006). This finds every
/// pair without comparing each question with each other.
struct SimilarQuestions {
  /// Groups of questions with the same text and choices, apart from case, width and white space.
  private(set) var equal: [[Identifier<Question>]] = []
  /// Groups of questions with nearly the same words. Of equal questions, only the first is listed.
  private(set) var similar: [[Identifier<Question>]] = []

  private static let threshold = 0.75

  init(among questions: [Question]) {
    var groups: [Key: [Int]] = [:]
    for (index, question) in questions.enumerated() {
      groups[Key(question.content), default: []].append(index)
    }
    let unlike = groups.values.map { $0[0] }.sorted()
    equal = groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
      .map { $0.map { questions[$0].id } }
    similar = Self.groups(of: unlike.map { Words(questions[$0].content) }).map { group in
      group.map { questions[unlike[$0]].id }
    }
  }

  /// What equal questions have in common.
  private struct Key: Hashable {
    let text: String
    let choices: [String]

    init(_ content: QuestionContent) {
      text = Self.unified(content.text)
      choices = content.answerTexts.map(Self.unified).sorted()
    }

    private static func unified(_ text: String) -> String {
      SearchText.words(text).joined(separator: " ")
    }
  }

  /// The words of a question and of its answers, each once. Texts without blanks between words,
  /// such as Japanese ones, count as pairs of neighbouring characters.
  private struct Words {
    var all: Set<String> = []
    /// The words with digits. Questions that differ in a number ask for something else.
    var numbers: Set<String> = []

    init(_ content: QuestionContent) {
      for text in [content.text] + content.answerTexts { add(SearchText.folded(text)) }
      numbers = all.filter { $0.contains { $0.isNumber } }
    }

    private mutating func add(_ text: String) {
      for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        let characters = Array(word)
        if characters.allSatisfy(\.isASCII) || characters.count < 3 {
          all.insert(String(word))
        } else {
          for pair in zip(characters, characters.dropFirst()) {
            all.insert(String([pair.0, pair.1]))
          }
        }
      }
    }
  }

  /// The positions of similar questions, together with all that are similar to one of them.
  private static func groups(of words: [Words]) -> [[Int]] {
    var counts: [String: Int] = [:]
    for word in words.lazy.flatMap(\.all) { counts[word, default: 0] += 1 }
    // The rarest words first, so that few questions share one.
    let ranked = words.map { words in
      words.all.sorted { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
    }
    var holders: [String: [Int]] = [:]
    var groups = Array(words.indices)
    func group(of index: Int) -> Int {
      var index = index
      while groups[index] != index { index = groups[index] }
      return index
    }
    for (index, own) in ranked.enumerated() {
      // Similar questions share one of so many rarest words.
      let prefix = own.prefix(own.count - Int((threshold * Double(own.count)).rounded(.up)) + 1)
      let candidates = Set(prefix.lazy.flatMap { holders[$0] ?? [] })
      for other in candidates where areSimilar(words[index], words[other]) {
        let (first, second) = (group(of: index), group(of: other))
        groups[max(first, second)] = min(first, second)
      }
      for word in prefix { holders[word, default: []].append(index) }
    }
    return Dictionary(grouping: words.indices, by: group).values
      .filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  private static func areSimilar(_ one: Words, _ other: Words) -> Bool {
    let (fewer, more) = (min(one.all.count, other.all.count), max(one.all.count, other.all.count))
    guard Double(fewer) >= threshold * Double(more), one.numbers == other.numbers else {
      return false
    }
    let common = one.all.intersection(other.all).count
    return Double(common) >= threshold * Double(fewer + more - common)
  }
}

extension QuestionContent {
  /// The texts of the choices, or of the accepted answers where the answer is typed.
  fileprivate var answerTexts: [String] {
    choices.map(\.text) + solution.accepted.map(\.text)
  }
}
