/// Asks the terminal once how wide it draws `×`: it draws one at the left and reports the column of
/// the cursor.
///
/// No code waits for the answer, so a terminal that does not answer costs no time.
struct WidthQuery {
  private(set) var ambiguous: AmbiguousWidth
  /// The time until which an answer may arrive; `nil` when none is awaited.
  private(set) var deadline: Duration?
  private var isAsking: Bool

  private static let patience = Duration.milliseconds(100)
  /// Draws, asks (Device Status Report, ECMA-48 §8.3.35) and erases, before anything else is drawn.
  private static let bytes = Array("\r×\u{1B}[6n\r\u{1B}[K".utf8)

  /// - Parameters:
  ///   - ambiguous: The width, if it is already known.
  ///   - isAsking: Whether to ask the terminal.
  init(ambiguous: AmbiguousWidth = .unknown, isAsking: Bool = false) {
    self.ambiguous = ambiguous
    self.isAsking = isAsking
  }

  /// The bytes that ask the terminal, at the first call. Later calls return none.
  mutating func question(at time: Duration) -> [UInt8] {
    guard isAsking else { return [] }
    isAsking = false
    deadline = time + Self.patience
    return Self.bytes
  }

  /// Takes a report of the cursor. Returns whether it is the answer.
  mutating func take(cursorColumn: Int) -> Bool {
    guard deadline != nil, cursorColumn == 2 || cursorColumn == 3 else { return false }
    deadline = nil
    ambiguous = cursorColumn == 3 ? .wide : .narrow
    return true
  }
}
