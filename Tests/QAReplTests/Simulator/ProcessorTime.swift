import Foundation

/// The time that the processors have worked for this process.
enum ProcessorTime {
  /// The time in seconds.
  static var now: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
