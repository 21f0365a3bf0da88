import QuizExchange
import QuizStore
import QuizSupport
import Signals
import Testing

@testable import QuizKit

/// What a program does that runs while authors write the files that its decks follow.
@Suite struct FollowedChangesTests {
  private let background = SteppedBackground()

  /// A program whose system tells of changes.
  private final class Program {
    let test: TestWorld
    let follower: Follower
    var watched: [[String]] = []
    var problems: [[String]] = []
    private let changes = PublishSubject<Void>()
    private let bag = DisposeBag()

    init(_ background: any Background = ImmediateBackground()) {
      test = TestWorld(background: background)
      var world = test.models.world
      var watch: (WatchedPaths) -> Void = { _ in }
      world.fileChanges = { [changes] paths in
        watch(paths)
        return changes.signal
      }
      follower = Follower(bank: test.bank, world: world)
      watch = { [unowned self] in watched.append(($0.files.union($0.folders)).sorted()) }
      follower.outcomes.observe { [unowned self] in problems.append($0.problems.map(\.code)) }
        .disposed(by: bag)
    }

    /// Writes files, and lets the system tell of it.
    func write(_ texts: [String: String?]) {
      for (path, rows) in texts {
        test.files.texts[path] = rows.map { "question,a,b,c,answer\n" + $0 }
      }
      changes.emit(())
      test.scheduler.advance(by: Follower.rest)
    }

    func texts() throws -> [String] {
      try test.bank.store.fetch(FetchDescriptor<Question>()).map(\.content.text).sorted()
    }
  }

  private func row(_ text: String, _ key: String = "A") -> String {
    "\(text),oak,elm,ash,\(key)\n"
  }

  @Test func `what is followed is watched as long as it is followed`() throws {
    let program = Program()
    program.follower.begin()
    program.write(["/trees.csv": row("Tall?")])
    try program.follower.perform(.follow("/trees.csv", deck: nil, only: nil))
    #expect(program.watched == [[], ["/trees.csv"]])
    try program.follower.perform(.unfollow(deck: "trees"))
    #expect(program.watched == [[], ["/trees.csv"], []])
  }

  @Test func `what could not be followed is not watched`() throws {
    let program = Program()
    #expect(throws: FollowRefusal.nothing) {
      try program.follower.perform(.follow("/bank", deck: nil, only: nil))
    }
    program.follower.begin()
    #expect(program.watched == [[]])
    program.write(["/bank/a.csv": row("Tall?")])
    #expect(try program.texts() == [])
  }

  @Test func `each change of a file is read`() throws {
    let program = Program()
    program.write(["/trees.csv": row("Tall?")])
    try program.follower.perform(.follow("/trees.csv", deck: nil, only: nil))
    program.follower.begin()
    for number in 1...3 {
      program.write(["/trees.csv": row("Tall?") + row("New \(number)?", "B")])
      #expect(try program.texts() == ["New \(number)?", "Tall?"])
    }
  }

  @Test func `what changes during a reading is read after it`() throws {
    let program = Program(background)
    program.write(["/trees.csv": row("Tall?")])
    try program.follower.perform(.follow("/trees.csv", deck: nil, only: nil))
    program.follower.begin()
    program.write(["/trees.csv": row("Tall?") + row("Old?")])
    background.readParts()
    program.write(["/trees.csv": row("Tall?") + row("Old?") + row("Rare?")])
    background.complete()
    #expect(try program.texts() == ["Old?", "Tall?"])
    #expect(background.begun == 2)
    background.readParts()
    background.complete()
    #expect(try program.texts() == ["Old?", "Rare?", "Tall?"])
  }

  @Test(arguments: [false, true])
  func `what waits for the end of an exam comes in when it ends`(isGone: Bool) throws {
    let program = Program()
    program.write(["/trees.csv": row("Tall?") + row("Old?")])
    try program.follower.perform(.follow("/trees.csv", deck: nil, only: nil))
    program.follower.begin()
    let test = program.test
    let session = try test.startExam(questions: 2)
    program.write(["/trees.csv": (isGone ? "" : row("Tall?", "B")) + row("Old?")])
    program.follower.isHeld = true
    session.showResult()
    func key() throws -> Solution? {
      try test.bank.store.fetch(FetchDescriptor<Question>()).first { $0.content.text == "Tall?" }?
        .content.solution
    }
    #expect(try key() == .single(0))
    program.follower.isHeld = false
    #expect(try key() == (isGone ? nil : .single(1)))
  }

  @Test func `a file that may be half written hides no problem of another one`() throws {
    let program = Program()
    program.write([
      "/bank/a.csv": row("One?") + row("Two?"), "/bank/b.csv": row("Three?") + row("Four?"),
    ])
    try program.follower.perform(.follow("/bank", deck: nil, only: nil))
    program.follower.begin()
    program.write([
      "/bank/a.csv": nil, "/bank/b.csv": row("Three?") + row("Four?") + row("Broken?", "Z"),
    ])
    #expect(program.problems.last == ["answer-not-a-choice"])
    program.test.scheduler.advance(by: Follower.doubt)
    #expect(program.problems.last == ["unreadable-file"])
  }
}
