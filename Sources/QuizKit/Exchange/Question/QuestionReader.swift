/// Reads the questions of one format.
///
/// A reader never fails: it reports what it cannot read and continues after it. It has no state, so
/// one value may read several files on several threads at once.
package protocol QuestionReader: Sendable {
  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - source: The decoded text.
  ///   - options: The user's settings for this file.
  ///   - collector: Receives the questions and problems in file order.
  /// - Throws: ``ReadingCancelled`` as soon as the collector stops the reading.
  func read(
    _ source: SourceText, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled)

  /// Reads a whole text with what was found in it when its format was guessed. Only a reader that
  /// surveys a text before it reads it has a use for that.
  func read(
    _ clues: FormatClues, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled)
}

extension QuestionReader {
  package func read(
    _ clues: FormatClues, options: ReadingOptions, into collector: QuestionCollector
  ) throws(ReadingCancelled) {
    try read(clues.source, options: options, into: collector)
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
