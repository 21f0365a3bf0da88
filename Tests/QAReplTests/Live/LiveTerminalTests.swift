import Signals
import Testing

@testable import Terminal
@testable import qa_repl

@Suite struct LiveTerminalTests {
  private let desk = Desk()
  private let digits: [Key: KeyBinding.Action] = [.text("1"): .choice(1), .text("2"): .choice(2)]

  @Test func `what is typed appears behind the prompt`() {
    desk.type("日本")
    #expect(desk.screen.rows == ["> 日本"])
    #expect(desk.screen.column == 6)
  }

  @Test func `an entered line is answered and the next one begins empty`() {
    desk.type("quiz\r")
    #expect(desk.answers == [.line("quiz")])
    #expect(desk.screen.rows == [">"])
  }

  @Test func `a key of the prompt answers at once`() {
    desk.ask(Prompt(id: "1", text: "? ", actions: digits))
    desk.type("2")
    #expect(desk.answers == [.key(.choice(2))])
  }

  @Test func `other letters begin a command where keys answer`() {
    desk.ask(Prompt(id: "1", text: "? ", actions: digits))
    desk.type("go 2\r")
    #expect(desk.answers == [.line("go 2")])
  }

  @Test func `a colon begins a line even with a digit that answers`() {
    desk.ask(Prompt(id: "1", text: "? ", actions: digits))
    desk.type(":2\r")
    #expect(desk.answers == [.line("2")])
  }

  @Test func `keys read before the question was drawn are dropped`() {
    let early = desk.gate.shownQuestion.load(ordering: .relaxed)
    desk.answer { [desk, digits] _ in
      desk.terminal.ask(Prompt(id: "q1", text: "? ", actions: digits))
    }
    desk.type("quiz\r")
    desk.terminal.handle(.bytes(Array("1".utf8), question: early))
    #expect(desk.answers == [.line("quiz")])
    desk.type("1")
    #expect(desk.answers == [.line("quiz"), .key(.choice(1))])
  }

  @Test func `after a change that no one asked for enter and answers wait 300 ms`() {
    desk.terminal.ask(Prompt(id: "q2", text: "? ", actions: digits))
    desk.scheduler.advance(by: .milliseconds(299))
    desk.type("1\r")
    #expect(desk.answers.isEmpty)
    desk.scheduler.advance(by: .milliseconds(1))
    desk.type("1")
    #expect(desk.answers == [.key(.choice(1))])
  }

  @Test func `a key answers once the question has been on the screen for 150 ms`() {
    desk.appear(Prompt(id: "q1", text: "? ", actions: digits, answerKeys: Set(digits.keys)))
    desk.scheduler.advance(by: .milliseconds(149))
    desk.type("1")
    #expect(desk.answers == [.line("quiz")])
    #expect(desk.screen.rows.last == "?")
    desk.scheduler.advance(by: .milliseconds(1))
    desk.type("2")
    #expect(desk.answers.last == .key(.choice(2)))
  }

  @Test func `a question that is drawn again does not wait again`() {
    let question = Prompt(id: "q1", text: "? ", actions: digits, answerKeys: Set(digits.keys))
    desk.appear(question)
    desk.scheduler.advance(by: .milliseconds(100))
    var again = question
    again.help = ["9 s left"]
    desk.terminal.ask(again)
    desk.scheduler.advance(by: .milliseconds(50))
    desk.type("1")
    #expect(desk.answers.last == .key(.choice(1)))
  }

  @Test func `what does not answer is not held up, and a command that is typed is whole`() {
    let keys = digits.merging([.text(" "): .flag]) { first, _ in first }
    desk.appear(Prompt(id: "q1", text: "? ", actions: keys, answerKeys: Set(digits.keys)))
    desk.type(" ")
    desk.type("go 2\r")
    #expect(desk.answers.suffix(2) == [.key(.flag), .line("go 2")])
  }

  @Test func `digits typed into a field at once are all there`() {
    desk.appear(Prompt(id: "f1", text: "Title: ", isField: true, isCommandLine: false))
    desk.type("1")
    desk.type("1\r")
    #expect(desk.answers.last == .field("11", step: nil))
  }

