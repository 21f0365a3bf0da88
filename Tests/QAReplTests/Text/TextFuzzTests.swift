import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals
import TestKit
import Testing

@testable import QuizKit
@testable import Terminal
@testable import qa_repl

/// Draws and reads texts that nobody chose, and texts of real banks, each with its beginnings.
/// `QA_REPL_FUZZ_TEXTS` sets the number of the first, and `QA_REPL_FUZZ_TEXTS_FROM` where they begin.
/// A text that ends the program is the one whose number stands in the file `qa-repl-fuzz-text-…`
/// that is left in the temporary folder.
@Suite struct TextFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["QA_REPL_FUZZ_TEXTS_FROM"].flatMap { UInt64($0) } ?? 0
  private static let count = environment["QA_REPL_FUZZ_TEXTS"].flatMap { UInt64($0) } ?? 40

  /// The folder with real banks; `nil` on a machine that has only the project.
  private static let shared = environment["QA_REPL_SHARED"].map { $0 + "/data" }
  /// How many beginnings of each text of a real bank are drawn, and of each file are read
  /// (`QA_REPL_FUZZ_BEGINNINGS`).
  private static let mostBeginnings =
    environment["QA_REPL_FUZZ_BEGINNINGS"].flatMap { Int($0) } ?? 2

  /// The place at which a text is drawn.
  private enum Place: CaseIterable {
    case question, line, cell, searchHit, hint, typing
    /// Whole screens, printed and at a live terminal.
    case quiz, result, history, note, form
  }

  @Test func `any text is drawn, at any place and width`() throws {
    try Self.each("drawn") { _, random in
      let text = StrangeText.text(&random)
      for length in 1...max(1, text.count) {
        try Self.draw(String(text.prefix(length)), &random)
      }
    }
  }

  @Test func `any text is read or refused by every reader`() throws {
    let formats = QuestionFormat.all
    try Self.each("read") { _, random in
      let text = StrangeText.text(most: 60, &random)
      let format = formats[Int.random(in: formats.indices, using: &random)]
      let file = try QuestionFile.read(Array(text.utf8), name: "a.txt", format: format)
      #expect(!file.questions.isEmpty || !file.problems.isEmpty)
    }
  }

  @Test(.enabled(if: shared != nil, "QA_REPL_SHARED does not name the banks' folder"))
  func `any text of a real bank is drawn, and its beginnings`() throws {
    let texts = try Self.sharedFiles().flatMap { name, bytes in
      try QuestionFile.read(bytes, name: name).questions.map(\.content).flatMap { content in
        [content.text, content.commentary] + content.choices.flatMap { [$0.text, $0.feedback] }
      }
    }.filter { !$0.isEmpty }
    #expect(!texts.isEmpty)
    try Self.each("shared", of: 0..<UInt64(texts.count)) { number, random in
      let text = texts[Int(number)]
      try Self.draw(text, &random)
      let lengths = (1...text.count).shuffled(using: &random).prefix(Self.mostBeginnings)
      for length in lengths { try Self.draw(String(text.prefix(length)), &random) }
    }
  }

  @Test(.enabled(if: shared != nil, "QA_REPL_SHARED does not name the banks' folder"))
  func `a file of a real bank may end anywhere`() throws {
    let files = try Self.sharedFiles()
    #expect(!files.isEmpty)
    try Self.each("shared-files", of: 0..<UInt64(files.count)) { number, random in
      let (name, bytes) = files[Int(number)]
      // Long files are read less often.
      for _ in 0..<max(1, Self.mostBeginnings * 4096 / max(4096, bytes.count)) {
        let length = Int.random(in: 0...bytes.count, using: &random)
        _ = try QuestionFile.read(Array(bytes.prefix(length)), name: name)
      }
    }
  }

  private static func sharedFiles() throws -> [(name: String, bytes: [UInt8])] {
    let folder = shared ?? ""
    return try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().compactMap { path in
      let url = URL(fileURLWithPath: folder + "/" + path)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
        return nil
      }
      return (path, Array(try Data(contentsOf: url)))
    }
  }

  /// Runs a body for each number, which is written down before, because a trap says nothing.
  private static func each(
    _ name: String, of numbers: Range<UInt64> = first..<(first + count),
    _ body: (UInt64, inout SplitMix64) throws -> Void
  ) throws {
    let path = NSTemporaryDirectory() + "/qa-repl-fuzz-text-\(name)-\(getpid())"
    let file = try #require(fopen(path, "w"))
    defer {
      fclose(file)
      unlink(path)
    }
    for number in numbers {
      rewind(file)
      fputs("\(number)\n", file)
      fflush(file)
      var random = SplitMix64(seed: number)
      try body(number, &random)
    }
  }

  private static func draw(_ text: String, _ random: inout SplitMix64) throws {
    let width = Int.random(in: 1...120, using: &random)
    let depth = ColorDepth.allCases[Int.random(in: 0..<4, using: &random)]
    let theme = Theme(
      strings: Strings(language: Bool.random(using: &random) ? .english : .japanese),
      palette: Palette(depth: depth),
      signs: Bool.random(using: &random) ? .unicode : .ascii,
      columns: width, isLive: Bool.random(using: &random))
    let place = Place.allCases[Int.random(in: Place.allCases.indices, using: &random)]
    switch place {
    case .question: _ = theme.drawn(text)
    case .line: _ = theme.line(of: text)
    case .cell: _ = theme.line(of: text).truncated(to: width).padded(to: width)
    case .searchHit:
      let found = FoundText(text.sanitisedLine, words: [String(text.prefix(2)), "a"])
      _ = found.drawn(cells: width, theme)
      _ = FoundText.marking([String(text.suffix(2))], in: theme.line(of: text), theme)
    case .hint:
      _ = text.sanitised.wrapped(to: width, indent: Int.random(in: 0...width, using: &random))
    case .typing:
      var buffer = EditBuffer()
      for character in text { buffer.insert(String(character).sanitisedTyping) }
      buffer.move(to: Int.random(in: 0...text.count, using: &random))
      buffer.remove(to: Int.random(in: 0...text.count, using: &random))
    case .quiz, .result, .history, .note, .form:
      let screen = StrangeScreen(text, height: Int.random(in: 1...50, using: &random), theme)
      screen.draw(place, &random)
    }
  }

  /// A whole screen that has the text wherever a person can write one.
  private struct StrangeScreen {
    private let text: String
    private let half: String
    private let height: Int
    private let theme: Theme
    private let stamp = Stamp(Date(timeIntervalSince1970: 1_800_000_000), in: .gmt)

    init(_ text: String, height: Int, _ theme: Theme) {
      (self.text, half) = (text, String(text.suffix(text.count / 2)))
      (self.height, self.theme) = (height, theme)
    }

    func draw(_ place: Place, _ random: inout SplitMix64) {
      let kinds = QuestionContent.Kind.allCases
      let kind = kinds[Int.random(in: kinds.indices, using: &random)]
      switch place {
      case .note: draw(note(isOpen: Bool.random(using: &random)))
      case .form: draw(state(of: form(kind)))
      case .quiz, .result, .history:
        let quiz = QuizSession(
          setup: QuizSetup(
            title: text,
            items: [
              QuizItem(
                question: Question(
                  deckID: .unassigned, content: content(kind), createdAt: .distantPast))
            ], mode: Bool.random(using: &random) ? .practice : .exam),
          scheduler: VirtualScheduler())
        if place == .quiz { draw(QuizState(quiz, QuizDisplays(quiz))) }
        answer(quiz)
        if place == .quiz { draw(QuizState(quiz, QuizDisplays(quiz))) }
        quiz.showResult()
        if place == .result { draw(ResultState(quiz)) }
        if place == .history { draw(history(of: quiz, isOpen: Bool.random(using: &random))) }
      case .question, .line, .cell, .searchHit, .hint, .typing: break
      }
    }

    private func draw(_ state: some Viewable) {
      _ = state.view(theme)
      let region = Region(theme: theme, height: height)
      region.show(state.liveView(region.inner))
      _ = region.rows()
      _ = region.prompt
      if region.perform(.whole) { _ = region.rows() }
    }

    private func form(_ kind: QuestionContent.Kind) -> QuestionForm {
      var form = QuestionForm()
      let edits: [FormEdit] = [
        .kind(kind, statements: [text, half]), .question(kind == .gaps ? "[[1]]" + text : text),
        .choice(1, text), .choice(2, half), .correct(LineNumbers([1...1])), .accept(text),
        .number(text), .number("1"), .back(text), .gap(1, text), .pair(1, text + "|a"),
        .pair(2, "b|" + half), .extra(half), .leaveOutEmptyChoices, .commentary(text),
        .tags([text, half]), .deck(text),
      ]
      for edit in edits {
        do {
          try form.apply(edit)
        } catch {
          // What a form refuses stays as it was.
        }
      }
      return form
    }

    private func content(_ kind: QuestionContent.Kind) -> QuestionContent {
      do {
        return try form(kind).content()
      } catch {
        return QuestionContent(
          text: text, choices: [Choice(text), Choice(half)], correct: 1, commentary: text)
      }
    }

    private func state(of form: QuestionForm) -> RegisterState {
      RegisterState(
        deck: form.deck ?? text, decks: [text, half], fields: FormFields(form), unsaved: true,
        message: nil)
    }

    private func answer(_ quiz: QuizSession) {
      do {
        switch quiz.current.question.content.kind {
        case .single, .trueFalse, .several: try quiz.choose([0])
        case .text, .number: try quiz.answer(text)
        case .card:
          try quiz.showBack()
          try quiz.judge(.again)
        case .gaps: try quiz.fill(0, with: text)
        case .order: try quiz.order([1, 0])
        case .match: try quiz.match([(left: 0, right: 1), (left: 1, right: 0)])
        }
      } catch {
        // What a question refuses is not its answer.
      }
    }

    private func history(of quiz: QuizSession, isOpen: Bool) -> HistoryState {
      let line = HistoryState.Item(
        number: 1, startedAt: stamp, title: text, mode: .exam, finished: true, score: 0, points: 0,
        count: 1, seconds: 1, timedOut: false)
      let item = quiz.items[0]
      let answer = Answer(
        attemptID: .unassigned, position: 0, questionID: .unassigned, response: item.response,
        isCorrect: item.isCorrect, isFlagged: true, changedAt: .distantPast)
      let entry = AttemptHistory.Entry(question: item.question, isDeleted: false, answer: answer)
      let open = OpenAttempt(
        attempt: line, endedAt: stamp, timeLimit: 1, questionTimeLimit: nil,
        items: [
          OpenAttempt.Answered(entry, number: 1, finished: true, pictures: [picture])
        ])
      return HistoryState(
        exam: isOpen ? nil : text, scores: [], items: [line], total: 1,
        page: ListPosition(1, total: 1), open: isOpen ? open : nil, message: nil,
        looked: isOpen ? nil : open)
    }

    private var picture: ShownPicture {
      ShownPicture(
        number: 1, description: half, name: text, address: nil, width: 1, height: 1,
        missing: false)
    }

    private func note(isOpen: Bool) -> NotesState {
      let page = NotesState.Page(
        title: half, body: text, deck: half, question: text, exam: nil, createdAt: stamp,
        changedAt: stamp, pictures: [picture], unsaved: true,
        theirs: NotesState.Version(title: text, body: half, pictures: [picture]))
      let item = NotesState.Item(
        number: 1, title: half, preview: text, deck: half, question: text, exam: nil,
        createdAt: stamp, changedAt: stamp, pictures: [picture])
      return NotesState(
        items: [item], total: 1, page: ListPosition(1, total: 1), deck: half, question: text,
        exam: text, query: text, note: isOpen ? page : nil, message: nil)
    }
  }
}
