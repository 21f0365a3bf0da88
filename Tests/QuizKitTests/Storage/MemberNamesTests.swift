import Testing

@testable import QuizKit

/// A writer remembers the names of the object before; the text is as if it had not.
struct MemberNamesTests {
  private func written(_ keys: [String], by writer: inout JSONWriter) -> String {
    writer.removeAll()
    writer.begin(object: true)
    for (number, key) in keys.enumerated() {
      writer.beginMember(key)
      writer.append(number)
    }
    writer.end(to: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func expected(_ keys: [String]) -> String {
    let members = keys.enumerated().map { (JSONText.quoted($1), $0) }
      .sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }
    return "{" + members.map { "\($0):\($1)" }.joined(separator: ",") + "}"
  }

  @Test(
    "objects are written with their own names in alphabetical order, whatever came before them",
    arguments: [
      [["a", "b"], ["a", "b"], ["b", "a"], ["b", "a"]],
      [["id", "text", "deck"], ["id", "deck"], ["id"], [], ["id", "text", "deck"]],
      [["a", "ab", "a b"], ["ab", "a b", "a"], ["a\"b", "a\\b", "a\nb"]],
      [["K", "x"], ["\u{212A}", "x"], ["K", "x"]],
      [["か\u{3099}", "x"], ["が", "x"], ["か\u{3099}", "x"]],
      [["a\u{323}\u{307}", "x"], ["a\u{307}\u{323}", "x"]],
    ])
  func writesEachObjectAsIfAlone(_ objects: [[String]]) {
    var writer = JSONWriter()
    for keys in objects {
      let text = written(keys, by: &writer)
      #expect(text.unicodeScalars.elementsEqual(expected(keys).unicodeScalars), "\(keys)")
    }
  }

  @Test("objects one after the other in one text are each sorted")
  func sortsObjectsBehindEachOther() {
    var writer = JSONWriter()
    for _ in 0..<2 {
      writer.begin(object: true)
      writer.beginMember("b")
      writer.append(1)
      writer.beginMember("a")
      writer.append(2)
      writer.end(to: 0)
    }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"a\":2,\"b\":1}{\"a\":2,\"b\":1}")
  }

  @Test("numbers are written as they are", arguments: [0, 7, 10, -1, 1_234_567_890, .max, .min])
  func writesNumbers(_ number: Int64) {
    var writer = JSONWriter()
    writer.append(number)
    #expect(String(decoding: writer.bytes, as: UTF8.self) == String(number))
  }
}
