import QuizKit

/// Reads a text as a file of the given name.
func readText(
  _ text: String, name: String = "test.txt", format: QuestionFormat? = nil,
  options: ReadingOptions = ReadingOptions()
) throws -> QuestionFile {
  try QuestionFile.read(Array(text.utf8), name: name, format: format, options: options)
}

extension QuestionFile {
  /// The codes of the problems with their lines: `["12:brace"]`.
  var places: [String] {
    problems.map { problem in problem.line.map { "\($0):\(problem.code)" } ?? problem.code }
  }

  /// The contents alone.
  var contents: [QuestionContent] { questions.map(\.content) }
}

extension QuestionContent {
  /// The texts of the choices.
  var choiceTexts: [String] { choices.map(\.text) }

  /// The text of the right choice.
  var correctText: String { rightAnswer }
}
