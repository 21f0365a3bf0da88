import Foundation
import QuizSupport

/// The identity of a device in a shared folder. It is random and never changes, while the device's
/// name may change.
package struct DeviceIdentity: Hashable, Sendable {
  /// The number of hexadecimal digits in ``text``.
  static let digits = 16

  private let number: UInt64

  /// Creates an identity from a random number.
  init(_ number: UInt64) {
    self.number = number
  }

  /// Reads the name of a device's folder; `nil` unless it has sixteen hexadecimal digits in lower
  /// case.
  init?(_ text: some StringProtocol) {
    let isHexadecimal = text.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    guard text.utf8.count == Self.digits, isHexadecimal, let number = UInt64(text, radix: 16)
    else { return nil }
    self.number = number
  }

  /// Sixteen hexadecimal digits, which also name the device's folder.
  var text: String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: Self.digits - text.count) + text
  }
}

extension DeviceIdentity: Comparable {
  /// An order that is the same on all devices.
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension DeviceIdentity: Codable {
  /// Reads the sixteen digits.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let identity = Self(text) else {
      throw JSONDecoding.refusal(
        Reason(
          "a device has sixteen hexadecimal digits in lower case", "デバイスの識別子は 16 桁の 16 進数(小文字)です"),
        by: decoder)
    }
    self = identity
  }

  /// Writes the sixteen digits.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
