/// Colours by meaning. The text never relies on colour alone.
struct Palette: Equatable {
  /// The meaning of a piece of text for its reader.
  enum Role: Equatable, CaseIterable {
    /// Text that is read first.
    case heading
    /// Parts that draw the eye: the bar, the points of a chart.
    case accent
    /// The player's choice, or the row that a key takes.
    case chosen
    case right, wrong
    /// The remaining time.
    case time
    /// Anything that needs attention, such as little time or a mark.
    case warning
    /// Less important text.
    case faint
    /// The current effects of the keys.
    case hint
    /// Code within a sentence, set apart as manuals do it.
    case code
    /// The parts of code that has a language.
    case keyword, string, comment, number
    /// The address of a link, behind its text.
    case address
    /// Text that has been crossed out.
    case struck
    /// Text that has a line below it.
    case underlined
  }

  var depth = ColorDepth.none
  /// The background on which the colours have to be read.
  var scheme = ColorScheme.dark

  func heading(_ text: String) -> String { painted(text, .heading) }
  func accent(_ text: String) -> String { painted(text, .accent) }
  func chosen(_ text: String) -> String { painted(text, .chosen) }
  func right(_ text: String) -> String { painted(text, .right) }
  func wrong(_ text: String) -> String { painted(text, .wrong) }
  /// The remaining time. Little time needs attention.
  func time(_ text: String, seconds: Int) -> String {
    painted(text, seconds < 10 ? .warning : .time)
  }
  func warning(_ text: String) -> String { painted(text, .warning) }
  func faint(_ text: String) -> String { painted(text, .faint) }
  func hint(_ text: String) -> String { painted(text, .hint) }
  func code(_ text: String) -> String { painted(text, .code) }

  /// The text in the style of its role. A style inside the text ends and then this style goes on.
  /// Each line has the style by itself.
  func painted(_ text: String, _ role: Role) -> String {
    let start = start(of: role)
    if start.isEmpty { return text }
    if !text.utf8.contains(where: { $0 == 0x1B || $0 == 0x0A }) {
      return text.isEmpty ? "" : start + text + Self.end
    }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.isEmpty ? "" : start + line.replacing(Self.end, with: Self.end + start) + Self.end
    }.joined(separator: "\n").replacing(start + Self.end, with: "")
  }

  /// The escape sequences before and after a text that has all of these roles. The text must have no
  /// style and no line break of its own.
  func ends(of roles: [Role]) -> (start: String, end: String) {
    let start = roles.map(start).joined()
    return (start, start.isEmpty ? "" : Self.end)
  }

  private func start(of role: Role) -> String {
    Style(role).parameters(depth, scheme).map { "\u{1B}[\($0)m" } ?? ""
  }

  private static let end = "\u{1B}[0m"
}
