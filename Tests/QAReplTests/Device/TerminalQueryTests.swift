import Testing

@testable import Signals
@testable import Terminal
@testable import qa_repl

@Suite struct TerminalQueryTests {
  private func terminal(_ device: PaperTerminal, _ query: TerminalQuery) -> (
    LiveTerminal, VirtualScheduler
  ) {
    let scheduler = VirtualScheduler()
    let terminal = LiveTerminal(
      device: device, gate: InputGate(), scheduler: scheduler, query: query)
    return (terminal, scheduler)
  }

  private func terminal(_ device: PaperTerminal, asking: Bool = true) -> (
    LiveTerminal, VirtualScheduler
  ) {
    terminal(device, TerminalQuery(asksWidth: asking))
  }

  @Test func `it asks once, before anything is drawn`() {
    let device = PaperTerminal()
    let (terminal, scheduler) = terminal(device)
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    #expect(device.written.hasPrefix("\r×\u{1B}[6n\r\u{1B}[K\u{1B}[?2026h"))
    terminal.screen.suspend()
    terminal.screen.resume()
    scheduler.advance(by: .seconds(1))
    #expect(device.written.count { $0 == "×" } == 1)
  }

  @Test(arguments: [(2, AmbiguousWidth.narrow), (3, .wide), (1, .unknown), (40, .unknown)])
  func `the column after the sign tells its width`(column: Int, width: AmbiguousWidth) {
    let (terminal, scheduler) = terminal(PaperTerminal())
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    var sizes: [ScreenSize] = []
    let watch = terminal.sizes.observe { sizes.append($0) }
    terminal.handle(.bytes(Array("\u{1B}[5;\(column)R".utf8), question: 0))
    #expect(terminal.screen.size.ambiguous == width)
    #expect(sizes.map(\.ambiguous) == (width == .unknown ? [] : [width]))
    watch.dispose()
  }

  @Test func `keys around the answer are kept, and later reports mean nothing`() {
    let device = PaperTerminal()
    let (terminal, scheduler) = terminal(device)
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    terminal.handle(.bytes(Array("ab\u{1B}[5;2Rcd".utf8), question: 0))
    terminal.handle(.bytes(Array("e\u{1B}[5;3R".utf8), question: 0))
    scheduler.advance(by: .zero)
    #expect(device.screen.rows.contains("> abcde"))
    #expect(terminal.screen.size.ambiguous == .narrow)
    #expect(terminal.screen.answerDeadline == nil)
  }

  @Test func `a terminal that is not asked is not believed`() {
    let device = PaperTerminal()
    let (terminal, scheduler) = terminal(device, asking: false)
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    terminal.handle(.bytes(Array("\u{1B}[5;3R".utf8), question: 0))
    #expect(!device.written.contains("×"))
    #expect(terminal.screen.size.ambiguous == .unknown)
  }

  @Test func `the bytes of an answer after the end are heard`() {
    let (terminal, scheduler) = terminal(PaperTerminal())
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    #expect(terminal.screen.answerDeadline == .milliseconds(100))
    #expect(!terminal.hears(Array("x".utf8)))
    #expect(terminal.hears(Array("\u{1B}[1;2R".utf8)))
    #expect(terminal.screen.answerDeadline == nil)
  }

  // MARK: - The background

  /// A terminal that has been asked for its background.
  private func asked(_ device: PaperTerminal) -> (LiveTerminal, VirtualScheduler) {
    let (terminal, scheduler) = terminal(device, TerminalQuery(asksBackground: true))
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    return (terminal, scheduler)
  }

  private static let isLight = "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\"

  @Test func `it asks for the background once, before anything is drawn`() {
    let device = PaperTerminal()
    let (terminal, scheduler) = asked(device)
    #expect(device.written.hasPrefix("\u{1B}]11;?\u{1B}\\\u{1B}[?2026h"))
    terminal.screen.suspend()
    terminal.screen.resume()
    scheduler.advance(by: .seconds(1))
    #expect(device.written.ranges(of: "]11;").count == 1)
  }

  @Test(arguments: [
    ("rgb:ffff/ffff/ffff\u{1B}\\", ColorScheme.light), ("rgb:fdfd/f6f6/e3e3\u{07}", .light),
    ("rgb:ff/ff/ff\u{07}", .light), ("rgba:f/f/f/f\u{07}", .light),
    ("rgb:0000/0000/0000\u{1B}\\", .dark), ("rgb:0000/2b2b/3636\u{07}", .dark),
    ("rgb:ffff/ffff\u{07}", .dark), ("rgb:ffffff/0/0\u{07}", .dark), ("#ffffff\u{07}", .dark),
  ])
  func `the terminal names its background by red, green and blue`(
    answer: String, scheme: ColorScheme
  ) {
    let device = PaperTerminal()
    let (terminal, scheduler) = asked(device)
    terminal.handle(.bytes(Array("\u{1B}]11;\(answer)x".utf8), question: 0))
    scheduler.advance(by: .zero)
    #expect(terminal.screen.scheme == scheme)
    #expect(terminal.screen.answerDeadline == nil)
    #expect(device.screen.rows.contains("> x"))
  }

  @Test func `a background that nobody names is the one that was assumed`() {
    let (terminal, scheduler) = asked(PaperTerminal())
    #expect(terminal.screen.answerDeadline == .milliseconds(100))
    scheduler.advance(by: .seconds(1))
    #expect(terminal.screen.scheme == .dark)
  }

  @Test func `an answer after a long time still counts, and is not typed`() {
    let device = PaperTerminal()
    let (terminal, scheduler) = asked(device)
    var schemes: [ColorScheme] = []
    let watch = terminal.schemes.observe { schemes.append($0) }
    scheduler.advance(by: .seconds(5))
    terminal.handle(.bytes(Array(("a" + Self.isLight + "b").utf8), question: 0))
    scheduler.advance(by: .zero)
    #expect(schemes == [.light])
    #expect(device.screen.rows.contains("> ab"))
    watch.dispose()
  }

  @Test(arguments: 1..<24)
  func `an answer in two pieces is not typed, however long the second one takes`(length: Int) {
    let device = PaperTerminal()
    let (terminal, scheduler) = asked(device)
    let answer = Array(Self.isLight.utf8)
    terminal.handle(.bytes(Array(answer[..<length]), question: 0))
    scheduler.advance(by: .milliseconds(200))
    terminal.handle(.bytes(Array(answer[length...] + Array("x".utf8)), question: 0))
    scheduler.advance(by: .milliseconds(200))
    #expect(device.screen.rows.contains("> x"))
  }

  @Test func `a terminal that was not asked is not believed, and its words are not typed`() {
    let device = PaperTerminal()
    let (terminal, scheduler) = terminal(device, TerminalQuery())
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    terminal.handle(.bytes(Array((Self.isLight + "x").utf8), question: 0))
    scheduler.advance(by: .zero)
    #expect(!device.written.contains("]11;"))
    #expect(terminal.screen.scheme == .dark)
    #expect(device.screen.rows.contains("> x"))
  }

  @Test func `both questions are asked together, and both answers are awaited`() {
    let device = PaperTerminal()
    let (terminal, scheduler) = terminal(
      device, TerminalQuery(asksWidth: true, asksBackground: true))
    terminal.screen.enter()
    scheduler.advance(by: .zero)
    #expect(device.written.hasPrefix("\u{1B}]11;?\u{1B}\\\r×\u{1B}[6n"))
    #expect(!terminal.hears(Array("\u{1B}[1;2R".utf8)))
    #expect(terminal.hears(Array(Self.isLight.utf8)))
  }
}
