import Foundation
import QuizKit
import QuizStore
import QuizSupport
import Terminal

/// Writes JSON Lines: one object per line and one write per line, with sorted members. Text is raw
/// UTF-8, except for characters that could control a terminal. Diagnostics also go to standard
/// error.
final class JSONOutput: Output {
  var strings: Strings

  private let results: any TextSink
  private let text: TextOutput
  private let encoder = JSONTextEncoder(sortsMembers: true)
  private var sequence = 0

  init(theme: Theme, results: any TextSink, diagnostics: any TextSink) {
    strings = theme.strings
    self.results = results
    // Used for its diagnostics only.
    text = TextOutput(theme: theme, results: diagnostics, diagnostics: diagnostics)
  }

  func hello(_ greeting: Greeting) {
    write("hello", at: .zero, body: HelloBody(greeting))
  }

  func notice(_ notice: StoreNotice, at time: Duration) {
    write("notice", at: time, body: ErrorBody(notice, strings))
    text.strings = strings
    text.notice(notice, at: time)
  }

  func echo(_ line: String) {
    write("echo", at: nil, body: EchoBody(command: line))
  }

  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration) {
    // An import and a fit progress by ticks too, but only time makes a tick for scripts.
    let isTick = occasion == .tick && !state.timesLeft.isEmpty
    write(isTick ? "tick" : "state", at: time, body: StateBody(state))
  }

  func report(_ report: any Report, at time: Duration) {
    guard !report.isBesideOutput else { return text.report(report, at: time) }
    write("report", kind: report.kind, at: time, body: report.body(in: strings.language))
  }

  func help(_ topic: HelpTopic, at time: Duration) {
    write("help", at: time, body: HelpBody(topic, strings))
  }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    write("error", at: time, body: ErrorBody(error, place: place, strings))
    text.strings = strings
    text.failure(error, place: place, at: time)
  }

  func warning(_ error: any ReportableError, place: Place?, at time: Duration) {
    write("notice", at: time, body: ErrorBody(error, place: place, strings))
    text.strings = strings
    text.warning(error, place: place, at: time)
  }

  func end(errors: Int, exit: ExitCode, at time: Duration) {
    write("end", at: time, body: EndBody(errors: errors, exit: exit.value))
  }

  private func write(
    _ type: String, kind: String? = nil, at time: Duration?, body: some Encodable
  ) {
    sequence += 1
    let line = JSONLine(sequence: sequence, type: type, kind: kind, time: time, body: body)
    if let key = CodingUserInfoKey.wording {
      encoder.userInfo[key] = Message.Wording { [strings] in strings($0) }
    }
    do {
      var bytes = JSONEscapes.escaping(try encoder.encode(line))
      bytes.append(10)
      results.write(String(decoding: bytes, as: UTF8.self))
    } catch {
      // States contain only strings, integers and Booleans, so encoding cannot fail.
      preconditionFailure("a state that is not JSON: \(error)")
    }
  }
}

/// One line of JSON output: the members that all lines share and those of its own type.
struct JSONLine<Body: Encodable>: Encodable {
  let sequence: Int
  let type: String
  /// The kind of a report; `nil` for other lines, which have none.
  let kind: String?
  let time: Duration?
  let body: Body

  private enum Member: String, CodingKey {
    case sequence = "seq"
    case type, kind
    case time = "t"
    case version = "v"
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(sequence, forKey: .sequence)
    try container.encode(type, forKey: .type)
    try container.encodeIfPresent(kind, forKey: .kind)
    try container.encode(time?.wholeMilliseconds, forKey: .time)
    try container.encode(2, forKey: .version)
    try body.encode(to: encoder)
  }
}

struct HelloBody: Encodable {
  let version: String
  let lang: String
  let seed: UInt64
  let clock: String
  let readOnly: Bool

  init(_ greeting: Greeting) {
    version = greeting.version
    lang = greeting.language.rawValue
    seed = greeting.seed
    clock = greeting.clock.rawValue
    readOnly = greeting.isReadOnly
  }
}

struct EchoBody: Encodable {
  let command: String
}

struct StateBody: Encodable {
  let state: any Viewable

  init(_ state: any Viewable) {
    self.state = state
  }