  @Test func `typed text becomes a draft when the question goes`() {
    desk.type("half a com")
    desk.terminal.ask(Prompt(id: "result", text: "> "))
    desk.settle()
    #expect(desk.screen.rows == [">"])
    #expect(desk.answers.isEmpty)
    desk.type("\u{1B}[A")
    #expect(desk.screen.rows == ["> half a com"])
  }

  @Test func `the same question again leaves what is typed alone`() {
    desk.ask(Prompt(id: "a", text: "> "))
    desk.type("typed")
    desk.terminal.ask(Prompt(id: "a", text: "> ", help: ["help"]))
    desk.settle()
    #expect(desk.screen.rows == ["> typed", "help"])
  }

  @Test func `a change of the status waits for a quarter second after a key`() {
    desk.terminal.status = [RegionRow(text: "10 s")]
    desk.settle()
    desk.type("a")
    desk.scheduler.advance(by: .milliseconds(100))
    desk.terminal.status = [RegionRow(text: "9 s")]
    desk.scheduler.advance(by: .milliseconds(149))
    #expect(desk.screen.rows.first == "10 s")
    desk.scheduler.advance(by: .milliseconds(1))
    #expect(desk.screen.rows.first == "9 s")
  }

  @Test func `finished lines do not wait`() {
    desk.type("a")
    desk.terminal.screen.print(["time is up"])
    desk.settle()
    #expect(desk.screen.rows == ["time is up", "> a"])
  }

  @Test func `a lone escape is decided after its time`() {
    desk.type("\u{1B}")
    #expect(desk.answers.isEmpty)
    desk.scheduler.advance(by: .milliseconds(50))
    #expect(desk.answers == [.cancel])
  }

  @Test func `a paste without end goes into the line after a second of silence`() {
    desk.type("a \u{1B}[200~bc")
    desk.scheduler.advance(by: .milliseconds(999))
    desk.type("d")
    desk.scheduler.advance(by: .milliseconds(999))
    #expect(desk.screen.rows == ["> a"])
    desk.scheduler.advance(by: .milliseconds(1))
    #expect(desk.screen.rows == ["> a bcd"])
    desk.type("e\r")
    #expect(desk.answers == [.line("a bcde")])
  }

  @Test func `ctrl-C ends a paste without end, and the next one empties the line`() {
    desk.type("a \u{1B}[200~bc")
    desk.type("\u{3}")
    #expect(desk.screen.rows == ["> a bc"])
    #expect(desk.answers.isEmpty)
    desk.type("\u{3}")
    #expect(desk.screen.rows == [">"])
    desk.type("quiz\r")
    #expect(desk.answers == [.cleared, .line("quiz")])
  }

  @Test func `escape takes a half-typed command away before it cancels`() {
    desk.type("half\u{1B}")
    desk.scheduler.advance(by: .milliseconds(50))
    #expect(desk.answers == [.cleared])
    #expect(desk.screen.rows == [">"])
  }

  @Test func `tab completes by the words of the program`() {
    desk.terminal.completer = Words(words: ["quiz", "quit", "manage"])
    desk.type("m\t")
    #expect(desk.screen.rows == ["> manage"])
    desk.type("\u{15}q\t")
    #expect(desk.screen.rows == ["> qui", "  quiz  quit"])
    desk.type("\t\t")
    #expect(desk.screen.rows.first == "> quit")
  }

  @Test func `a hint stands behind the cursor and right takes it`() {
    desk.terminal.completer = Words(words: ["quiz"])
    desk.type("qu")
    #expect(desk.screen.rows == ["> quiz"])
    #expect(desk.screen.column == 4)
    desk.type("\u{1B}[C\r")
    #expect(desk.answers == [.line("quiz")])
  }

  @Test func `a resize draws anew when the window has come to rest`() {
    desk.type("abcdefghij")
    desk.device.size = ScreenSize(columns: 8, rows: 10)
    desk.terminal.handle(.resized)
    desk.scheduler.advance(by: .milliseconds(29))
    #expect(!desk.device.written.contains("  fg"))
    desk.scheduler.advance(by: .milliseconds(1))
    #expect(desk.device.written.contains("  fghij"))
  }

  @Test func `ctrl-z gives the terminal back, stops, and takes it over again`() {
    desk.type("abc\u{1A}")
    #expect(desk.device.calls == ["enter", "leave", "stop"])
    desk.terminal.handle(.continuation)
    desk.settle()
    #expect(desk.device.calls == ["enter", "leave", "stop", "go on", "enter"])
    #expect(desk.screen.rows == ["> abc"])
  }

