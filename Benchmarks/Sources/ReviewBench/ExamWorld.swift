import QuizKit

/// How the memory of simulated candidates works, and how much they have answered.
struct ExamWorld {
  /// What is remembered.
  enum Memory {
    /// Memory follows the formulas.
    case formulas
    /// Each question is known with a chance of its own, up to 0.3 from the ability in its section,
    /// whenever it is asked. Nothing is learned and nothing fades.
    case lasting
  }

  var memory = Memory.formulas
  /// The number of choices; `nil` if answers are typed.
  var choices: Int?
  /// Whether a fifth to all of the questions were studied whenever they were due; otherwise a tenth
  /// to a third of them were answered once or twice.
  var hasManyAnswers = true

  /// The worlds in which the chance of passing has to be right.
  static let all: [ExamWorld] =
    [4, 2, nil].flatMap { choices in
      [true, false].map { ExamWorld(choices: choices, hasManyAnswers: $0) }
    } + [4, nil].map { ExamWorld(memory: .lasting, choices: $0) }

  /// For comparison: where nothing fades, few answers cannot show it.
  static let hard: [ExamWorld] = [4, nil].map {
    ExamWorld(memory: .lasting, choices: $0, hasManyAnswers: false)
  }

  var name: String {
    let memory = memory == .formulas ? "memory as the formulas" : "chances that never fade"
    let choices = choices.map { "\($0) choices" } ?? "typed"
    return "\(memory), \(choices), \(hasManyAnswers ? "many" : "few") answers"
  }

  /// The largest number of answers to a question.
  var mostAnswers: Int { hasManyAnswers ? .max : 2 }
  /// Which part of the questions is answered.
  var asked: ClosedRange<Double> { hasManyAnswers ? 0.2...1 : 0.1...0.33 }
}
