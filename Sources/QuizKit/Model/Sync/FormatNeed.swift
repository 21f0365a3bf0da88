import QuizExchange

/// The version of the format of shared folders that lines need.
///
/// A program that does not know the version of a file leaves the whole file alone until it is
/// updated. So a file has the lowest version that its lines allow.
enum FormatNeed {
  /// The beginnings of the values that only programs read that know questions of further kinds. The
  /// quotes in them cannot occur in a text, where they are escaped.
  private static let furtherValues =
    QuestionContent.Kind.allCases.filter(\.isNew).map { "\"solution\":{\"\($0.rawValue)\":" }
    + Response.beginningsOfObjects

  /// The lowest version of a file with these lines.
  static func version(of lines: [SyncLine]) -> Int {
    if lines.contains(where: hasFurtherValues) { return DeviceHeader.currentVersion }
    return DeviceHeader.firstKinds.isSuperset(of: lines.lazy.map(\.kind))
      ? DeviceHeader.firstVersion : DeviceHeader.versionOfFurtherKinds
  }

  private static func hasFurtherValues(_ line: SyncLine) -> Bool {
    switch line.kind {
    case Question.entityName:
      line.state.values["content.choices"].map(hasFurtherValues) ?? false
    case Attempt.entityName:
      line.state.values.contains { FieldCoder.isAnswer($0.key) && hasFurtherValues($0.value) }
    default: false
    }
  }

  private static func hasFurtherValues(_ value: String) -> Bool {
    furtherValues.contains { value.utf8.contains($0.utf8) }
  }
}
