/// A value of a test vector: a number, a text, or a list of those.
enum Datum: Hashable, Decodable {
  case number(Int)
  case text(String)
  case list([Datum])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      self = .number(try container.decode(Int.self))
    } catch {
      do {
        self = .text(try container.decode(String.self))
      } catch {
        self = .list(try container.decode([Datum].self))
      }
    }
  }

  /// The value as a number. A text is read as a number; other texts and lists count as 0.
  var number: Int {
    switch self {
    case .number(let number): number
    case .text(let text): Int(text) ?? 0
    case .list: 0
    }
  }

  var text: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): text
    case .list(let list): list.map(\.text).joined()
    }
  }

  /// The sum of two numbers, or the two texts joined if either side is a text.
  static func + (left: Datum, right: Datum) -> Datum {
    if case .number(let left) = left, case .number(let right) = right {
      return .number(left + right)
    }
    return .text(left.text + right.text)
  }
}
