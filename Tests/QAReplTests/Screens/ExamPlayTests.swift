import QuizExchange
import QuizKit
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// An exam from its first question to its history.
@Suite struct ExamPlayTests {
  private static let text = """
    exam Timed
    questions 4, time 10m, pass 60%, marks +1 -1/3 0, back no
    section Reading: 2 of deck "First Steps", time 1m
    section 日本: 2 of deck はじめての一問一答, time 2m
    exam Free
    questions 4, pass 50%, pause yes
    section Reading: 2 of deck "First Steps"
    section 日本: 2 of deck はじめての一問一答
    exam Hard
    questions 4, pass 50%, marks +10 -10/3 0
    """

  private func program(
    _ language: Language = .english, json: Bool = false, columns: Int? = nil
  ) throws -> TestProgram {
    let program = try TestProgram(
      language: language, json: json, files: TestFiles(contents: ["x.exam": Self.text]),
      columns: columns)
    program.shell.confirmer.caution = .none
    program.run("import x.exam")
    return program
  }

  @Test func `the result says passed or not, and shows each section beside the pass mark`() throws {
    let program = try program(columns: 79)
    program.run("exam Timed --seed 7")
    for _ in 0..<4 { program.run("1") }
    let output = program.run("result")
    let state = try #require(program.state(ResultState.self))
    #expect(state.possible == 4 && state.sections.map(\.possible) == [2, 2])
    let wrong = 4 - state.score
    #expect(abs(state.points - (Double(state.score) - Double(wrong) / 3)) < 1e-6)
    #expect(state.passed == (state.points >= 2.4))
    #expect(output.contains(state.passed == true ? "Passed: " : "Not passed: "))
    #expect(output.contains("(pass mark 60 %)"))
    #expect(output.contains("Reading") && output.contains("日本"))
    for section in state.sections {
      #expect(section.passed == (section.points >= 1.2))
    }
    #expect(output.contains("below the mark") == !state.sections.allSatisfy(\.passed))
  }

  @Test func `nothing is right or wrong before the end`() throws {
    for json in [false, true] {
      let program = try program(json: json)
      var output = program.run("exam Timed --seed 7")
      for line in ["1", "sure", "2", "finish", "state", "history", "open 1"] {
        output += program.run(line)
      }
      for word in ["Correct:", "Right answer", "\"correctAnswer\":\"", "\"feedback\":{"] {
        #expect(!output.contains(word), "\(word)")
      }
    }
  }

  @Test(arguments: [
    (Language.english, "none comes back. “next” goes on", "This exam cannot be paused"),
    (.japanese, "前の質問には戻れません", "一時停止できません"),
  ])
  func `what an exam does not allow is refused in plain words`(
    language: Language, back: String, pause: String
  ) throws {
    let program = try program(language)
    program.run("exam Timed --seed 7", "1")
    for line in ["back", "go 1", "go 3", "undo"] {
      let output = program.run(line)
      #expect(output.contains("error[no-going-back]") && output.contains(back), "\(line)")
    }
    let output = program.run("pause")
    #expect(output.contains("error[no-pause]") && output.contains(pause))
    program.run("finish")
    #expect(program.run("go 1").contains("error[no-going-back]"))
    #expect(program.run("restart").contains("error[no-restart]"))
    program.run("home", "exam Free", "1", "pause")
    #expect(program.state(QuizState.self)?.paused == true)
    program.run("resume", "back")
    #expect(program.state(QuizState.self)?.index == 1)
  }

  @Test(arguments: [
    (Language.english, "4 of 4 are not answered. Hand in?", "1 of 4 is not answered. Hand in?"),
    (.japanese, "4 問中 4 問が未回答です。提出しますか?", "4 問中 1 問が未回答です。提出しますか?"),
  ])
  func `a person is asked before answers with gaps are handed in`(
    language: Language, all: String, one: String
  ) throws {
    let program = try program(language)
    program.shell.confirmer.caution = .ask
    for play in ["exam Free --seed 7", "quiz --count 4"] {
      program.run(play, "finish", "result")
      #expect(program.shell.confirmer.held?.question == all + " [y/N]")
      program.run("")
      #expect(program.shell.screen == .confirm && program.shell.confirmer.held == nil)
      program.run("back", "go 1", "1", "1", "1", "next", "result")
      #expect(program.shell.confirmer.held?.question == one + " [y/N]")
      program.run("y")
      #expect(program.shell.screen == .result)
    }
  }

