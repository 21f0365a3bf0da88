import Foundation
import Testing

@testable import QuizExchange
@testable import QuizSupport

@Suite struct ProblemTests {
  private let text =
    "question,a,b,c,key,kind\nCapital of Peru?,Lima,Cusco,Quito,E,\nq?,x,y,z,A,\nr?,,,,,essay\n"

  @Test(arguments: [Language.english, .japanese])
  func `a mixed encoding is said in a sentence`(language: Language) {
    let message = ReadingGuess.encoding(.mixed).message(in: language)
    #expect(message.contains("Windows-1252"))
    #expect(!message.contains("mixed"))
  }

  @Test func `what is quoted is cut at 60 columns and cannot command the terminal`() {
    let problem = Problem(
      .emptyStem, file: "f", question: String(repeating: "漢", count: 40) + "\u{1B}[2J",
      excerpt: "a\u{1B}[2J\u{202E}b\nc")
    #expect(problem.question == String(repeating: "漢", count: 30) + "…")
    #expect(problem.excerpt == "a[2Jb c")
  }

  @Test func `the reading stops when the progress closure says so`() throws {
    #expect(throws: ReadingCancelled.self) {
      _ = try QuestionFile.read(Array(text.utf8), name: "a.csv") { _ in false }
    }
  }

  @Test(arguments: [
    ("anki", "#separator:tab\n#html:true\n#columns:question\ta\tb\tcorrect\nq&#0;\tx\ty\tA\n"),
    (
      "jsonl",
      "\n{\"question\":\"q\",\"choices\":[\"a\\ud800\",\"b\"],\"answer\":0}\n"
        + "{\"question\":\"r\\udc00\",\"choices\":[\"a\",\"b\"],\"answer\":0}\n"
    ),
    ("jsonl", #"{"title": "t\ud800", "question": "q", "choices": ["a", "b"], "answer": 0}"#),
    (
      "moodle-xml",
      #"<quiz><question type="shortanswer"><questiontext><text>q</text></questiontext>"#
        + #"<answer fraction="100"><text>a</text><feedback format="html">"#
        + "<text>why&amp;#0;</text></feedback></answer></question></quiz>"
    ),
  ])
  func `a character that is none is said once`(name: String, text: String) throws {
    let file = try readText(text, format: QuestionFormat.named(name))
    #expect(file.problems.count { $0.code == "replacement-character" } == 1)
    #expect(!file.questions.isEmpty)
  }

  @Test func `the progress never runs backwards`() throws {
    let row = "Is this a question of some length?,yes,no,perhaps,A\n"
    var steps: [ReadingProgress] = []
    _ = try QuestionFile.read(
      Array(String(repeating: row, count: 10_000).utf8), name: "a.csv"
    ) {
      steps.append($0)
      return true
    }
    #expect(steps.count > 3)
    #expect(steps.map(\.completedBytes) == steps.map(\.completedBytes).sorted())
  }

  @Test func `a file of nothing but faults keeps a bounded number of problems`() throws {
    let file = try readText(
      String(repeating: "q?,x,y,z,W\n", count: QuestionCollector.problemLimit + 5), name: "a.csv")
    #expect(file.problems.count == QuestionCollector.problemLimit)
    #expect(file.errors == QuestionCollector.problemLimit + 5)
  }
}
