import Testing

@testable import QuizExchange
@testable import QuizKit

@Suite struct SimilarQuestionsTests {
  private func similar(_ texts: String..., choices: [[String]] = []) -> SimilarQuestions {
    SimilarQuestions(
      among: texts.enumerated().map { index, text in
        let choices = choices.isEmpty ? ["yes", "no"] : choices[index]
        return QuestionContent(
          text: text, choices: choices.map { Choice($0) },
          solution: .single(choices.firstIndex { $0.lowercased() == "a language" } ?? 0))
      })
  }

  private func numbers(_ groups: [[Int]]) -> [[Int]] { groups.map { $0.map { $0 + 1 } } }

  @Test func `questions are equal in any case, width and order of the choices`() {
    let found = similar(
      "What is  Ｓｗｉｆｔ?", "Where is Paris?", "what is swift?",
      choices: [["a language", "a bird"], ["here", "there"], ["A bird", "a language"]])
    #expect(numbers(found.equal) == [[1, 3]])
    #expect(found.similar.isEmpty && found.differing.isEmpty)
  }

  @Test func `equal questions with different right answers are told apart from others`() {
    let found = similar(
      "What is it?", "What is it?", choices: [["a bird", "a language"], ["a bird", "a tree"]])
    #expect(found.equal.isEmpty && found.differing.isEmpty)
    let other = similar(
      "What is it?", "What is it?", choices: [["red", "a language"], ["red", "A  LANGUAGE"]])
    #expect(numbers(other.differing) == [[1, 2]] && other.equal.isEmpty)
  }

  @Test func `the same text with other choices is another question`() {
    let found = similar(
      "Which is right?", "Which is right?", choices: [["red", "green"], ["north", "south"]])
    #expect(found.equal.isEmpty && found.similar.isEmpty)
  }

  @Test func `questions that share three quarters of their words are similar`() {
    let found = similar(
      "Who wrote the famous novel about a white whale and a captain?",
      "What is the longest river?",
      "Who wrote the novel about a white whale and its captain?",
      "Who wrote the famous novel about a white whale and one captain?")
    #expect(numbers(found.similar) == [[1, 3, 4]])
  }

  @Test func `questions about other numbers are not similar`() {
    let found = similar(
      "How many cells has a table with 3 rows and 12 columns on this page?",
      "How many cells has a table with 4 rows and 12 columns on this page?")
    #expect(found.similar.isEmpty)
  }

  @Test func `Japanese questions are compared by neighbouring characters`() {
    let found = similar("日本でいちばん高い山はどこですか?", "日本で一番高い山はどこですか?", "日本でいちばん高い山は、どこですか")
    #expect(numbers(found.similar) == [[1, 3]])
  }

  @Test func `of equal questions the first is compared with similar ones`() {
    let found = similar(
      "Which metal melts in a warm hand on a summer day?",
      "Which metal melts in a warm hand on a summer day?",
      "Which metal melts in your warm hand on a summer day?")
    #expect(numbers(found.equal) == [[1, 2]])
    #expect(numbers(found.similar) == [[1, 3]])
  }
}
