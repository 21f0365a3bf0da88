import Foundation
import Testing

@testable import QuizSupport

@Suite struct JSONTextDecoderTests {
  private func read<T: Decodable>(
    _ type: T.Type, _ text: String, isForeign: Bool = false
  ) throws -> T {
    try Array(text.utf8).withBytes { bytes throws(JSONFault) in
      try JSONTextDecoder(isForeign: isForeign).decode(type, from: bytes)
    }
  }

  private struct Everything: Codable, Equatable {
    var text = "長い文字列、十五バイトより長い"
    var texts = ["a", "", "\n"]
    var flag = true
    var numbers: [Double] = [0, -1.5, 1e20, 123_456_789_012_345, 1_234_567_890_123_456, 0.1]
    var small: [Int8] = [.min, 0, .max]
    var large: [UInt64] = [.max]
    var nothing: Int?
    var something: Int? = -7
    var date = Date(timeIntervalSinceReferenceDate: 123.25)
    var data = Data([0, 1, 255])
    var address = URL(string: "https://example.org/a?b")
    var byName = ["x": ["y": 1.0 as Float]]
    var parts = [[Part()], []]

    struct Part: Codable, Equatable {
      var name = "n"
    }
  }

  @Test func `what was written is read`() throws {
    for encoder in [
      JSONTextEncoder(), JSONTextEncoder(.spacedLines, indentation: 2, dates: .texts),
      JSONTextEncoder(.lines, dates: .texts),
    ] {
      let text = String(decoding: try encoder.encode(Everything()), as: UTF8.self)
      #expect(try read(Everything.self, text) == Everything())
    }
  }

  @Test func `of a member that stands twice the last one counts in a text of somebody else's`()
    throws
  {
    let text = #"{"name":"a","n\u0061me":"b","names":"c"}"#
    #expect(try read(Everything.Part.self, text, isForeign: true).name == "b")
  }

  @Test(arguments: [
    #"{"a":1,"b":2,"a":3}"#, #"[{"x":{"a":1,"\u0061":2}}]"#,
    "{" + (0..<40).map { "\"k\($0 % 39)\":\($0)" }.joined(separator: ",") + "}",
  ])
  func `a member that stands twice is found at the second one`(_ text: String) throws {
    let tape = JSONTape()
    let bytes = Array(text.utf8)
    try bytes.withBytes { bytes throws(JSONFault) in
      try tape.read(bytes)
      let fault = #expect(throws: JSONFault.self) { try DistinctMembers(tape).require() }
      let second = text.contains("k0") ? "\"k0\":39" : text.contains("u0061") ? "\"\\u" : "\"a\":3"
      let place = text.utf8.count - (text.components(separatedBy: second).last ?? "").utf8.count
      #expect(fault?.offset == place - second.utf8.count + 1)
    }
  }

  @Test func `members of different names in one object are no fault`() throws {
    let names = (0..<40).map { "\"k\($0)\":{\"a\":1,\"b\":{\"a\":2}}" }.joined(separator: ",")
    for text in ["{\(names)}", #"{"が":1,"か\#u{3099}":2,"a":3,"A":4}"#] {
      let tape = JSONTape()
      try Array(text.utf8).withBytes { bytes throws(JSONFault) in
        try tape.read(bytes)
        try DistinctMembers(tape).require()
      }
    }
  }
}
