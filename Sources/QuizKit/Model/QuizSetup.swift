/// What a quiz is made of, fixed when it begins.
public struct QuizSetup: Equatable, Sendable {
  /// What the quiz is called: its deck's name, or empty for the whole bank.
  public var title: String
  /// The questions in the order in which they are asked, with the order of their choices.
  public var items: [QuizItem]
  /// When the player learns what was right.
  public var mode: QuizOptions.Mode
  /// The time for the whole quiz; `nil` for as long as it takes.
  public var time: Duration?
  /// The time for each question; `nil` for as long as it takes.
  public var perQuestion: Duration?

  /// Creates a setup.
  public init(
    title: String, items: [QuizItem], mode: QuizOptions.Mode = .exam, time: Duration? = nil,
    perQuestion: Duration? = nil
  ) {
    self.title = title
    self.items = items
    self.mode = mode
    self.time = time
    self.perQuestion = perQuestion
  }
}
