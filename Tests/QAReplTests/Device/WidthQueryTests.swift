import Testing

@testable import Signals
@testable import qa_repl

@Suite struct WidthQueryTests {
  private func terminal(_ device: PaperTerminal, asking: Bool = true) -> (
    LiveTerminal, VirtualScheduler
  ) {
    let scheduler = VirtualScheduler()
    let terminal = LiveTerminal(
      device: device, gate: InputGate(), scheduler: scheduler,
      widths: WidthQuery(isAsking: asking))
    return (terminal, scheduler)
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
}