  @Test func `who has answered everything, or can answer nothing more, is not asked`() throws {
    let program = try program()
    program.shell.confirmer.caution = .ask
    program.run("exam Free", "1", "1", "1", "1", "result")
    #expect(program.shell.screen == .result)
    program.run("exam Timed", "1", "finish", "advance 10m", "result")
    #expect(program.shell.screen == .result)
    program.run("quiz --count 3 --time 5s", "1", "advance 5s", "result")
    #expect(program.shell.screen == .result)
  }

  @Test(arguments: [Caution.refuse, .none])
  func `a script hands in answers with gaps as it says`(caution: Caution) throws {
    let program = try program()
    program.shell.confirmer.caution = caution
    for play in ["exam Free", "quiz --count 4"] {
      #expect(!program.run(play, "finish", "result").contains("error["))
      #expect(program.shell.screen == .result)
    }
  }

  @Test func `an exam whose time ran out while one was away is over, and the history tells it`()
    throws
  {
    let program = try program()
    program.run("exam Timed --seed 7", "1", "home", "quiz --count 3", "home", "advance 11m")
    let told = program.run("stats", "home")
    #expect(told.contains("Timed: the time ran out while you were away. Not passed, "))
    #expect(told.contains("“history” shows it."))
    let state = try #require(program.state(StartState.self))
    #expect(state.waiting.map(\.count) == [3] && state.waiting.map(\.number) == [1])
    let history = program.run("history")
    #expect(history.contains("Timed  not passed") && history.contains("out of time"))
    #expect(!program.run("home").contains("ran out"))
    #expect(program.run("history --exam Timed").contains("Passed 0 of 1"))
  }

  @Test func `an exam that is over is told in Japanese too`() throws {
    let program = try program(.japanese)
    program.run("exam Timed", "home", "advance 11m", "stats")
    #expect(program.run("home").contains("「Timed」は不在中に時間切れになりました。不合格、0/4 点です。"))
  }

  @Test func `a script reads which exam is over, and with what result`() throws {
    let program = try program(json: true)
    program.run("exam Timed", "home", "advance 11m", "stats")
    let output = program.run("home")
    #expect(output.contains("\"kind\":\"exam-over\"") && output.contains("\"passed\":false"))
    #expect(output.contains("\"title\":\"Timed\""))
  }

  @Test func `a section without a time of its own is named too`() throws {
    let program = try program()
    #expect(program.run("exam Free --seed 7").contains("[Free]  1/4  Reading\n"))
    let state = try #require(program.state(QuizState.self))
    let rows = state.liveView(
      Theme(strings: Strings(language: .english), palette: Palette(), columns: 38))
    #expect(rows.status.last == "Reading")
  }

  @Test func `the list of answers has the name that its prompt says`() throws {
    let program = try program()
    program.run("exam Free", "answers")
    #expect(program.shell.screen == .confirm)
  }

  @Test func `a script reads whether the time may be stopped`() throws {
    let program = try program(json: true)
    #expect(program.run("exam Free").contains("\"canPause\":true"))
    #expect(program.run("exam Timed").contains("\"canPause\":false"))
    #expect(program.run("quiz").contains("\"canPause\":true"))
  }

