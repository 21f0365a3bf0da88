import Foundation
import Signals
import Testing

/// The examples of the catalogue, each as it is printed there, and run.
@Suite struct CatalogueExampleTests {
  private final class Output {
    var lines: [String] = []
  }

  private let output = Output()
  private let bag = DisposeBag()

  /// Takes the place of Swift's function, so that an example prints into the test.
  private func print(_ items: Any...) {
    output.lines.append(items.map { "\($0)" }.joined(separator: " "))
  }

  /// Expects the lines that the remarks above this call, in the same function, promise.
  private func expectPrinted(line: Int = #line) throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = source.components(separatedBy: "\n").prefix(line)
    let start = try #require(lines.lastIndex { $0.hasPrefix("  @Test") })
    let promised = lines[start...].compactMap { $0.firstMatch(of: #/ // prints (.+)$/#)?.1 }
      .flatMap { $0.components(separatedBy: ", then ") }
    #expect(output.lines == promised)
  }

  @Test func `a subject with an operator`() throws {
    let taps = PublishSubject<Int>()
    taps.signal
      .map { "tap \($0)" }
      .observe { print($0) }
      .disposed(by: bag)
    taps.emit(1)  // prints tap 1
    try expectPrinted()
  }

  @Test func `a subject and an observer`() throws {
    let taps = PublishSubject<Int>()
    let handle = taps.signal.observe { print("tap", $0) }
    taps.emit(1)  // prints tap 1
    handle.dispose()
    taps.emit(2)
    try expectPrinted()
  }

  @Test func `a bag`() {
    final class Scoreboard {
      private(set) var total = 0
      private let bag = DisposeBag()

      init(_ points: Signal<Int>) {
        points.observe { [unowned self] in total += $0 }.disposed(by: bag)
      }
    }

    let points = PublishSubject<Int>()
    var board: Scoreboard? = Scoreboard(points.signal)
    points.emit(2)
    #expect(board?.total == 2)
    weak let gone = board
    board = nil
    #expect(gone == nil)
    points.emit(3)
  }

  @Test func `a current value`() throws {
    let volume = BehaviorSubject(3)
    volume.signal.observe { print("volume", $0) }.disposed(by: bag)  // prints volume 3
    volume.emit(4)  // prints volume 4
    print(volume.value)  // prints 4
    try expectPrinted()
  }

  @Test func `an observed property`() throws {
    final class Counter {
      @Observed private(set) var count = 0

      func add(_ step: Int) { count += step }
    }

    let counter = Counter()
    counter.$count.observe { print($0) }.disposed(by: bag)  // prints 0
    counter.add(5)  // prints 5
    counter.add(0)
    try expectPrinted()
  }

  @Test func `a chain of operators`() throws {
    let words = PublishSubject<String>()
    words.signal
      .compactMap { Int($0) }
      .filter { $0 > 0 }
      .scan(0) { $0 + $1 }
      .observe { print($0) }
      .disposed(by: bag)
    words.emit("2")  // prints 2
    words.emit("two")
    words.emit("3")  // prints 5
    try expectPrinted()
  }

  @Test func `two signals`() throws {
    let name = BehaviorSubject("")
    let isAgreed = BehaviorSubject(false)
    name.signal.combineLatest(isAgreed.signal) { !$0.isEmpty && $1 }
      .observe { print("can send:", $0) }
      .disposed(by: bag)  // prints can send: false
    name.emit("Ada")  // prints can send: false
    isAgreed.emit(true)  // prints can send: true
    try expectPrinted()
  }

  @Test func `completion and failure`() throws {
    struct Offline: Error {}

    let pages = PublishSubject<Result<Int, Offline>>()
    pages.signal.observe { page in
      switch page {
      case .success(let number): print("page", number)
      case .failure: print("offline")
      }
    } completed: {
      print("that was all")
    }.disposed(by: bag)
    pages.emit(.failure(Offline()))  // prints offline
    pages.emit(.success(1))  // prints page 1
    pages.complete()  // prints that was all
    try expectPrinted()
  }

  @Test func `emitting inside an observer`() throws {
    let steps = PublishSubject<Int>()
    steps.signal.observe { if $0 < 3 { steps.emit($0 + 1) } }.disposed(by: bag)
    steps.signal.observe { print($0) }.disposed(by: bag)
    steps.emit(1)  // prints 1, then 2, then 3
    try expectPrinted()
  }

  @Test func `virtual time`() throws {
    let time = VirtualScheduler()
    var left = 3
    let countdown = time.every(.seconds(1)) {
      left -= 1
      print(left)
    }
    time.advance(by: .seconds(2))  // prints 2, then 1
    countdown.dispose()
    time.advance(by: .seconds(3600))
    try expectPrinted()
  }

  @Test func `a double tap`() throws {
    let time = VirtualScheduler()
    let presses = PublishSubject<String>()
    presses.signal
      .throttle(for: .seconds(1), latest: false, on: time)
      .observe { print($0) }
      .disposed(by: bag)
    presses.emit("start")  // prints start
    presses.emit("pause")
    time.advance(by: .seconds(1))
    presses.emit("pause")  // prints pause
    try expectPrinted()
  }

  @Test func `a display that changes once a second`() throws {
    let time = VirtualScheduler()
    let positions = PublishSubject<Int>()
    positions.signal
      .throttle(for: .seconds(1), on: time)
      .observe { print($0) }
      .disposed(by: bag)
    for position in 1...9 { positions.emit(position) }  // prints 1
    time.advance(by: .seconds(1))  // prints 9
    try expectPrinted()
  }

  @Test func `a search while typing`() throws {
    let time = VirtualScheduler()
    let typed = PublishSubject<String>()
    typed.signal
      .debounce(for: .milliseconds(300), on: time)
      .observe { print("search:", $0) }
      .disposed(by: bag)
    typed.emit("sw")
    time.advance(by: .milliseconds(200))
    typed.emit("swift")
    time.advance(by: .milliseconds(300))  // prints search: swift
    try expectPrinted()
  }

  @Test func `real time`() throws {
    let mailbox = Mailbox<String>()
    let loop = EventLoop(mailbox: mailbox)
    Thread {
      mailbox.post("hello")
      mailbox.post("quit")
    }.start()
    loop.after(.seconds(60)) { print("nobody came") }.disposed(by: bag)
    loop.run { message in
      print(message)
      if message == "quit" { loop.stop() }
    }  // prints hello, then quit
    try expectPrinted()
  }

  @Test func `a view-model`() throws {
    final class DoorViewModel {
      enum Command { case open, close }

      let commands = PublishSubject<Command>()
      @Observed private(set) var label = "closed"
      private let bag = DisposeBag()

      init(scheduler: any TimeScheduler) {
        commands.signal
          .throttle(for: .seconds(1), latest: false, on: scheduler)
          .observe { [unowned self] in label = $0 == .open ? "open" : "closed" }
          .disposed(by: bag)
      }
    }

    let time = VirtualScheduler()
    let door = DoorViewModel(scheduler: time)
    door.$label.observe { print($0) }.disposed(by: bag)  // prints closed
    door.commands.emit(.open)  // prints open
    door.commands.emit(.close)
    try expectPrinted()
  }
}

/// The examples in the documentation comments of the types.
extension CatalogueExampleTests {
  @Test func `the example of PublishSubject`() throws {
    let taps = PublishSubject<Int>()
    let subscription = taps.signal.observe { print($0) }
    taps.emit(1)  // prints 1
    withExtendedLifetime(subscription) {}
    try expectPrinted()
  }

  @Test func `the example of Signal`() throws {
    let ticks = PublishSubject<Int>()
    let subscription = ticks.signal
      .filter { $0.isMultiple(of: 2) }
      .observe { print($0) }
    ticks.emit(2)  // prints 2
    withExtendedLifetime(subscription) {}
    try expectPrinted()
  }

  @Test func `the example of VirtualScheduler`() throws {
    let time = VirtualScheduler()
    let alarm = time.after(.seconds(3)) { print("now") }
    time.advance(by: .seconds(3))  // prints now
    withExtendedLifetime(alarm) {}
    try expectPrinted()
  }

  @Test func `the example of Observed`() {
    final class Player {
      @Observed private(set) var score = 0
    }
    let player = Player()
    let subscription = player.$score.observe { print("score:", $0) }
    #expect(output.lines == ["score: 0"])
    withExtendedLifetime(subscription) {}
  }

  /// Only compiled, because it reads the standard input.
  private func exampleOfMailbox() {
    let mailbox = Mailbox<String>()
    Thread { while let line = readLine() { mailbox.post(line) } }.start()
    EventLoop(mailbox: mailbox).run { line in print(line) }
  }
}

/// The pages of the catalogue say what the sources, the tests and the figures say.
@Suite struct CatalogueTests {
  private let project = URL(filePath: #filePath).appending(path: "../../..").standardized

  private func text(_ path: String) throws -> String {
    try String(contentsOf: project.appending(path: path), encoding: .utf8)
  }

  private func page(_ name: String) throws -> String {
    try text("Sources/Signals/Signals.docc/\(name).md")
  }

  /// The text of each source file of the library.
  private func sources() throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: project.appending(path: "Sources/Signals").path)
    return try paths.filter { $0.hasSuffix(".swift") }.map { try text("Sources/Signals/\($0)") }
  }

  /// Whether the code of this file has these lines one after the other, however far they are moved in.
  private func isCompiled(_ lines: [Substring]) throws -> Bool {
    let code = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    return [4, 0, 2].contains { indent in
      let moved = lines.map { line in
        line.isEmpty ? "" : String(repeating: " ", count: indent) + line
      }
      return code.contains("\n" + moved.joined(separator: "\n") + "\n")
    }
  }

  @Test(arguments: ["Contract", "Figures", "FromCombineOrRxSwift", "GettingStarted", "Signals"])
  func `each example of a page is compiled and run above`(name: String) throws {
    for block in try page(name).matches(of: #/```swift\n([\s\S]*?)\n```/#) {
      let lines = block.1.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(try isCompiled(lines), "\(block.1)")
    }
  }

  @Test func `each example in a documentation comment is compiled above`() throws {
    var count = 0
    for source in try sources() {
      for block in source.matches(of: #/(?:^|\n)((?: *\/\/\/     .*\n)+)/#) {
        let lines = block.1.split(separator: "\n").map { $0.trimmingPrefix(#/ *\/\/\/     /#) }
        // The other blocks are drawings of values over time.
        guard lines.contains(where: { $0.hasPrefix("let ") }) else { continue }
        count += 1
        #expect(try isCompiled(lines), "\(block.1)")
      }
    }
    #expect(count == 5)
  }

  @Test func `the landing page lists each public type`() throws {
    let declaration = #/(?m)^public (?:final )?(?:struct|enum|class|protocol) (\w+)/#
    let types = try sources().flatMap { $0.matches(of: declaration).map { String($0.1) } }
    let landing = try page("Signals")
    #expect(types.count == 10)
    #expect(types.filter { !landing.contains("- ``\($0)``\n") } == [])
  }

  @Test func `the guide lists each operator, and the page for newcomers has its other names`()
    throws
  {
    let declaration = #/(?m)^  public (?:static )?func (\w+)/#
    let isOperator = "extension Signal"
    let names = try sources().filter { $0.contains(isOperator) }
      .flatMap { $0.matches(of: declaration).map { String($0.1) } }
    let operators = Set(names)
    let guide = try page("GettingStarted")
    let others = try page("FromCombineOrRxSwift")
    #expect(operators.count == 12)
    for name in operators {
      let mention = try Regex("`\(name)[`(]")
      #expect(guide.contains(mention), "\(name)")
      #expect(others.contains(mention), "\(name)")
    }
  }

  @Test func `the figures are those of the benchmarks`() throws {
    func cells(_ row: Substring) -> [String] {
      row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let readme = try text("Benchmarks/README.md")
    let measured = readme.split(separator: "\n").filter { $0.hasPrefix("| ") }.map(cells)
    let rows = try page("Figures").split(separator: "\n").filter { $0.hasPrefix("| ") }.map(cells)
    #expect(rows.count == 14)
    for row in rows {
      let whole = try #require(measured.first { $0.first == row.first }, "\(row)")
      let part = whole.count == 9 ? [0, 1, 2, 3, 6, 7].map { whole[$0] } : []
      #expect(row == part)
    }
  }
}
