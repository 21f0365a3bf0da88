/// Names one record of one kind for ever: it is never given to another record, not even after a
/// delete.
///
/// Permanent identifiers count up from 1. A record that has not been saved yet bears a temporary,
/// negative one, which the save replaces; a temporary identifier is never written to a file.
public struct Identifier<Record>: Hashable, Sendable {
  /// The number that files and listings show.
  public let rawValue: Int64

  /// Wraps a number that came from a file or from a person.
  public init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  /// The identifier of a record that no context knows yet; ``StoreContext/insert(_:)`` replaces it.
  public static var unassigned: Self { Self(rawValue: 0) }

  /// Whether a store has given this identifier.
  public var isPermanent: Bool { rawValue > 0 }

  /// Whether a context gave this identifier until the next save.
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
  /// Reads a number; a negative one is refused, because files hold permanent identifiers only.
  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int64.self)
    if rawValue < 0 {
      throw JSONDecoding.refusal(
        Reason(
          "\(rawValue) is no identifier: they count up from 1",
          "\(rawValue) は識別子ではありません(1 から数えます)"), by: decoder)
    }
  }

  /// Writes the number. A temporary one is refused: a context replaces them before it asks a store to
  /// save.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isTemporary {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription: "it refers to a record that is not saved"))
    }
    try container.encode(rawValue)
  }
}
