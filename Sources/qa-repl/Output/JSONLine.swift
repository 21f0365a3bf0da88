import QuizKit
import QuizStore
import QuizSupport

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
