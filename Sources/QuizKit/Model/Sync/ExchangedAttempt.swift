import QuizStore

/// A quiz with its answers, as devices exchange it: its questions have keys instead of numbers.
struct ExchangedAttempt: Sendable {
  private let attempt: Attempt
  private let answers: [Answer]
  /// The keys of the questions, in order; `nil` for one that is gone.
  let questions: [String?]

  /// - Parameter questions: the keys of the questions in the order of the quiz; `nil` for one that is
  ///   gone.
  init(_ attempt: Attempt, _ answers: [Answer], questions: [String?]) {
    (self.attempt, self.answers, self.questions) = (attempt, answers, questions)
  }

  /// The records for a bank. The identifiers of the answers are not assigned.
  ///
  /// - Parameter question: the question with a key.
  func records(
    at id: Identifier<Attempt>, _ question: (String) -> Identifier<Question>
  ) -> (Attempt, [Answer]) {
    var (attempt, answers) = (attempt, answers)
    attempt.id = id
    for (index, key) in questions.enumerated() {
      attempt.items[index].questionID = key.map(question) ?? .unassigned
    }
    for index in answers.indices {
      answers[index].attemptID = id
      answers[index].questionID = attempt.items[answers[index].position].questionID
    }
    return (attempt, answers)
  }
}