  @Test func `what is drawn after a stop is drawn once, whichever news of it comes first`() {
    desk.type("abc\u{1A}")
    desk.scheduler.advance(by: .seconds(5))
    let drawn = desk.device.written
    desk.terminal.handle(.continuation)
    desk.settle()
    #expect(desk.device.written == drawn)
    #expect(desk.screen.rows == ["> abc"])
    desk.terminal.handle(.continuation)
    desk.settle()
    #expect(desk.device.written != drawn)
  }

  @Test func `news of a continuation that comes twice draws once`() {
    desk.type("abc\u{1A}")
    desk.terminal.handle(.continuation)
    desk.settle()
    let drawn = desk.device.written
    desk.terminal.handle(.continuation)
    desk.settle()
    #expect(desk.device.written == drawn)
  }

  @Test func `a stop that the system refuses is over after 100 ms`() {
    desk.terminal.handle(.suspension)
    desk.scheduler.advance(by: .milliseconds(100))
    #expect(desk.device.calls.suffix(2) == ["go on", "enter"])
  }

  @Test func `in the background nothing is drawn`() {
    desk.type("\u{1A}")
    desk.device.isForeground = false
    desk.terminal.handle(.continuation)
    let before = desk.device.written
    desk.terminal.screen.print(["news"])
    desk.settle()
    #expect(desk.device.written == before)
    desk.device.isForeground = true
    desk.terminal.handle(.continuation)
    desk.settle()
    #expect(desk.device.written.contains("news"))
  }

  @Test func `output that no one reads is an answer`() {
    desk.device.isClosed = true
    desk.type("a")
    #expect(desk.answers == [.outputClosed])
  }

  @Test func `leaving takes the live region away`() {
    desk.terminal.status = [RegionRow(text: "status")]
    desk.terminal.screen.print(["done"])
    desk.settle()
    desk.terminal.screen.leave()
    #expect(desk.screen.rows == ["done"])
    #expect(desk.device.calls.last == "leave")
  }
}

/// A live region on a virtual screen under a virtual clock.
final class Desk {
  let device = PaperTerminal()
  let gate = InputGate()
  let scheduler = VirtualScheduler()
  let terminal: LiveTerminal
  private(set) var answers: [LiveTerminal.InputEvent] = []
  private var reaction: (LiveTerminal.InputEvent) -> Void = { _ in }
  private let bag = DisposeBag()

  init() {
    terminal = LiveTerminal(device: device, gate: gate, scheduler: scheduler)
    terminal.answers.observe { [unowned self] in
      answers.append($0)
      reaction($0)
    }.disposed(by: bag)
    terminal.ask(Prompt(id: "start", text: "> "))
    terminal.screen.enter()
    settle()
  }

  var screen: VirtualScreen { device.screen }

  func answer(_ reaction: @escaping (LiveTerminal.InputEvent) -> Void) {
    self.reaction = reaction
  }

  /// Shows `prompt`, as a command would.
  func appear(_ prompt: Prompt) {
    answer { [terminal] in
      if $0 == .line("quiz") { terminal.ask(prompt) }
    }
    type("quiz\r")
  }

  /// Asks, and lets the time pass during which keys are dropped.
  func ask(_ prompt: Prompt) {
    terminal.ask(prompt)
    scheduler.advance(by: .milliseconds(300))
  }

  /// Types while the question is on the screen.
  func type(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    let shown = gate.shownQuestion.load(ordering: .relaxed)
    terminal.handle(.bytes(bytes, question: shown))
    settle()
  }

  /// Runs the work that is due now.
  func settle() {
    scheduler.advance(by: .zero)
  }
}

private struct Words: Completer {
  let words: [String]

  func completion(of head: String) -> Completion {
    Completion(replaced: head.count, candidates: words.filter { $0.hasPrefix(head) })
  }

  func hints(for line: String) -> [String] { [] }

  func hint(for line: String) -> Hint? {
    guard let word = words.first(where: { $0.hasPrefix(line) && $0 != line }) else { return nil }
    return Hint(text: String(word.dropFirst(line.count)), continues: true)
  }
}
