/// One test vector in the form of the file.
struct Vector: Decodable {
  struct File: Decodable {
    let vectors: [Vector]
  }

  struct Source: Decodable {
    let id: String
    let kind: String
    let events: [Event]
  }

  struct Moment: Decodable {
    let at: Int
  }

  struct Expected: Decodable {
    let events: [Event]
  }

  struct Observer: Decodable {
    var subscribe_at = 0
    var unsub: Moment?
    var expected: Expected
    var expr: Expression?
  }

  struct Subscriptions: Decodable, Equatable {
    let source: String
    let intervals: [[Int?]]
  }

  let id: String
  let expr: Expression
  let lets: [String: Expression]?
  let sources: [Source]
  let subscribe_at: Int
  let unsub: Moment?
  let expected: Expected
  let also: [Observer]?
  let subs: [Subscriptions]

  /// All observers, the main one first.
  var observers: [Observer] {
    let main = Observer(subscribe_at: subscribe_at, unsub: unsub, expected: expected, expr: expr)
    return [main] + (also ?? [])
  }
}

/// An event at one instant: a value, or the completion if there is no value.
struct Event: Decodable, Equatable, CustomStringConvertible {
  let at: Int
  let value: Datum?

  init(at: Int, value: Datum?) {
    self.at = at
    self.value = value
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    at = try container.decode(Int.self)
    let kind = try container.decode(String.self)
    value = kind == "next" ? try container.decode(Datum.self) : nil
  }

  var description: String {
    "\(value?.text ?? "|")@\(at)"
  }
}

/// A signal to build: a source, a named part, or an operator applied to other signals.
indirect enum Expression: Decodable {
  case source(String)
  case named(String)
  case operation(String, Arguments, [Expression])

  private enum Key: CodingKey {
    case source, `let`, op, args, inputs
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let source = try container.decodeIfPresent(String.self, forKey: .source) {
      self = .source(source)
    } else if let name = try container.decodeIfPresent(String.self, forKey: .let) {
      self = .named(name)
    } else {
      self = .operation(
        try container.decode(String.self, forKey: .op),
        try container.decodeIfPresent(Arguments.self, forKey: .args) ?? Arguments(),
        try container.decodeIfPresent([Expression].self, forKey: .inputs) ?? [])
    }
  }

  struct Arguments: Decodable {
    var fn: Word?
    var seed: Datum?
    var count: Int?
    var ms: Int?
    var due_ms: Int?
    var period_ms: Int?
    var leading: Bool?
    var trailing: Bool?
    var inclusive: Bool?
    var values: [Datum]?
  }
}
