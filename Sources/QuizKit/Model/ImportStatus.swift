/// An import that is under way, for those who wait for it.
public struct ImportStatus: Encodable, Equatable, Sendable {
  /// The file that is being read, as it was named.
  public var file: String
  /// Its number, from 1.
  public var number: Int
  /// How many files there are.
  public var files: Int
  /// How many of the file's bytes are done, in hundredths.
  public var percent: Int
  /// Thousands of bytes that are read in a second; `nil` while that cannot be told.
  @Nullable public var kilobytesPerSecond: Int?
  /// Whole seconds that this file still takes, rounded up; `nil` while that cannot be told.
  @Nullable public var secondsLeft: Int?
}

extension ImportStatus {
  /// The status after `elapsed` since the file was begun.
  init(_ progress: ImportReading.Progress, paths: [String], elapsed: Duration) {
    file = paths[progress.number - 1]
    number = progress.number
    files = paths.count
    percent = progress.totalBytes == 0 ? 100 : progress.completedBytes * 100 / progress.totalBytes
    let milliseconds = elapsed.wholeMilliseconds
    guard milliseconds > 0, progress.completedBytes > 0 else {
      (kilobytesPerSecond, secondsLeft) = (nil, nil)
      return
    }
    kilobytesPerSecond = progress.completedBytes / milliseconds
    let left = progress.totalBytes - progress.completedBytes
    secondsLeft = (left * milliseconds / progress.completedBytes + 999) / 1000
  }
}
