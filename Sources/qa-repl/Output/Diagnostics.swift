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
  private let namesCodes: Bool

  /// - Parameters:
  ///   - columns: The widest line in terminal cells; `nil` when lines must not be wrapped.
  ///   - namesCodes: Whether lines have the level and the code, which scripts read. A person at a
  ///     live terminal reads the sentence alone.
  init(_ sink: any TextSink, columns: Int? = nil, namesCodes: Bool = true) {
    (self.sink, self.columns, self.namesCodes) = (sink, columns, namesCodes)
  }

  /// Prints one line, `PLACE: LEVEL[CODE]: TEXT`, or `PLACE: TEXT` for a person.
  func write(_ level: Level, _ code: String, at place: String?, _ text: String) {
    let kind = namesCodes ? "\(level.rawValue)[\(code)]: " : ""
    write([(place.map { "\($0): " } ?? "") + kind + text])
  }

  /// Prints lines in a single write.
  func write(_ lines: [String]) {
    let shown = lines.map(\.disclosedLine).flatMap { line in
      columns.map { line.wrapped(to: max($0, 10), indent: 2) } ?? [line]
    }
    if !shown.isEmpty { sink.write(shown.map { $0 + "\n" }.joined()) }
  }
}
