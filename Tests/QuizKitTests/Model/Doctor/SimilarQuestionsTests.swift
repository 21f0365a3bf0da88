import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore

@Suite struct SimilarQuestionsTests {
  private func similar(_ texts: String..., choices: [[String]] = []) -> SimilarQuestions {
    let questions = texts.enumerated().map { index, text in
      var question = Question(
        deckID: Identifier(rawValue: 1),
        content: QuestionContent(
          text: text,
          choices: (choices.isEmpty ? ["yes", "no"] : choices[index]).map { Choice($0) },
          solution: .single(0)),
        createdAt: .distantPast)
      question.id = Identifier(rawValue: Int64(index + 1))
      return question
    }
    return SimilarQuestions(among: questions)
  }

  private func numbers(_ groups: [[Identifier<Question>]]) -> [[Int64]] {
    groups.map { $0.map(\.rawValue) }
  }

  @Test func `questions are equal in any case, width and order of the choices`() {
    let found = similar(
      "What is  Ｓｗｉｆｔ?", "Where is Paris?", "what is swift?",
      choices: [["a language", "a bird"], ["here", "there"], ["A bird", "a language"]])
    #expect(numbers(found.equal) == [[1, 3]])
    #expect(found.similar.isEmpty)
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
