import Testing

@testable import QuizKit

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
