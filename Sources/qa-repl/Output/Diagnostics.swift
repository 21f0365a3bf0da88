/// Prints errors and warnings for people. This is the only way to do so, so that control characters
/// in an option, a name or a file are made visible and have no effect.
struct Diagnostics {
  /// The severity.
  enum Level: String {
    /// Something failed.
    case error
    /// Something the user should know.
    case warning
  }

  private let sink: any TextSink

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  /// Prints one line, `PLACE: LEVEL[CODE]: TEXT`.
  func write(_ level: Level, _ code: String, at place: String?, _ text: String) {
    write(["\((place.map { "\($0): " } ?? "") + level.rawValue)[\(code)]: \(text)"])
  }

  /// Prints lines in a single write.
  func write(_ lines: [String]) {
    if !lines.isEmpty { sink.write(lines.map { $0.disclosedLine + "\n" }.joined()) }
  }
}
