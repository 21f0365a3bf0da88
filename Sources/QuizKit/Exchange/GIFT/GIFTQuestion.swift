/// A GIFT question as it is written, whether a quiz can ask it or not.
struct GIFTQuestion {
  enum Kind: String {
    case single, multi, short, numerical, match, essay, description
    case trueFalse = "truefalse"
  }

  struct Choice {
    var text = ""
    var isMarkedRight = false
    var weight: Double?
    var feedback = ""

    /// Whether this choice alone gives all points.
    var hasFullCredit: Bool { weight.map { $0 == 100 } ?? isMarkedRight }

    /// Whether it gives some of the points.
    var hasPartialCredit: Bool { weight.map { $0 > 0 && $0 < 100 } ?? false }
  }

  var line: Int
  var kind: Kind = .description
  var title: String?
  var category: String?
  var stem = ""
  var format: GIFTFormat = .moodle
  var choices: [Choice] = []
  /// The place of the right choice for the kinds that have one.
  var correct: Int?
  var commentary = ""
  var tags: [String] = []
  var externalID: String?
}
