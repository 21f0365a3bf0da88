import QuizStore

/// A quiz with its answers, in the form that devices exchange. Its questions have keys instead of
/// numbers.
struct ExchangedAttempt: Sendable {
  private let attempt: Attempt
  private let answers: [Answer]
  /// The keys of the questions, in order; `nil` for a question that no longer exists.
  let questions: [String?]

  /// - Parameter questions: the keys of the questions in the order of the quiz; `nil` for a
  ///   question that no longer exists.
  init(_ attempt: Attempt, _ answers: [Answer], questions: [String?]) {
    (self.attempt, self.answers, self.questions) = (attempt, answers, questions)
  }

  /// The records to store in a bank. The identifiers of the answers are not assigned.
  ///
  /// - Parameter question: returns the question with a key.
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
