/// A GIFT question of any kind, including those that a quiz cannot ask.
struct GIFTQuestion {
  enum Kind: String {
    case single, multi, short, numerical, match, gaps, essay, description
    case trueFalse = "truefalse"
  }

  struct Choice {
    var text = ""
    var isMarkedRight = false
    /// The weight of the choice in the file, from -1 to 1.
    var weight: Double?
    var feedback = ""

    /// Whether this choice alone earns full credit.
    var hasFullCredit: Bool { weight.map { $0 == 1 } ?? isMarkedRight }

    /// Whether this choice earns partial credit.
    var hasPartialCredit: Bool { weight.map { $0 > 0 && $0 < 1 } ?? false }
  }

  var line: Int
  var kind: Kind = .description
  var title: String?
  var category: String?
  var stem = ""
  var format: GIFTFormat = .moodle
  var choices: [Choice] = []
  /// The index of the right choice, for kinds that have one.
  var correct: Int?
  /// The solution, for the other kinds that a quiz can ask.
  var solution: Solution?
  var commentary = ""
  var tags: [String] = []
  var externalID: String?
}
