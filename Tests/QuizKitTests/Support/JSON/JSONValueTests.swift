import Testing

@testable import QuizSupport

@Suite struct JSONValueTests {
  private func read(_ text: String, isForeign: Bool = false) throws(JSONFault) -> JSONValue {
    try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      try JSONValue(reading: bytes, with: JSONTape(isForeign: isForeign))
    }
  }

  private func fault(_ text: String) -> JSONFault? {
    #expect(throws: JSONFault.self) { try read(text) }
  }

  @Test func `a text is one of ours where nobody says otherwise`() {
    #expect(throws: JSONFault.self) {
      try Array(#""\ud83d""#.utf8).withBytes { bytes throws(JSONFault) in
        try JSONValue(reading: bytes)
      }
    }
  }

  @Test func `every kind of value is read`() throws {
    #expect(
      try read(#" [null, true, false, -1.5e3, 0, "é", {"a": []}] "#)
        == .array([
          .null, .bool(true), .bool(false), .number("-1.5e3"), .number("0"), .string("é"),
          .object(["a": .array([])]),
        ]))
  }

  @Test func `a value is written as it was read, without blanks`() throws {
    let text = #"{"b":[1.50,null,{}],"a":"é\n","b":true}"#
    #expect(String(decoding: try read(text).bytes, as: UTF8.self) == text)
  }

  @Test func `escapes and pairs of surrogates are undone`() throws {
    let text = #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude42""#
    #expect(try read(text) == .string("\"\\/\u{8}\u{C}\n\r\té🙂"))
  }

  @Test func `half a surrogate pair is a fault in a text of ours, and replaced in another`() throws
  {
    for half in [#"\ud83d"#, #"\ude42"#, #"\ud83d\n"#] {
      #expect(fault("\"a\(half)\"")?.offset == 1)
    }
    #expect(try read(#""\ud83dx\ude42\ud83d\u0041""#, isForeign: true) == .string("�x��A"))
  }

  @Test(arguments: [
    ("[1,", 3, JSONFault.Kind.endsEarly), ("", 0, .endsEarly), (" {", 2, .endsEarly),
    ("\"a", 0, .endsEarly), (#""\"#, 0, .endsEarly),
    ("{} x", 3, .textAfterEnd), ("{\n \"あ\": ?}", 10, .unexpected), ("[1 2]", 3, .unexpected),
    ("[1,]", 3, .unexpected), ("{\"a\" 1}", 5, .unexpected), ("{\"a\":1 \"b\"}", 7, .unexpected),
    ("{a}", 1, .unexpected), ("trux", 0, .unexpected), ("+1", 0, .unexpected),
    ("\"a\nb\"", 2, .controlCharacter), (#""a\q""#, 2, .badEscape), (#""\u12x4""#, 1, .badEscape),
    (#""\u123"#, 1, .badEscape),
    ("01", 2, .badNumber), ("-", 1, .badNumber), ("1.", 2, .badNumber), ("1e+", 3, .badNumber),
  ])
  func `a fault of syntax has its place and its kind`(
    _ text: String, _ offset: Int, _ kind: JSONFault.Kind
  ) {
    let fault = fault(text)
    #expect(fault?.offset == offset)
    #expect(fault?.kind == kind)
  }

  @Test func `a fault knows its line`() {
    #expect(fault("{\n\n \"あ\": ?}")?.line(in: "{\n\n \"あ\": ?}".utf8) == 3)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `bottomless nesting is refused instead of using up the stack`(_ level: String) throws {
    #expect(fault(String(repeating: level, count: 100_000))?.kind == .tooDeep)
    let deepest = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(try read(deepest).array?.count == 1)
    #expect(fault("[" + deepest + "]")?.kind == .tooDeep)
  }

  @Test func `of a member that stands twice the last one counts, and a change changes it`() {
    var object: JSONObject = ["a": .integer(1), "b": .null, "a": .integer(2)]
    #expect(object["a"] == .integer(2))
    object["a"] = .bool(true)
    #expect(object == ["a": .integer(1), "b": .null, "a": .bool(true)])
    object["a"] = nil
    object["c"] = .null
    #expect(object == ["b": .null, "c": .null])
  }
}
