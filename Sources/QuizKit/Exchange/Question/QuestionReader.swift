/// Reads the questions of one format.
///
/// A reader never fails: it reports what it cannot read and continues after it. It has no state, so
/// one value may read several files on several threads at once.
package protocol QuestionReader: Sendable {
  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - source: The decoded text.
  ///   - collector: Receives the questions and problems in file order. It has the user's settings.
  /// - Throws: ``ReadingCancelled`` as soon as the collector stops the reading.
  func read(_ source: SourceText, into collector: QuestionCollector) throws(ReadingCancelled)

  /// Reads a whole text with what was found in it when its format was guessed. Only a reader that
  /// surveys a text before it reads it has a use for that.
  func read(_ clues: FormatClues, into collector: QuestionCollector) throws(ReadingCancelled)
}

extension QuestionReader {
  package func read(
    _ clues: FormatClues, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try read(clues.source, into: collector)
  }
}

/// The reading was stopped early. Discard what was read so far.
public struct ReadingCancelled: Error {
  /// Creates the error.
  package init() {}
}

/// The progress of reading a file.
public struct ReadingProgress: Hashable, Sendable {
  /// The number of bytes of decoded text read so far.
  package var completedBytes: Int
  /// The total number of bytes of decoded text.
  package var totalBytes: Int
}

extension SourceText {
  /// Stops the reading if a line exceeds the maximum size of a question.
  func requireLines(in collector: QuestionCollector) throws(ReadingCancelled) {
    // A fast path: most files are smaller than the limit.
    guard bytes.count > collector.maximumBytes else { return }
    try withBytes { (bytes) throws(ReadingCancelled) in
      var lines = LineScanner(bytes)
      while let line = lines.next() { try collector.require(line.range) }
    }
  }
}

/// A way to recognise a format by the contents of a file.
struct Recognition: Sendable {
  /// A kind of sign by which a format is recognised. Earlier cases take precedence over later ones.
  enum Sign: Int, CaseIterable, Comparable {
    /// A member or an element that only documents of this format have.
    case member
    /// Any document of its language.
    case document
    /// A line that only this format has.
    case line
    /// Marks inside of lines.
    case marks
    /// Several kinds of lines together.
    case shape
    /// Lines that a survey of the whole text finds to be questions.
    case survey
    /// Lines with the same number of columns.
    case columns

    static func < (one: Sign, other: Sign) -> Bool { one.rawValue < other.rawValue }
  }

  let sign: Sign
  let isFound: @Sendable (FormatClues) -> Bool

  /// - Parameter isFound: whether the contents have the sign.
  init(by sign: Sign, _ isFound: @escaping @Sendable (FormatClues) -> Bool) {
    (self.sign, self.isFound) = (sign, isFound)
  }
}

/// The contents of a file whose format is to be recognised. What is found in them is kept.
package final class FormatClues {
  /// How many bytes at the beginning of a file are examined.
  private static let window = 262_144

  let source: SourceText
  /// The beginning of the text.
  private(set) lazy var head = String(decoding: source.bytes.prefix(Self.window), as: UTF8.self)
  /// The lines of ``head`` that are not blank.
  private(set) lazy var lines: [Substring] = head.split(separator: "\n")
    .filter { !Self.withoutIndentation($0).isEmpty }
  /// The same lines without the blanks before them.
  private(set) lazy var trimmedLines: [Substring] = lines.map(Self.withoutIndentation)
  /// The findings of a format in the whole text, kept for its reader.
  var found: Any?
  /// Whether lines begin with the first two letters of a list. Most texts are not surveyed then.
  private(set) lazy var mayHaveLetteredChoices =
    trimmedLines.contains { Self.isLabelled($0, "A", "a") }
    && trimmedLines.contains { Self.isLabelled($0, "B", "b") }

  init(_ source: SourceText) { self.source = source }

  private static func isLabelled(_ line: Substring, _ capital: Character, _ small: Character)
    -> Bool
  {
    let text = line.drop { $0 == "(" || $0 == "*" || $0 == "-" || $0 == " " }
    guard let letter = text.first, letter == capital || letter == small,
      let mark = text.dropFirst().first
    else { return false }
    return mark == "." || mark == ")" || mark == "*"
  }

  private static func withoutIndentation(_ line: Substring) -> Substring {
    line.drop { $0 == " " || $0 == "\t" }
  }
}
