import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets contenders that run at the same time measure in turn, a few saves each. Contenders to be
/// compared should meet the same conditions, and those of the machine change every other second.
public enum Turns {
  /// The token that a worker writes when it wants a turn, and reads when it may take it.
  public static let token = Data("\n".utf8)

  private static let length = 50

  /// The median of the milliseconds of `count` calls of `body`.
  static func median(_ count: Int, _ body: (Int) throws -> Void) throws -> Double {
    var times: [Double] = []
    for start in stride(from: 0, to: count, by: length) {
      try FileHandle.standardOutput.write(contentsOf: token)
      var byte: UInt8 = 0
      // At the end of the input no other worker wants a turn.
      _ = read(0, &byte, 1)
      for turn in start..<min(start + length, count) {
        times.append(try milliseconds { try body(turn) })
      }
    }
    return StoreBenchKit.median(times)
  }
}
