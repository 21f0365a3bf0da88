/// Asks the terminal once what nothing else tells: which background it has, and how wide it draws
/// `×`. For the width it draws one at the left and the terminal reports the column of the cursor.
///
/// No code waits for the answers, so a terminal that does not answer costs no time. A late answer
/// still counts.
struct TerminalQuery {
  private(set) var ambiguous: AmbiguousWidth
  private(set) var scheme: ColorScheme
  private var asksWidth: Bool
  private var asksBackground: Bool
  /// Whether the questions have been asked.
  private var isAsked = false
  private var end = Duration.zero

  private static let patience = Duration.milliseconds(100)
  /// Asks for the background (OSC 11 of xterm).
  private static let background = "\u{1B}]11;?\u{1B}\\"
  /// Draws, asks (Device Status Report, ECMA-48 §8.3.35) and erases, before anything else is drawn.
  private static let width = "\r×\u{1B}[6n\r\u{1B}[K"

  /// - Parameters:
  ///   - ambiguous: The width, if it is already known.
  ///   - scheme: The background to assume until the terminal answers.
  ///   - asksWidth: Whether to ask for the width.
  ///   - asksBackground: Whether to ask for the background.
  init(
    ambiguous: AmbiguousWidth = .unknown, scheme: ColorScheme = .dark, asksWidth: Bool = false,
    asksBackground: Bool = false
  ) {
    (self.ambiguous, self.scheme) = (ambiguous, scheme)
    (self.asksWidth, self.asksBackground) = (asksWidth, asksBackground)
  }

  /// When to stop waiting for answers; `nil` when none is awaited.
  var deadline: Duration? { isAsked && (asksWidth || asksBackground) ? end : nil }

  /// The bytes that ask the terminal, at the first call. Later calls return none.
  mutating func questions(at time: Duration) -> [UInt8] {
    guard !isAsked else { return [] }
    isAsked = true
    end = time + Self.patience
    return Array(((asksBackground ? Self.background : "") + (asksWidth ? Self.width : "")).utf8)
  }

  /// Takes a report of the terminal. Returns whether it answers one of the questions.
  mutating func take(_ report: TerminalReport) -> Bool {
    guard isAsked else { return false }
    switch report {
    case .cursor(let cell):
      guard asksWidth, cell.column == 2 || cell.column == 3 else { return false }
      asksWidth = false
      ambiguous = cell.column == 3 ? .wide : .narrow
    case .background(let answer):
      guard asksBackground else { return false }
      asksBackground = false
      scheme = answer ?? scheme
    }
    return true
  }
}
