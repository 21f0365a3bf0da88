import Signals
import Testing

@testable import qa_repl

/// A slow line brings the bytes of one key in pieces.
@Suite struct TornSequenceTests {
  /// Keys and reports as terminals send them, each with what follows the first Esc.
  private static let sequences = [
    "[A", "[B", "[C", "[D", "[H", "[F", "[Z", "[1~", "[3~", "[5~", "[6~", "[1;5C", "[1;3D", "[1;2B",
    "OA", "OB", "OH", "OP", "[[A", "[24;5~", "[M !!", "[M`!!", "[Ma!!", "[<65;2;3M",
    "[<64;300;200M",
    "[<0;2;1M", "[<0;2;1m", "[<35;2;1M", "[200~1 2\r\u{1B}[201~", "[12;40R", "[5;2R", "[?1;2c",
    "[>41;377;0c", "[?62;22c", "[0n", "[I", "[O", "[?2026;2$y", "[8;24;80t", "[27;5;106~",
    "[106;5u",
    "]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", "]11;rgb:ffff/ffff/ffff\u{7}",
    "]10;rgb:1111/2222/3333\u{1B}\\",
    "]4;1;rgb:cdcd/0000/0000\u{1B}\\", "]52;c;MTIz\u{7}", "P>|xterm(388)\u{1B}\\", "P1$r0m\u{1B}\\",
    "P!|00000000\u{1B}\\", "_Gi=31;OK\u{1B}\\", "X123\u{1B}\\", "^123\u{1B}\\", "é", "日", "👍",
  ]

  /// What a person sees and what the session hears of `pieces`, with a pause after each.
  private func heard(_ pieces: [ArraySlice<UInt8>], pause: Int = 0) -> (
    answers: [LiveTerminal.InputEvent], row: String
  ) {
    let desk = Desk()
    desk.ask(
      Prompt(
        id: "q", text: "? ",
        actions: [
          .text("1"): .choice(1), .text("2"): .choice(2), .named(.up): .move(.rows(-1)),
          .named(.down): .move(.rows(1)), .named(.pageUp): .choice(3),
        ]))
    for piece in pieces {
      desk.send(Array(piece))
      desk.scheduler.advance(by: .milliseconds(pause))
    }
    desk.scheduler.advance(by: .seconds(1))
    desk.type("x")
    return (desk.answers, desk.screen.rows.last ?? "")
  }

  @Test(arguments: sequences)
  func `a sequence in two pieces is the same key`(sequence: String) {
    let bytes = Array(("\u{1B}" + sequence).utf8)
    let whole = heard([bytes[...]])
    for split in 1..<bytes.count {
      for pause in [30, 49, 55, 100, 300, 900] where split > 1 || pause < 50 {
        // Alt-_ is a key of its own after the time of an Esc.
        if split == 2, sequence.hasPrefix("_"), pause >= 50 { continue }
        let torn = heard([bytes[..<split], bytes[split...]], pause: pause)
        #expect(torn.answers == whole.answers, "split at \(split), \(pause) ms")
        #expect(torn.row == whole.row, "split at \(split), \(pause) ms")
      }
    }
  }

  @Test(arguments: sequences.filter { $0.first.map("[O]P_".contains) == true })
  func `what comes later than its Esc is not typed and answers nothing`(sequence: String) {
    let bytes = Array(("\u{1B}" + sequence).utf8)
    guard !sequence.contains("200~"), sequence.utf8.count > 1 else { return }
    for pause in [60, 300, 900] {
      let torn = heard([bytes[..<1], bytes[1...]], pause: pause)
      #expect(torn.answers == [.cancel], "\(pause) ms")
      #expect(torn.row == "? x", "\(pause) ms")
    }
  }

  @Test(arguments: sequences.filter { !$0.contains("200~") && !$0.hasPrefix("_") })
  func `a sequence byte by byte is the same key`(sequence: String) {
    let bytes = Array(("\u{1B}" + sequence).utf8)
    let torn = heard(bytes.indices.map { bytes[$0...$0] }, pause: 30)
    let whole = heard([bytes[...]])
    #expect(torn.answers == whole.answers)
    #expect(torn.row == whole.row)
  }