  @Test(arguments: Language.allCases)
  func `in a narrow window the history of an exam says how each attempt ended`(
    language: Language
  ) throws {
    let program = try program(language, columns: 39)
    for _ in 0..<4 { program.run("exam Timed", "finish", "result", "home") }
    program.run("history --exam Timed")
    let state = try #require(program.state(HistoryState.self))
    let theme = Theme(strings: Strings(language: language), palette: Palette(), columns: 39)
    let liveView = state.liveView(theme)
    let row = try #require(liveView.list?.lines(0, 31).first)
    #expect(row.contains(language == .english ? "0/4  not passed" : "0/4  不合格"))
    #expect(!row.contains("Timed"))
    for columns in 24..<31 {
      let row = try #require(liveView.list?.lines(0, columns).first)
      #expect(
        row.hasSuffix(language == .english ? "not passed" : "不合格") || row.hasSuffix(" s")
          || row.hasSuffix("秒"), "\(row)")
    }
    #expect(liveView.body?.count == 5)
    program.run("history")
    let whole = try #require(program.state(HistoryState.self))
    let named = try #require(whole.liveView(theme).list?.lines(0, 31).first)
    #expect(named.contains(language == .english ? "0/4  not passed" : "0/4  不合格"))
  }

  @Test func `marks below nothing keep the column of the history`() throws {
    let program = try program(columns: 79)
    program.run("exam Hard", "finish", "result", "exam Hard --seed 7", "4", "4", "4", "4", "result")
    let lines = program.run("history --exam Hard").split(separator: "\n").map(String.init)
    let columns = lines.compactMap { line in
      line.firstRange(of: "/40  ").map { line[..<$0.lowerBound].count }
    }
    #expect(columns.count == 2 && Set(columns).count == 1)
  }

  @Test(arguments: [
    (Language.english, "Go on: Mock, 1/4, 9:50 left"), (.japanese, "続ける : Mock、1/4、残り9:50"),
  ])
  func `a waiting exam keeps its time in a narrow window`(language: Language, text: String) throws {
    let program = try program(language)
    program.run("exam edit Timed", "name Mock", "save", "exam Mock", "advance 10s", "home")
    let theme = Theme(strings: Strings(language: language), palette: Palette(), columns: 39)
    let quiz = try #require(program.state(StartState.self)?.waiting.first)
    #expect(theme.waits(quiz, 33) == text)
    #expect(theme.waits(quiz, 80).contains(language == .english ? "and running" : "（進行中）"))
    // The name is more informative than the word before it.
    #expect(theme.waits(quiz, 28).hasPrefix("Mock"))
    #expect(displayWidth(theme.waits(quiz, 20)) <= 20 && theme.waits(quiz, 20).contains("9:50"))
  }

  @Test func `a section's time is told, and its end`() throws {
    let program = try program()
    #expect(program.run("exam Timed --seed 7").contains("Reading: 60 s left"))
    let output = program.run("advance 1m")
    #expect(output.contains("Reading: 30 s left") && output.contains("Reading: 0 s left"))
    #expect(output.contains("3/4") && output.contains("日本: 2:00 left"))
    #expect(program.run("finish").contains("日本: 2:00 left"))
    #expect(program.run("go 1").contains("error[section-closed]"))
    #expect(program.run("back", "advance 2m").contains("日本: 0 s left"))
    #expect(program.shell.screen == .confirm)
    #expect(program.run("state").contains("Time ran out."))
  }

  @Test func `the time goes on while one is away, where there is no pause`() throws {
    let program = try program()
    program.run("exam Timed --seed 7", "1", "home", "advance 70s")
    #expect(program.run("history", "home").contains("8:50 left and running"))
    program.run("resume")
    let state = try #require(program.state(QuizState.self))
    #expect(state.remaining == 530 && state.section == "日本" && state.sectionRemaining == 110)
    program.run("home", "exam Free", "home")
    #expect(program.run("history").contains("(not finished)"))
  }

  @Test func `the result tells what was guessed and right, and what was sure and wrong`() throws {
    let program = try program()
    program.run("exam Timed --seed 7")
    for index in 0..<4 { program.run(index % 2 == 0 ? "sure" : "guess", "1") }
    let output = program.run("result")
    let items = try #require(program.state(ResultState.self)).items
    #expect(items.map(\.certainty) == [.sure, .guess, .sure, .guess])
    let guessed = items.filter { $0.certainty == .guess && $0.correct }.map { "\($0.number)" }
    let sure = items.filter { $0.certainty == .sure && !$0.correct }.map { "\($0.number)" }
    func list(_ numbers: [String]) -> String {
      (numbers.count == 1 ? "question " : "questions ") + numbers.joined(separator: ", ")
    }
    #expect(output.contains("Guessed and right: " + list(guessed)) == !guessed.isEmpty)
    #expect(output.contains("Sure and wrong: " + list(sure)) == !sure.isEmpty)
    #expect(!(guessed + sure).isEmpty)
    #expect(program.run("history", "open 1").contains("(sure)"))
  }

  @Test func `a question that was not answered is neither sure nor wrong`() throws {
    let program = try program()
    program.run("exam Timed --seed 7", "sure", "next", "next", "next", "next")
    #expect(!program.run("result").contains("Sure and wrong"))
  }

  @Test func `certainty can be said with words and taken back`() throws {
    let program = try program(.japanese)
    program.run("exam Timed --seed 7")
    #expect(program.run("自信あり").contains("（自信あり）"))
    #expect(program.state(QuizState.self)?.certainty == .sure)
    #expect(program.run("勘").contains("（勘）"))
    program.run("guess")
    #expect(program.state(QuizState.self)?.certainty == nil)
  }

  @Test func `the history names the exam and whether it was passed, and shows its marks`() throws {
    let program = try program(columns: 79)
    for _ in 0..<3 {
      program.run("exam Free", "1", "1", "1", "1", "result", "home")
    }
    program.run("quiz --count 2", "1", "1", "result", "exam Timed", "finish", "result")
    let all = program.run("history")
    #expect(all.contains("5 quizzes played"))
    #expect(all.contains("0/4  Timed  not passed"))
    let output = program.run("history --exam Free")
    let state = try #require(program.state(HistoryState.self))
    #expect(state.total == 3 && state.scores.count == 3 && state.exam == "Free")
    #expect(output.contains("Free: 3 attempts"))
    let passed = state.scores.count(where: \.passed)
    #expect(output.contains("Passed \(passed) of 3; pass mark 50 %"))
    program.run("open 3")
    #expect(program.state(HistoryState.self)?.open?.attempt.title == "Free")
    #expect(program.state(HistoryState.self)?.open?.attempt.number == 3)
    #expect(program.run("back", "delete 1").contains("Free: 2 attempts"))
    #expect(program.run("history").contains("4 quizzes played"))
    #expect(program.run("history --exam Fre").contains("error[unknown-exam]"))
    program.run("exam delete Free")
    #expect(program.run("history --exam Free").contains("Free: 2 attempts"))
  }

  @Test func `what was wrong, played again, is no attempt of the exam`() throws {
    let program = try program()
    program.run("exam Timed", "finish", "result", "retry", "1", "1", "1", "1", "result")
    #expect(program.state(ResultState.self)?.passed == nil)
    #expect(program.run("history --exam Timed").contains("Timed: 1 attempt"))
  }

  @Test func `a section has its bar in forty columns too`() throws {
    for language in Language.allCases {
      let program = try program(language, columns: 39)
      program.run("exam Timed", "finish")
      #expect(program.run("result").contains("日本     [-"))
    }
  }

  @Test func `an exam that was never taken has an empty history`() throws {
    let program = try program()
    #expect(program.run("history --exam Free").contains("Free: 0 attempts"))
  }

  @Test func `what scripts read of an exam is there`() throws {
    let program = try program(json: true)
    var output = program.run("exam Timed --seed 7", "sure")
    for key in [
      "\"section\":\"Reading\"", "\"sectionRemaining\":60", "\"certainty\":\"sure\"",
      "\"isExam\":true",
    ] { #expect(output.contains(key), "\(key)") }
    output = program.run("finish", "result")
    for key in [
      "\"passed\":false", "\"points\":0", "\"possible\":4",
      "\"sections\":[{\"name\":\"Reading\",\"passed\":false,\"points\":0,\"possible\":2}",
    ] { #expect(output.contains(key), "\(key) in \(output)") }
    output = program.run("quiz --count 1", "1", "result")
    #expect(output.contains("\"passed\":null") && output.contains("\"sections\":[]"))
    #expect(output.contains("\"certainty\":null"))
  }

  @Test func `a second of both clocks is one tick`() throws {
    let program = try program(json: true)
    program.run("exam Timed --seed 7")
    let ticks = program.run("advance 3s").split(separator: "\n")
    #expect(ticks.count == 3 && ticks.allSatisfy { $0.contains("\"type\":\"tick\"") })
  }

  @Test func `an exam of a day is replayed to the byte`() throws {
    func replayed() throws -> String {
      let program = try program()
      program.run("exam edit Timed", "time 24h", "save")
      return program.run(
        "exam Timed --seed 7", "sure", "1", "advance 70s", "1", "home", "advance 23h",
        "resume", "state", "result")
    }
    let first = try replayed()
    #expect(first.contains("Time ran out."))
    #expect(try replayed() == first)
  }

  @Test(arguments: Language.allCases, [39, 79])
  func `no line of an exam is wider than the terminal`(language: Language, columns: Int) throws {
    let program = try program(language, columns: columns)
    let output =
      [
        "exam Timed --seed 7", "sure", "1", "back", "pause", "guess", "1", "1", "advance 90s",
        "go 1", "1", "restart", "result", "history", "history --exam Timed", "open 1",
      ].map { program.run($0) }.joined()
    let widest = output.split(separator: "\n").map { displayWidth(String($0)) }.max() ?? 0
    #expect(widest <= columns, "\(output)")
  }
}
