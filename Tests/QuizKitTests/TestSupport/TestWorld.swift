import Foundation
import Signals
import Synchronization

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// A world in which time passes only when the test says so, and in which nothing outlives the test.
/// It gives direct access to the models of a program.
@dynamicMemberLookup
struct TestWorld {
  let scheduler = VirtualScheduler()
  let store: any DataStore
  let files: TextFiles
  let models: Models

  init(
    store: any DataStore = MemoryStore(schema: QuestionBank.schema), files: [String: String] = [:],
    seed: UInt64 = 0, background: any Background = ImmediateBackground()
  ) {
    self.store = store
    self.files = TextFiles(texts: files)
    let scheduler = scheduler
    models = Models(
      world: World(
        scheduler: scheduler,
        now: { Date(timeIntervalSince1970: Double(scheduler.now.wholeMilliseconds) / 1000) },
        random: RandomSource(seed: seed), store: store, files: self.files,
        background: background))
  }

  subscript<Model>(dynamicMember path: KeyPath<Models, Model>) -> Model { models[keyPath: path] }

  /// Registers questions in one deck.
  func add(_ contents: [QuestionContent], deck: String = "Deck") throws {
    let intake = try BankIntake(models.bank, allowDuplicates: true)
    for content in contents { try intake.add(content, deck: deck) }
    try intake.save()
  }

  /// Starts a quiz and returns it.
  func start(_ options: QuizOptions = QuizOptions()) throws -> QuizSession {
    try begun { try models.quizzes.start(options) }
  }

  /// Starts a new exam of so many questions, and returns it.
  func startExam(questions: Int) throws -> QuizSession {
    let blueprint = ExamBlueprint(questions: questions, passMark: Percent(hundredths: 5000))
    try models.exams.add("E", blueprint)
    return try begun {
      try models.quizzes.start(
        try models.exams.exam(named: "E"), seed: 1, isFresh: false, isPartial: false)
    }
  }

  /// The quiz that `work` starts.
  func begun(_ work: () throws -> Void) throws -> QuizSession {
    var session: QuizSession?
    let handle = models.quizzes.started.observe { session = $0 }
    defer { handle.dispose() }
    try work()
    guard let session else { throw NothingBegan() }
    return session
  }

  struct NothingBegan: Error {}
}

/// Files that exist only in a test.
final class TextFiles: UserFiles {
  var texts: [String: String] {
    get { contents.withLock { $0 } }
    set { contents.withLock { $0 = newValue } }
  }

  /// The files that are no texts.
  var blobs: [String: [UInt8]] {
    get { bytes.withLock { $0 } }
    set { bytes.withLock { $0 = newValue } }
  }

  private let contents: Mutex<[String: String]>
  private let bytes = Mutex<[String: [UInt8]]>([:])

  init(texts: [String: String]) {
    contents = Mutex(texts)
  }

  func files(at path: String) throws(UserFileError) -> FoundFiles {
    let inside = texts.keys.filter { $0.hasPrefix(path + "/") }.sorted()
    return inside.isEmpty ? FoundFiles(file: path) : FoundFiles(inFolder: path, files: inside)
  }

  func bytes(of path: String) throws(UserFileError) -> [UInt8] {
    if let blob = blobs[path] { return blob }
    guard let text = texts[path] else {
      throw UserFileError(path: path, reason: Reason(verbatim: "not there"))
    }
    return Array(text.utf8)
  }

  func exists(_ path: String) -> Bool { texts[path] != nil || blobs[path] != nil }

  func write(
    to path: String, isPrivate: Bool,
    _ content: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    try content { bytes += $0 }
    guard let text = String(validating: bytes, as: UTF8.self) else { return blobs[path] = bytes }
    texts[path] = text
  }
}

extension QuestionContent {
  /// A question with the choices "one" to "four". `correct` is the position of the right one, from
  /// 0.
  static func sample(_ text: String = "Which?", correct: Int = 0, choices: Int = 4) -> Self {
    let names = ["one", "two", "three", "four", "five", "six"]
    return QuestionContent(
      text: text, choices: names.prefix(choices).map { Choice($0) }, correct: correct,
      commentary: "because \(names[correct])")
  }
}
