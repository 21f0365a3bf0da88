@testable import QuizExchange

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

extension QuestionFormat {
  /// The question after it was written in this format and read again; `nil` when the format cannot
  /// hold it.
  func kept(of question: ExportedQuestion) -> ExportedQuestion? {
    guard kinds.contains(question.content.kind) else { return nil }
    if name == "gift", GIFTWriter.wouldMatchPairs(question.content) { return nil }
    if case .gaps(let solution) = question.content.solution {
      if name == "gift", MissingWord(question.content) == nil { return nil }
      if name == "moodle-xml", ClozeText.source(of: question.content.text, solution) == nil {
        return nil
      }
      if name == "qti", !QTIGapOutput(question.content, solution).isWritable { return nil }
      let isTable = ["csv", "tsv", "anki", "xlsx"].contains(name)
      if isTable, !RowParts.canHold(question.content) { return nil }
    }
    var kept = question
    if !keeps.contains(.category) { kept.category = nil }
    if !keeps.contains(.commentary) { kept.content.commentary = "" }
    if !keeps.contains(.tags) { kept.content.tags = [] }
    if !keeps.contains(.title) { kept.content.title = nil }
    if !keeps.contains(.identifier) { kept.content.externalID = nil }
    if !keeps.contains(.timeLimit) { kept.content.otherFields = nil }
    if !keeps.contains(.feedback) {
      kept.content.choices = kept.content.choices.map { Choice($0.text) }
    }
    kept.content.solution = self.kept(of: question.content.solution, in: question.content.text)
    return kept
  }

  private func kept(of solution: Solution, in text: String) -> Solution {
    switch solution {
    case .single(let single):
      return keeps.contains(.weights) ? solution : .single(single.correct)
    case .trueFalse: return solution
    case .several(var several):
      if !keeps.contains(.severalOfOne), several.correct.count == 1 {
        return .single(several.correct[0])
      }
      if !keeps.contains(.choose) { several.choose = several.choose(saidIn: text) }
      if !keeps.contains(.weights) { several.weights = nil }
      return .several(several)
    case .text(var texts):
      if !keeps.contains(.letterCase) { texts.isCaseSensitive = false }
      if !keeps.contains(.weights) { texts.accepted.removeAll { !$0.isRight } }
      for index in texts.accepted.indices where !keeps.contains(.feedback) {
        texts.accepted[index].feedback = ""
      }
      // The first rule for a text decides there, and a second one is not read: no answer meets it.
      var known: Set<String> = []
      if name == "qti" { texts.accepted.removeAll { !known.insert($0.pattern).inserted } }
      return .text(texts)
    case .number(var numbers):
      if !keeps.contains(.weights) { numbers.accepted.removeAll { !$0.isRight } }
      for index in numbers.accepted.indices where !keeps.contains(.feedback) {
        numbers.accepted[index].feedback = ""
      }
      return .number(numbers)
    case .gaps(var gaps):
      for index in gaps.gaps.indices {
        guard case .typed(var texts) = gaps.gaps[index] else { continue }
        if !keeps.contains(.letterCase) { texts.isCaseSensitive = false }
        if !keeps.contains(.gapDetails) {
          texts = TextSolution(
            accepted: texts.accepted.filter(\.isRight).map { AcceptedText($0.pattern) })
        }
        gaps.gaps[index] = .typed(texts)
      }
      return .gaps(gaps)
    case .card, .order, .match: return solution
    }
  }
}

extension ReadingOptions.Column: ExpressibleByStringLiteral {
  /// A column by its name.
  public init(stringLiteral name: String) { self = .named(name) }
}
