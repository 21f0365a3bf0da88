import QuizSupport

/// The progress of a running import.
public struct ImportStatus: Encodable, Equatable, Sendable {
  /// The file being read, as the user named it.
  public var file: String
  /// The number of that file, from 1.
  public var number: Int
  /// How many files there are.
  public var files: Int
  /// How much of the file has been read, in percent of its bytes.
  @Share public var progress: Int
  /// The reading speed in thousands of bytes per second; `nil` while unknown.
  @Nullable public var kilobytesPerSecond: Int?
  /// The time left for this file in whole seconds, rounded up; `nil` while unknown.
  @Nullable public var remaining: Int?
}

extension ImportStatus {
  /// Creates the status at `elapsed` after the file was opened.
  init(_ progress: ImportReading.Progress, paths: [String], elapsed: Duration) {
    file = paths[progress.number - 1]
    number = progress.number
    files = paths.count
    let percent =
      progress.totalBytes == 0 ? 100 : progress.completedBytes * 100 / progress.totalBytes
    self.progress = percent
    let milliseconds = elapsed.wholeMilliseconds
    // The first bytes say little: there may be a heading before the first question.
    guard milliseconds > 0, percent > 0 else {
      (kilobytesPerSecond, remaining) = (nil, nil)
      return
    }
    kilobytesPerSecond = progress.completedBytes / milliseconds
    let left = progress.totalBytes - progress.completedBytes
    remaining = (left * milliseconds / progress.completedBytes + 999) / 1000
  }
}