  private enum Member: String, CodingKey { case screen, state }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(type(of: state).screen.rawValue, forKey: .screen)
    try state.encode(to: container.superEncoder(forKey: .state))
  }
}

/// An error, or a notice that nothing failed by.
struct ErrorBody: Encodable {
  let code: String
  let text: String
  @Nullable var file: String?
  @Nullable var line: Int?
  /// The location of the command, if `file` names another file.
  @Nullable var commandPlace: Place?

  init(_ error: any ReportableError, place: Place?, _ strings: Strings) {
    code = error.code
    text = strings(error)
    file = error.file ?? place?.file
    line = error.file == nil ? place?.line : error.line
    commandPlace = error.file == nil ? nil : place
  }

  init(_ notice: StoreNotice, _ strings: Strings) {
    (code, text) = (notice.code, strings(notice))
    (file, line) = (notice.file, notice.line)
  }
}

struct EndBody: Encodable {
  let errors: Int
  let exit: Int32
}

struct HelpBody: Encodable {
  let commands: [Entry]

  struct Entry: Encodable {
    let name: String
    let usage: String
    let summary: String
  }

  init(_ topic: HelpTopic, _ strings: Strings) {
    commands = (topic.entries + topic.ways).map {
      Entry(name: $0.name, usage: $0.usage, summary: strings($0.english, $0.japanese))
    }
  }
}

/// Escapes characters that JSON allows unescaped but that control a terminal or change the writing
/// direction, for example as `\u202E`: DEL, the C1 controls, direction marks and line separators.
enum JSONEscapes {
  /// The first UTF-8 bytes of all these scalars.
  private static let beginnings: [UInt8] = [0x7F, 0xC2, 0xD8, 0xE2]

  /// Returns the escaped JSON, in UTF-8. Outside of strings, JSON contains none of these scalars.
  static func escaping(_ json: [UInt8]) -> [UInt8] {
    guard mayNeed(json), let first = firstIndex(in: json, from: 0) else { return json }
    var result = Array(json[..<first])
    var index = first
    while index < json.count {
      let next = firstIndex(in: json, from: index) ?? json.count
      result += json[index..<next]
      index = next
      if let (value, length) = scalar(in: json, at: index) {
        let digits = String(value, radix: 16, uppercase: true)
        result += Array("\\u".utf8) + repeatElement(UInt8(ascii: "0"), count: 4 - digits.utf8.count)
        result += Array(digits.utf8)
        index += length
      }
    }
    return result
  }

  /// Most output contains none of these bytes, even when it is in Japanese, and can be returned
  /// unchanged.
  private static func mayNeed(_ json: [UInt8]) -> Bool {
    json.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return beginnings.contains { memchr(start, Int32($0), bytes.count) != nil }
    }
  }

  private static func firstIndex(in json: [UInt8], from start: Int) -> Int? {
    json.withUnsafeBufferPointer { bytes in
      var index = start
      while index < bytes.count {
        switch bytes[index] {
        case 0x7F, 0xC2, 0xD8, 0xE2: if scalar(in: json, at: index) != nil { return index }
        default: break
        }
        index += 1
      }
      return nil
    }
  }

  /// The scalar at `index` and its length in UTF-8, if it must be escaped.
  private static func scalar(in json: [UInt8], at index: Int) -> (UInt32, Int)? {
    guard index < json.count else { return nil }
    if json[index] == 0x7F { return (0x7F, 1) }
    guard index + 1 < json.count else { return nil }
    let two = UInt32(json[index] & 0x1F) << 6 | UInt32(json[index + 1] & 0x3F)
    if json[index] < 0xE0 { return isEscaped(two) ? (two, 2) : nil }
    guard index + 2 < json.count else { return nil }
    let three =
      UInt32(json[index] & 0xF) << 12 | UInt32(json[index + 1] & 0x3F) << 6
      | UInt32(json[index + 2] & 0x3F)
    return isEscaped(three) ? (three, 3) : nil
  }

  private static func isEscaped(_ value: UInt32) -> Bool {
    (0x80..<0xA0).contains(value) || Unicode.Scalar(value)?.turnsDirection == true
  }
}
