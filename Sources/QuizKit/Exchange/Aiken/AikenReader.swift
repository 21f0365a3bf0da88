import QuizSupport

/// Reads Aiken, <https://docs.moodle.org/en/Aiken_format>: a stem, lettered choices, `ANSWER: B`.
struct AikenReader: QuestionReader {
  static let formatName = "Aiken"

  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try source.withBytes { (bytes) throws(ReadingCancelled) in
      var lines = LineScanner(bytes)
      var reading = AikenReading(collector)
      while let line = lines.next() {
        reading.take(AikenLine(lines.text(line)), on: line.number)
        try collector.advance(throughLinesTo: lines.index, of: bytes.count)
      }
      reading.finish()
    }
  }
}

/// A classified line of an Aiken file.
enum AikenLine {
  case blank
  case choice(letter: Character, text: String)
  /// The text after the colon. `isExact` is false if the line does not begin with `ANSWER:`,
  /// because the word is not in capitals or blanks precede the colon.
  case answer(String, isExact: Bool)
  case text(String)

  init(_ line: String) {
    if line.isEmpty {
      self = .blank
    } else if let choice = Self.choice(line) {
      self = choice
    } else if line.prefix(6).uppercased() == "ANSWER",
      let colon = line.dropFirst(6).firstIndex(where: { $0 != " " }), line[colon] == ":"
    {
      let key = FieldText.make(String(line[line.index(after: colon)...]))
      self = .answer(key, isExact: line.hasPrefix("ANSWER:"))
    } else {
      self = .text(line)
    }
  }

  private static func choice(_ line: String) -> AikenLine? {
    let bytes = line.utf8
    guard let first = bytes.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      let second = bytes.dropFirst().first,
      second == UInt8(ascii: ".") || second == UInt8(ascii: ")")
    else { return nil }
    return .choice(
      letter: Character(Unicode.Scalar(first)),
      text: FieldText.make(String(line.unicodeScalars.dropFirst(2))))
  }
}
