/// Says what is wrong: the one way to wherever a person reads it, so that whatever stands in an
/// option, a name or a file can be seen and does nothing.
struct Diagnostics {
  /// How bad it is.
  enum Level: String {
    /// Something was not done.
    case error
    /// Something is to be known.
    case warning
  }

  private let sink: any TextSink

  init(_ sink: any TextSink) {
    self.sink = sink
  }

  /// Writes `PLACE: LEVEL[CODE]: TEXT`.
  func write(_ level: Level, _ code: String, at place: String?, _ text: String) {
    write(["\((place.map { "\($0): " } ?? "") + level.rawValue)[\(code)]: \(text)"])
  }

  /// Writes lines, all in one piece.
  func write(_ lines: [String]) {
    if !lines.isEmpty { sink.write(lines.map { $0.disclosedLine + "\n" }.joined()) }
  }
}
