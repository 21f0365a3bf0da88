import Foundation
import Testing

@testable import qa_repl

@Suite struct JSONEscapesTests {
  private func escaped(_ text: String) -> String {
    String(decoding: JSONEscapes.escaping(Array(text.utf8)), as: UTF8.self)
  }

  @Test func `del, the controls of C1 and marks of direction become escapes`() {
    #expect(
      escaped("[\"a\u{7F}b\u{80}\u{9F}\u{61C}\u{200E}\u{200F}\u{2028}\u{202E}\u{2066}\u{2069}c\"]")
        == #"["a\u007Fb\u0080\u009F\u061C\u200E\u200F\u2028\u202E\u2066\u2069c"]"#)
  }

  @Test func `their neighbours stay raw`() {
    let text = "[\"~\u{A0}\u{61B}\u{61D}\u{200D}\u{2010}\u{2027}\u{202F}\u{2065}\u{206A}â日本“”😀\"]"
    #expect(escaped(text) == text)
  }

  @Test func `it means the same as before`() throws {
    let text = (0..<0x3000).compactMap(Unicode.Scalar.init).map { String(Character($0)) }.joined()
    let json = try JSONEncoder().encode([text])
    let decoded = try JSONDecoder().decode(
      [String].self, from: Data(JSONEscapes.escaping(Array(json))))
    #expect(decoded.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }
}
