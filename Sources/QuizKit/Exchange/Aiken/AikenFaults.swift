import QuizSupport

/// Faults of Aiken text.
extension Fault {
  package static func choiceLetterOutOfOrder(found: String, expected: String) -> Fault {
    Fault(
      "choice-letter-out-of-order", "choice \(found) where \(expected) was expected",
      "選択肢 \(found) があります(\(expected) のはずです)",
      hint: Reason(
        "choices go A, B, C …; a question may not begin like a choice",
        "選択肢は A、B、C の順に書き、質問文は選択肢のように始めないでください"))
  }

  package static func answerCase(_ text: String) -> Fault {
    Fault(
      "answer-case", "\"\(text)\" was read as ANSWER:", "「\(text)」を ANSWER:として読みました",
      level: .warning)
  }

  package static let questionNotFinished = Fault(
    "question-not-finished", "the question ends before its ANSWER: line", "ANSWER:の行の前に質問が終わっています",
    hint: Reason("end each question with a line like ANSWER: A", "質問の最後に ANSWER: A のような行を書いてください"))

  package static let choiceWithoutQuestion = Fault(
    "choice-without-question", "a choice without a question", "質問文のない選択肢です",
    hint: Reason(
      "put the question's text on the line before its first choice", "最初の選択肢の前の行に質問文を書いてください"))

  package static let answerWithoutQuestion = Fault(
    "answer-without-question", "ANSWER: without a question", "質問文のない ANSWER:です")
}
