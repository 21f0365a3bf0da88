/// Reads the questions of one format.
///
/// A reader never fails: what it cannot read it reports and goes on behind it. It has no state, so one
/// value may read several files at once on several threads.
public protocol QuestionReader: Sendable {
  /// Reads a whole text.
  ///
  /// - Parameters:
  ///   - source: The decoded text.
  ///   - options: What a person may say about the file.
  ///   - intake: Takes the questions and the problems in the order of the file.
  /// - Throws: ``ReadingCancelled`` as soon as the intake's progress closure asks to stop.
  func read(
    _ source: SourceText, options: ReadingOptions, into intake: Intake
  ) throws(ReadingCancelled)
}

/// The reading was stopped from outside; what was read so far is to be dropped.
public struct ReadingCancelled: Error {
  /// Creates the error.
  public init() {}
}

/// How far a reading has come.
public struct ReadingProgress: Hashable, Sendable {
  /// Bytes of decoded text that are done.
  public var completedBytes: Int
  /// Bytes of decoded text in all.
  public var totalBytes: Int
}
