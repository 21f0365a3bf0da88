/// Writes records as JSON, with the identifiers that a save replaces.
final class RecordEncoder {
  private let encoder: JSONTextEncoder
  private let identifiers = ReplacedIdentifiers()

  /// - Parameter forPeople: one field a line, two blanks for each level, dates as calendars show
  ///   them; otherwise no blanks, and dates as seconds since 2001.
  /// - Parameter indentation: how many levels deep the text will stand.
  init(forPeople: Bool = false, indentation: Int = 0) {
    encoder = JSONTextEncoder(
      forPeople ? .spacedLines : .compact, indentation: indentation,
      dates: forPeople ? .texts : .numbers)
    if let key = ReplacedIdentifiers.key { encoder.userInfo[key] = identifiers }
  }

  /// Writes a record on one line without blanks, its dates as calendars show them.
  init(readableDates: Bool) {
    encoder = JSONTextEncoder(.compact, dates: readableDates ? .texts : .numbers)
    if let key = ReplacedIdentifiers.key { encoder.userInfo[key] = identifiers }
  }

  /// What replaces temporary identifiers.
  var replacements: IdentifierReplacements {
    get { identifiers.replacements }
    set { identifiers.replacements = newValue }
  }

  /// Those of saves before, which a record may still name by its temporary identifier.
  var earlierReplacements: IdentifierReplacements {
    get { identifiers.earlier }
    set { identifiers.earlier = newValue }
  }

  /// Whether the record encoded last has an identifier that was replaced.
  var didReplace: Bool { identifiers.wasUsed }

  /// Appends the text of `record` to `bytes`.
  func encode<R: StoredRecord>(_ record: R, to bytes: inout [UInt8]) throws(StoreError) {
    identifiers.wasUsed = false
    do {
      try encoder.encode(record, to: &bytes)
    } catch let EncodingError.invalidValue(_, context) {
      // The value itself is left out: the description of a date that is not finite traps.
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue,
        reason: Reason(verbatim: context.debugDescription))
    } catch {
      throw StoreError.invalidRecord(
        entity: R.entityName, id: record.id.rawValue, reason: Reason(verbatim: "\(error)"))
    }
  }
}

/// What an identifier finds in the `userInfo` of an encoder that may write temporary ones.
final class ReplacedIdentifiers {
  fileprivate static let key = CodingUserInfoKey(rawValue: "qa-repl.replaced-identifiers")

  fileprivate var replacements = IdentifierReplacements()
  fileprivate var earlier = IdentifierReplacements()
  fileprivate var wasUsed = false

  /// Those of an encoder; `nil` where it may write permanent identifiers only.
  static func find(in encoder: any Encoder) -> ReplacedIdentifiers? {
    key.flatMap { encoder.userInfo[$0] } as? ReplacedIdentifiers
  }

  /// The permanent number for `temporary`, or `nil`.
  func permanent(for temporary: Int64) -> Int64? {
    let found =
      replacements.permanent(for: temporary) ?? earlier.permanent(for: temporary)
    if found != nil { wasUsed = true }
    return found
  }
}
