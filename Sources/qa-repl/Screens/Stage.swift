import QuizKit

/// How a state appears while it is under way: what stands above the prompt, and what keys mean.
struct Stage {
  /// What it is about. Another subject means that this one is finished and scrolls up.
  var subject: String
  /// Tells questions apart that keys could be meant for; finer than the subject.
  var question: String
  /// Rows that change with the time.
  var status: [String] = []
  /// What is shown in place, below the status; `nil` where the state is printed once instead.
  var body: [String]?
  /// What stands before the text that is typed.
  var label: String
  var shortcuts: [Key: String] = [:]
  var help = ""
  /// What is filled in field by field.
  var form: Form?

  /// What is asked at the bottom.
  func prompt(_ palette: Palette) -> Prompt {
    Prompt(
      id: question, text: label, shortcuts: shortcuts,
      help: help.isEmpty ? [] : [palette.faint(help)])
  }

  /// How a state appears that is printed once, and has no keys of its own.
  init(screen: ScreenName, _ look: Look) {
    subject = screen.rawValue
    question = subject
    label = look.palette.heading("\(screen.rawValue)> ")
  }
}
