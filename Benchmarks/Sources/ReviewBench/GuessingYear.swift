import QuizKit

/// A year of reviews of many questions by a learner whose memory follows the formulas, and who guesses what he does not know.
struct GuessingYear {
  /// Who decides when a question comes back.
  enum Scheduler {
    /// The formulas, told how many choices there are, or not.
    case formulas(isCorrected: Bool)
    /// Five boxes with intervals that double; a mistake leads back to the first.
    case boxes
  }

  static let questions = 4000
  static let days = 365
  static let target = 0.9

  private var random = SplitMix64(seed: 20)
  private var asked = 0
  private var known = 0
  private var answers = 0
  /// The sum of the chances of recall at the end of the year.
  private var knownAtEnd = 0.0

  init(choices: Int?, _ scheduler: Scheduler) {
    for _ in 0..<Self.questions { play(choices, scheduler) }
  }

  /// The share of what was really known when it was asked again.
  var knownWhenAsked: Double { Double(known) / Double(asked) }
  var answersPerQuestion: Double { Double(answers) / Double(Self.questions) }
  /// The share of the questions that is known at the end.
  var knownShareAtEnd: Double { knownAtEnd / Double(Self.questions) }

  private mutating func play(_ choices: Int?, _ scheduler: Scheduler) {
    let formulas = FSRS()
    var (memory, state): (MemoryState?, MemoryState?) = (nil, nil)
    var (last, box, day) = (0, 0, 0)
    while day < Self.days {
      let recall = memory.map { formulas.recall(after: day - last, stability: $0.stability) }
      let isKnown = chance(recall ?? 0.5)
      let isRight = isKnown || choices.map { chance(1 / Double($0)) } ?? false
      answers += 1
      if memory != nil {
        asked += 1
        known += isKnown ? 1 : 0
      }
      memory = Self.next(
        memory, formulas, isRight: isKnown, days: day - last, Guessing(choices: nil))
      switch scheduler {
      case .formulas(let isCorrected):
        let next = Self.next(
          state, formulas, isRight: isRight, days: day - last,
          Guessing(choices: isCorrected ? choices : nil))
        (state, last) = (next, day)
        day += formulas.interval(for: Self.target, stability: next.stability)
      case .boxes:
        box = isRight && state != nil ? min(box + 1, 4) : 0
        (state, last) = (memory, day)
        day += 1 << box
      }
    }
    if let memory {
      knownAtEnd += formulas.recall(after: Self.days - last, stability: memory.stability)
    }
  }

  private static func next(
    _ state: MemoryState?, _ formulas: FSRS, isRight: Bool, days: Int, _ guessing: Guessing
  ) -> MemoryState {
    guard let state else { return formulas.first(isRight: isRight, guessing) }
    return formulas.next(
      state, isRight: isRight, days: days,
      recall: formulas.recall(after: days, stability: state.stability), guessing)
  }

  private mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < probability
  }
}
