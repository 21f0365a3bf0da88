import QuizSupport

/// One line of a device's file, with the state of one record as the device knows it.
///
/// ```
/// {"question":"KEY","base":CLOCK,"clocks":{"content.text":CLOCK},"fields":{"content.text":"…"}}
/// ```
///
/// Each line has all fields of its record, so it can be understood without the lines before it.
struct SyncLine: Equatable, Sendable {
  /// The maximum number of bytes in a line.
  static let mostBytes = 16 << 20
  /// The maximum number of characters in a key or in the name of a field.
  static let mostCharacters = 100
  /// The maximum number of fields in a record.
  static let mostFields = 100_000

  /// The kind of record.
  var kind: String
  /// The key that identifies the record on all devices.
  var key: String
  /// The state of the record.
  var state: RecordState
}

extension SyncLine {
  /// The text with the line break at its end.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.beginMember(kind)
      writer.append(quoted: key)
      writer.beginMember("base")
      writer.append(quoted: state.base.text)
      if !state.clocks.isEmpty {
        writer.beginMember("clocks")
        writer.object { writer in
          for (name, clock) in state.clocks.sorted(by: { $0.key < $1.key }) {
            writer.beginMember(name)
            writer.append(quoted: clock.text)
          }
        }
      }
      for (name, clock) in [("back", state.back), ("gone", state.gone)] {
        guard let clock else { continue }
        writer.beginMember(name)
        writer.append(quoted: clock.text)
      }
      writer.beginMember("fields")
      writer.object { writer in
        for (name, value) in state.values.sorted(by: { $0.key < $1.key }) {
          writer.beginMember(name)
          writer.append(Array(value.utf8))
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Reads the line on `tape`.
  ///
  /// - Throws: a fault when the line is JSON but breaks a rule of the format.
  init(_ tape: JSONTape) throws(JSONFault) {
    var (kind, key): (String?, String?)
    var base: HybridClock?
    var clocks: [String: HybridClock] = [:]
    var (back, gone): (HybridClock?, HybridClock?)
    var values: [String: String]?
    for (name, value) in try tape.members(at: 0) {
      switch name {
      case "base": base = try Self.clock(tape, at: value)
      case "back": back = try Self.clock(tape, at: value)
      case "gone": gone = try Self.clock(tape, at: value)
      case "clocks":
        for (name, value) in try Self.fields(tape, at: value) {
          clocks[name] = try Self.clock(tape, at: value)
        }
      case "fields":
        var fields: [String: String] = [:]
        for (name, value) in try Self.fields(tape, at: value) where !tape.isNull(value) {
          fields[name] = try tape.json(at: value)
        }
        values = fields
      default:
        guard kind == nil else { throw Self.secondKind(tape, at: value) }
        kind = name
        key = try Self.short(tape.string(at: value), tape, at: value)
      }
    }
    guard let kind, let key else { throw Self.missing("question", tape) }
    guard let base else { throw Self.missing("base", tape) }
    guard let values else { throw Self.missing("fields", tape) }
    // A deletion that nothing can follow would be for ever, whoever wants the record back.
    if let gone, gone.next(at: 0, on: gone.device) == nil {
      throw JSONFault(Int(tape[0].start), HybridClock.lateness)
    }
    self.init(
      kind: kind, key: key,
      state: RecordState(base: base, clocks: clocks, back: back, gone: gone, values: values))
  }

  private static func fields(
    _ tape: JSONTape, at index: Int
  ) throws(JSONFault) -> [(key: String, value: Int)] {
    let members = try tape.members(at: index)
    guard members.count <= mostFields else {
      throw JSONFault(
        Int(tape[index].start), "a record has more than \(mostFields) fields",
        "1 件の項目が \(mostFields) 個を超えています")
    }
    for member in members { _ = try short(member.key, tape, at: index) }
    return members
  }

  private static func clock(_ tape: JSONTape, at index: Int) throws(JSONFault) -> HybridClock {
    guard let clock = HybridClock(try tape.string(at: index)) else {
      throw JSONFault(Int(tape[index].start), HybridClock.refusal)
    }
    guard clock.isUsable else { throw JSONFault(Int(tape[index].start), HybridClock.lateness) }
    return clock
  }

  private static func short(
    _ text: String, _ tape: JSONTape, at index: Int
  ) throws(JSONFault) -> String {
    guard (1...mostCharacters).contains(text.utf8.count) else {
      throw JSONFault(
        Int(tape[index].start), "a name is empty or longer than \(mostCharacters) bytes",
        "名前が空か、\(mostCharacters) バイトを超えています")
    }
    return text
  }

  private static func missing(_ name: String, _ tape: JSONTape) -> JSONFault {
    JSONFault(Int(tape[0].start), .missingField(name))
  }

  private static func secondKind(_ tape: JSONTape, at index: Int) -> JSONFault {
    JSONFault(
      Int(tape[index].start), "a line names one record only", "1 行に書けるのは 1 件だけです")
  }
}

/// The state of a record while it waits to be merged and saved.
///
/// Only a newer program knows what the fields of other kinds mean, and it may have sent very many
/// such records. So they wait as their lines, which need a fraction of the memory.
///
/// Two of them are equal only where they wait in the same way.
enum KeptState: Codable, Equatable, Sendable {
  indirect case fields(RecordState)
  case line([UInt8])

  /// - Throws: never, because the line was read before.
  func state() throws(JSONFault) -> RecordState {
    switch self {
    case .fields(let state): return state
    case .line(let bytes):
      let tape = JSONTape(isForeign: true)
      return try bytes.withBytes { bytes throws(JSONFault) in
        try tape.read(bytes)
        return try SyncLine(tape).state
      }
    }
  }

  init(from decoder: any Decoder) throws { self = .fields(try RecordState(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try state().encode(to: encoder) }
}

extension JSONTape {
  /// The JSON text of a value exactly as in the file.
  func json(at index: Int) throws(JSONFault) -> String {
    let token = self[index]
    guard let text = JSONText.string(text(token), isEscaped: false) else {
      throw JSONFault(
        Int(token.start), "this text is not valid UTF-8", "文字列が UTF-8 ではありません")
    }
    return token.kind == .string ? "\"" + text + "\"" : text
  }
}
