import QuizSupport

/// Identifies one record of one kind forever. An identifier is never reused, not even after a
/// delete.
///
/// Permanent identifiers count up from 1. An unsaved record has a temporary, negative identifier,
/// which the save replaces. Temporary identifiers are never written to a file.
public struct Identifier<Record>: Hashable, Sendable {
  /// The number in files and listings.
  public let rawValue: Int64

  /// Wraps a number from a file or from a person.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The identifier of a record that is in no context yet; ``StoreContext/insert(_:)`` replaces it.
  public static var unassigned: Self { Self(rawValue: 0) }

  /// Whether a store gave this identifier.
  public var isPermanent: Bool { rawValue > 0 }

  /// Whether a context gave this identifier for the time until the next save.
  public var isTemporary: Bool { rawValue < 0 }
}

extension Identifier: Comparable {
  /// Older records come first.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Identifier: CustomStringConvertible {
  /// The number, as listings show it.
  public var description: String { String(rawValue) }
}

extension Identifier: Codable {
  /// Reads a number. Throws for a negative one, because files contain permanent identifiers only.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int64.self)
    if rawValue > JSONTape.largestCount {
      throw JSONDecoding.refusal(
        Reason(
          "\(rawValue) is too large for an identifier", "\(rawValue) は識別子として大きすぎます"),
        by: decoder)
    }
    if rawValue < 0 {
      throw JSONDecoding.refusal(
        Reason(
          "\(rawValue) is not an identifier: they count up from 1",
          "識別子は 1 以上の整数です(\(rawValue) は使えません)"), by: decoder)
    }
  }

  /// Writes the number. Throws for a temporary identifier: a context must replace it before it asks
  /// a store to save.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isTemporary {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "it refers to a record that is not saved"))
    }
    if rawValue > JSONTape.largestCount {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "no number is left for the record"))
    }
    try container.encode(rawValue)
  }
}
