import QuizExchange

/// The codes that the sources declare: `Message("code", …)` and `Fault("code", …)`.
struct DeclaredCodes {
  /// Each code with what declares it: `Fault.hidden`, `FormProblem.message`.
  let declarations: [String: Set<String>]

  /// The codes with which a store reports that a part of the program broke a rule of another one.
  /// No user can have caused it.
  static let contradictions: Set<String> = [
    "invalid-record", "already-exists", "duplicate-key", "dangling-reference",
  ]

  private static let reading = Result { try DeclaredCodes() }

  /// The codes of today's sources, which are read once.
  static func read() throws -> DeclaredCodes { try reading.get() }

  private init() throws {
    var declared: [String: Set<String>] = [:]
    for source in try SourceCode.all() {
      for match in source.text.matches(of: /\b(?:Message|Fault)\(\s*"([a-z0-9-]+)"/) {
        let line = source.text[..<match.range.lowerBound].count { $0 == "\n" }
        declared[String(match.1), default: []].insert(source.declaration(around: line))
      }
      // One declaration stands for everything that a format may not be able to hold.
      if source.text.contains(#""\(feature.rawValue)-lost""#) {
        for feature in QuestionFormat.Feature.allCases {
          declared["\(feature.rawValue)-lost", default: []].insert("Fault.lost")
        }
      }
    }
    declarations = declared
  }

  /// Whether a code is declared. The code for unexpected errors does not count.
  func contains(_ code: String) -> Bool {
    code != "unexpected" && declarations[code] != nil
  }
}
