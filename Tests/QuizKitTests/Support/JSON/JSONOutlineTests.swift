import Testing

@testable import QuizSupport

@Suite struct JSONOutlineTests {
  private func list(
    of outline: JSONOutline, in bytes: UnsafeRawBufferPointer
  ) throws(JSONFault) -> JSONElements {
    guard let list = outline.list("b", "a", "list", in: bytes) else {
      throw JSONFault(0, "no list", "")
    }
    return list
  }

  @Test func `members and elements are found with their lines, and read one at a time`() throws {
    let text = "\n{\"a\": 1,\n\"list\":\n[ {\"x\": \"\\n\"} ,\n\n[2],3\n], \"\\u0061\": 2}\n"
    try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      let outline = try JSONOutline(bytes)
      #expect(outline.isObject && outline.line == 2)
      #expect(outline.members.map(\.name) == ["a", "list", "a"])
      #expect(outline.members.map(\.line) == [2, 4, 7])
      #expect(try outline.value("a", in: bytes) == .integer(2))
      #expect(try outline.value("b", in: bytes) == nil)
      var elements = try list(of: outline, in: bytes)
      #expect(elements.name == "list")
      var found: [JSONValue] = []
      var lines: [Int] = []
      while let value = elements.next() {
        found.append(value)
        lines.append(elements.line)
      }
      #expect(found == [.object(["x": .string("\n")]), .array([.integer(2)]), .integer(3)])
      #expect(lines == [4, 6, 6])
      #expect(elements.count == 3 && elements.next() == nil)
      #expect(outline.list("a", in: bytes) == nil)
    }
  }

  @Test func `a document may be a list`() throws {
    try Array(" [] ".utf8).withBytes { bytes throws(JSONFault) in
      let outline = try JSONOutline(bytes)
      #expect(!outline.isObject && outline[""] == nil)
      var elements = try list(of: outline, in: bytes)
      #expect(elements.next() == nil)
    }
  }

  @Test(arguments: ["[{]}", "{\"a\": [1 2]}", "{\"a\": 1} 2", "{\"a\": \"\\q\"}", "", "[1"])
  func `a fault anywhere is found before anything is read`(_ text: String) {
    #expect(throws: JSONFault.self) {
      try Array(text.utf8).withBytes { bytes throws(JSONFault) in try JSONOutline(bytes) }
    }
  }

  @Test(arguments: [
    (#"[["abcd", "abcd\n"]]"#, 10), (#"{"a": "abcde"}"#, 6), (#"{"abcde": 1}"#, 1),
    (#"["abcde"#, 1), (#"["abcd", ["ab\u0063"]]"#, 10),
  ])
  func `a text longer than the limit is a fault where it begins`(_ text: String, _ offset: Int) {
    Array(text.utf8).withBytes { bytes in
      let fault = #expect(throws: JSONFault.self) { try JSONOutline(bytes, maximumBytes: 4) }
      #expect(fault?.kind == .tooLong)
      #expect(fault?.offset == offset)
    }
  }

  @Test func `texts up to the limit are fine, however long they are together`() throws {
    try Array(#"{"abcd": ["abcd", "abcd", {"efgh": "ef\n"}]}"#.utf8).withBytes {
      bytes throws(JSONFault) in
      #expect(try JSONOutline(bytes, maximumBytes: 4).members.count == 1)
    }
  }

  @Test func `where an element stands is known before it is read`() throws {
    try Array(#"{"list": [ {"a": "]"} , 12 ], "b": 0}"#.utf8).withBytes { bytes throws(JSONFault) in
      var elements = try list(of: try JSONOutline(bytes), in: bytes)
      #expect(elements.nextRange == 11..<21 && elements.remaining == 19)
      #expect(elements.next()?.object != nil && elements.nextRange == 24..<26)
      #expect(elements.next() == .integer(12) && elements.nextRange == nil)
    }
  }

  @Test func `nesting has the same limit as everywhere`() throws {
    let deepest = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    for (text, isFine) in [("{\"a\":\(deepest)}", true), ("{\"a\":[\(deepest)]}", false)] {
      let fault = Array(text.utf8).withBytes { bytes in
        do throws(JSONFault) {
          _ = try JSONOutline(bytes)
          return nil as JSONFault?
        } catch {
          return error
        }
      }
      #expect((fault == nil) == isFine)
    }
  }
}
