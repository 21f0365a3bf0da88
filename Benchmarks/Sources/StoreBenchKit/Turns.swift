import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets contenders that run side by side measure by turns, a few saves each: what is compared is to
/// meet the same machine, and that is another one every other second.
public enum Turns {
  /// What a worker writes when it wants a turn, and reads when it may take it.
  public static let token = Data("\n".utf8)

  private static let length = 50

  /// The median of the milliseconds of `count` calls of `body`.
  static func median(_ count: Int, _ body: (Int) throws -> Void) throws -> Double {
    var times: [Double] = []
    for start in stride(from: 0, to: count, by: length) {
      try FileHandle.standardOutput.write(contentsOf: token)
      var byte: UInt8 = 0
      // At the end of the input nobody else wants a turn.
      _ = read(0, &byte, 1)
      for turn in start..<min(start + length, count) {
        times.append(try milliseconds { try body(turn) })
      }
    }
    return StoreBenchKit.median(times)
  }
}