  @Test(arguments: [
    ("[", 1000), ("[<65;", 1000), ("[<65;2;3", 1000), ("O", 1000), ("]11;rgb:1e1e/", 2000),
    ("]11;rgb:1e1e/1e1e/1e1e\u{1B}", 2000), ("P>|xterm(3", 2000), ("[M!", 1000), ("]", 2000),
    ("P", 2000), ("^12", 2000), ("X1", 2000),
  ])
  func `the beginning of a sequence is dropped after its time and a letter typed then is a letter`(
    start: String, limit: Int
  ) {
    let desk = Desk()
    desk.type("a\u{1B}" + start)
    desk.scheduler.advance(by: .milliseconds(limit + 1000))
    desk.type("1b")
    #expect(desk.answers.isEmpty)
    #expect(desk.screen.rows == ["> a1b"])
  }

  @Test func `the time of a sequence counts from its first byte`() {
    let desk = Desk()
    desk.type("\u{1B}[")
    for _ in 0..<4 {
      desk.scheduler.advance(by: .milliseconds(300))
      desk.type("1")
    }
    desk.scheduler.advance(by: .milliseconds(300))
    desk.type("23")
    #expect(desk.screen.rows == ["> 123"])
  }

  @Test(arguments: [
    ("[<65;", "2;3M"), ("[1;5", "C"), ("[M!", "12"), ("]11;rgb:1e1e/", "1e1e/1e1e\u{1B}\\"),
    ("]11;rgb:1e1e/1e1e/1e1e\u{1B}", "\\"), ("]11;rg", "b:1e1e/1e1e/1e1e\u{7}"),
    ("P>|xterm(3", "88)\u{1B}\\"), ("[?62;", "22c"), ("[12", ";40R"), ("[2", "3~"),
  ])
  func `the rest that comes after the time is not typed either`(start: String, rest: String) {
    let desk = Desk()
    desk.type("\u{1B}" + start)
    let isString = "]P".contains(start.prefix(1))
    desk.scheduler.advance(by: .milliseconds(isString ? 2500 : 1500))
    desk.type(rest)
    desk.type("x")
    #expect(desk.answers.isEmpty)
    #expect(desk.screen.rows == ["> x"])
  }

  @Test(arguments: ["[", "[link](x)", "OK", "O", "Paris", "_a", "]", "^x", "1;2 M", "é", "日本"])
  func `what a person types after Esc is typed`(text: String) {
    let desk = Desk()
    desk.send([0x1B])
    desk.scheduler.advance(by: .milliseconds(60))
    desk.type(text)
    #expect(desk.answers == [.cancel])
    #expect(desk.screen.rows == ["> " + text])
  }

  @Test func `bytes of a letter in pieces are the letter`() {
    let desk = Desk()
    for byte in "é日👍".utf8 {
      desk.send([byte])
      desk.scheduler.advance(by: .seconds(3))
    }
    #expect(desk.screen.rows == ["> é日👍"])
  }

  @Test func `keys that break a sequence off are keys`() {
    let desk = Desk()
    desk.type("a\u{1B}[1;\u{7F}b\u{1B}O\u{7F}c\u{1B}]11;rgb\rd\u{1B}P1\u{3}")
    #expect(desk.answers == [.cleared, .cleared, .line("c"), .cleared])
  }

  @Test func `an end of a paste in pieces is not typed`() {
    let desk = Desk()
    desk.type("\u{1B}[200~ab\u{1B}[20")
    desk.scheduler.advance(by: .milliseconds(1200))
    desk.type("1~")
    #expect(desk.screen.rows == ["> ab"])
  }

  @Test func `a sequence of any length has an end`() {
    let desk = Desk()
    for start in ["\u{1B}[", "\u{1B}]1", "\u{1B}P1", "\u{1B}X"] {
      for _ in 0..<50 { desk.type(start + String(repeating: "1", count: 99)) }
      desk.scheduler.advance(by: .seconds(4))
    }
    desk.type("b")
    #expect(desk.screen.rows.last?.hasSuffix("b") == true)
  }
}
