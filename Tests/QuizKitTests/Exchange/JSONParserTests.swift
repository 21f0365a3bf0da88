import Testing

@testable import QuizKit

@Suite struct JSONParserTests {
  private func failure(_ text: String) -> JSONParser.Failure? {
    do throws(JSONParser.Failure) {
      _ = try JSONParser.parse(Array(text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test func `every kind of value is read`() throws {
    let value = try JSONParser.parse(Array(#" [null, true, false, -1.5e3, "é", {"a": []}] "#.utf8))
    let object = JSONObject(members: [.init(name: "a", value: .array([]))])
    #expect(
      value
        == .array([
          .null, .bool(true), .bool(false), .number("-1.5e3"), .string("é"), .object(object),
        ]))
  }

  @Test func `escapes and pairs of surrogates are undone`() throws {
    let value = try JSONParser.parse(Array(#""\"\\\/\n\t\u00e9\ud83d\ude42\ud83d""#.utf8))
    #expect(value.string == "\"\\/\n\té🙂\u{FFFD}")
  }

  @Test func `an object knows its line`() throws {
    let value = try JSONParser.parse(Array("[\n{},\n\n{}]".utf8))
    #expect(value.array?.compactMap { $0.object?.line } == [2, 4])
  }

  @Test func `a syntax error has its line and column`() {
    #expect(failure("{\n \"あ\": ?}") == .init(line: 2, column: 7, fault: .unexpected("?")))
    #expect(failure("[1,") == .init(line: 1, column: 4, fault: .unexpectedEnd))
    #expect(failure("{} x") == .init(line: 1, column: 4, fault: .textAfterEnd))
    #expect(failure("\"a\nb\"")?.fault == .controlCharacterInString)
    #expect(failure(#""\q""#)?.fault == .badEscape)
    #expect(failure("01")?.fault == .badNumber)
  }

  @Test func `bottomless nesting is refused instead of using up the stack`() {
    #expect(failure(String(repeating: "[", count: 100_000))?.fault == .nestedTooDeeply)
  }
}
