import QuizKit

/// How a state appears at a live terminal: what is above the prompt, and what the keys do.
struct Stage {
  /// Identifies what the stage is about. When the subject changes, the old stage is finished and
  /// scrolls up.
  var subject: String
  /// Identifies what a key press answers. It changes more often than the subject.
  var question: String
  /// Rows above the prompt, such as progress and remaining time.
  var status: [String] = []
  /// The rows redrawn in place, below the status; `nil` when the state is printed once instead.
  var body: [String]?
  /// The prompt before the typed text.
  var label: String
  var shortcuts: [Key: String] = [:]
  /// The keys that answer the question, or have just answered the one before. They count only once
  /// the stage has been on the screen for a moment.
  var answerKeys: Set<Key> = []
  var help = ""
  /// The form to fill in, if there is one.
  var form: Form?

  /// The stage of a state that is printed once and has no keys of its own.
  init(screen: ScreenName, _ look: Look) {
    subject = screen.rawValue
    question = subject
    label = look.palette.heading(look.strings.name(of: screen) + "> ")
  }
}
