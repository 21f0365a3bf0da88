/// Finds the value of one member in the JSON text of a record, without taking the text apart.
struct MemberSearch: Sendable {
  private let beginning: ByteSearch

  /// - Parameter name: see ``RecordField``.
  init(_ name: String) {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    JSONText.append(name, to: &bytes)
    beginning = ByteSearch(bytes + [UInt8(ascii: "\""), UInt8(ascii: ":")])
  }

  /// Where the value begins. Quotation marks in texts are escaped, so a name in one is not found.
  func start(in text: UnsafeRawBufferPointer) -> Int? {
    beginning.first(in: text, from: 0).map { $0 + beginning.count }
  }

  /// The value's text; `nil` when it is not there.
  func value(in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let start = start(in: text) else { return nil }
    var position = start
    var depth = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        position = Self.closingMark(in: text, from: position + 1)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return UnsafeRawBufferPointer(rebasing: text[start..<position]) }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        return UnsafeRawBufferPointer(rebasing: text[start..<position])
      default: break
      }
      position += 1
    }
    return nil
  }

  private static func closingMark(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position < text.count, text[position] != UInt8(ascii: "\"") {
      position += text[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return position
  }
}
