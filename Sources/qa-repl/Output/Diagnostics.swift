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
  private let columns: Int?

  /// - Parameter columns: The widest line in terminal cells; `nil` when lines must not be wrapped.
  init(_ sink: any TextSink, columns: Int? = nil) {
    (self.sink, self.columns) = (sink, columns)
  }

  /// Prints one line, `PLACE: LEVEL[CODE]: TEXT`.
  func write(_ level: Level, _ code: String, at place: String?, _ text: String) {
    write(["\((place.map { "\($0): " } ?? "") + level.rawValue)[\(code)]: \(text)"])
  }

  /// Prints lines in a single write.
  func write(_ lines: [String]) {
    let shown = lines.map(\.disclosedLine).flatMap { line in
      columns.map { line.wrapped(to: max($0, 10), indent: 2) } ?? [line]
    }
    if !shown.isEmpty { sink.write(shown.map { $0 + "\n" }.joined()) }
  }
}
