@testable import QuizKit
@testable import QuizSupport

/// A device without a user, with a wildly wrong clock. It repeats lines that others have written,
/// with times that are often at the ends of the range of clocks.
struct StrangeDevice {
  private static let identity = "00000000000000ff"
  static let path = "\(SimulatedDevice.folder)/\(identity)/\(DeviceFile.name)"
  /// The first and the last milliseconds of clocks and of dates, with their neighbours.
  private static let times: [Int64] = [
    0, 221_845_391_999_999, 221_845_392_000_000, 253_402_300_799_999, 253_402_300_800_000,
  ]
  private static let counters = [0, 999_999_998, 999_999_999]

  /// The bytes of its file.
  private(set) var bytes: [UInt8]

  init?() {
    guard let identity = DeviceIdentity(Substring(Self.identity)) else { return nil }
    bytes = DeviceHeader(device: identity, name: "strange", generation: 1).bytes
  }

  /// Repeats one line of another device's file with another time.
  mutating func repeatLine(of file: [UInt8], chance: UInt64) {
    var random = SplitMix64(seed: chance)
    let lines = file.split(separator: UInt8(ascii: "\n")).dropFirst()
    guard let line = lines.randomElement(using: &random) else { return }
    let text = String(decoding: line, as: UTF8.self)
    guard let clock = text.matches(of: /\d+\.\d+\.[0-9a-f]{16}/).randomElement(using: &random)
    else { return }
    let time = Self.times.randomElement(using: &random) ?? 0
    let counter = Self.counters.randomElement(using: &random) ?? 0
    let strange = text.replacingCharacters(
      in: clock.range, with: "\(time).\(counter).\(Self.identity)")
    bytes += Array(strange.utf8) + [UInt8(ascii: "\n")]
  }
}
