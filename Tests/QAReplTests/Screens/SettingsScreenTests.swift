import Foundation
import QuizStore
import QuizSupport
import TestKit
import Testing

@testable import QuizKit
@testable import Terminal
@testable import qa_repl

/// The settings: at a terminal, as lines and in the rest of the program.
@Suite struct SettingsScreenTests {
  private let disk = SimulatedDisk()
  private var file: ProgramFile { ProgramFile("/config", on: disk) }

  private func desk(
    _ text: String = "", columns: Int = 80, language: Language = .english,
    store: (any DataStore)? = nil, now: Date = Date(timeIntervalSince1970: 12 * 3600)
  ) throws -> LiveDesk {
    if !text.isEmpty { try file.replace(with: Array(text.utf8)) }
    return try LiveDesk(
      size: ScreenSize(columns: columns, rows: 24), store: store, language: language, now: now,
      settings: SettingsBook(file: file))
  }

  private var text: String { String(decoding: disk.text(of: file.path) ?? [], as: UTF8.self) }

  @Test func `a screen has each setting with its value`() throws {
    let desk = try desk("count 10\n")
    desk.type("settings\r")
    #expect(desk.shows("Settings  /config"))
    #expect(
      desk.list == [
        "Theme               < as the terminal says >",
        "Language              as the system says", "Questions a round     10",
        "Right answer shown    at the end", "Choices               mixed from the second time",
        "Questions             in the author's order       of the command line",
        "Target                90 %",
        "Day begins at         4:00", "Bell                  on", "Mouse                 on",
      ])
  }

  @Test func `Right and Left go through the values of the row, and keep them`() throws {
    let desk = try desk()
    desk.type("settings\r")
    desk.type("\u{1B}[C")
    #expect(desk.chosen == "Theme               < dark >")
    desk.type("\u{1B}[D\u{1B}[D")
    #expect(desk.chosen == "Theme               < the terminal's 16 colours >")
    #expect(text == "theme 16\n")
    desk.type("\u{1B}[B\u{1B}[B\r")
    #expect(desk.chosen == "Questions a round   < 30 >")
    #expect(text == "theme 16\ncount 30\n")
    desk.escape()
    #expect(desk.screen == .start)
  }

  @Test func `each fits into 40 columns in Japanese`() throws {
    let desk = try desk(columns: 40, language: .japanese)
    desk.type("設定\r")
    #expect(desk.rows.allSatisfy { displayWidth($0) <= 40 })
    #expect(desk.chosen?.hasPrefix("配色  ") == true, "\(desk.rows)")
    #expect(desk.chosen?.hasSuffix(" >") == true, "\(desk.rows)")
    #expect(desk.shows("1 回の出題数") && desk.shows("1 日の始まり"))
  }

  @Test(arguments: Language.allCases)
  func `the path of the file stays on one row with the title`(language: Language) throws {
    let path = "/home/somebody/.config/another/qa-repl/config"
    let desk = try LiveDesk(
      size: ScreenSize(columns: 40, rows: 24), language: language,
      settings: SettingsBook(file: ProgramFile(path, on: disk)))
    desk.type("settings\r")
    let title = try #require(desk.rows.first { $0.contains(language.text("Settings  /", "設定  /")) })
    #expect(title.hasSuffix("/config") && title.contains(".."), "\(desk.rows)")
  }

  @Test func `set works on every screen, says the value and stays there`() throws {
    let desk = try desk()
    desk.type("decks\r")
    desk.type("set day-begins 5:30\r")
    #expect(
      desk.screen == .decks && desk.everything.contains { $0.contains("Day begins at: 5:30") })
    #expect(text == "day-begins 5:30\n")
    desk.type("set target 120\r")
    #expect(desk.everything.contains { $0.contains("target cannot be “120”; it takes 70…97") })
    desk.type("set colour blue\r")
    #expect(desk.everything.contains { $0.contains("set cannot be “colour”") })
    #expect(text == "day-begins 5:30\n")
  }

  @Test func `a target is also that of a bank which has one of its own, and of no other`() throws {
    for (lines, expected) in [
      (["due --target 85\r", "set target 80\r"], 80), (["set target 80\r"], nil),
    ] {
      let store = MemoryStore(schema: QuestionBank.schema)
      let desk = try desk(store: store)
      for line in lines { desk.type(line) }
      let settings = try StoreContext(store).fetch(FetchDescriptor<BankSetting>()).first
      #expect(settings?.reviewTarget == expected, "\(desk.rows)")
    }
  }

  @Test func `the words of other programs lead there`() throws {
    let desk = try desk()
    for word in ["theme", "config", "options", "preferences"] {
      desk.type("\(word)\r")
      #expect(desk.everything.contains { $0.contains("settings") }, "\(word)")
    }
  }

  @Test func `a round has as many questions as the person wants, whatever starts it`() throws {
    let desk = try desk("count 5\n")
    #expect(desk.shows("Enter play 5 questions"))
    desk.type("quiz\r")
    #expect(desk.shows("1 of 5"))
    desk.type("home\r")
    desk.type("quiz --count 7\r")
    #expect(desk.shows("1 of 7"))
    desk.type("home\r")
    desk.type("set count all\r")
    desk.type("quiz --deck \"First Steps\"\r")
    #expect(desk.shows("1 of 20"))
  }

  @Test func `the right answer is told at once where the person wants it so`() throws {
    let desk = try desk("practice on\n")
    desk.type("quiz\r")
    desk.answer("1")
    #expect(desk.shows("Enter next") || desk.shows("right answer") || desk.shows("Right"))
    desk.type("home\r")
    // A limit of time is for exams.
    desk.type("quiz --time 5m\r")
    #expect(desk.shows("5:00 left") || desk.shows("4:59 left"))
  }

  @Test func `a quiz late at night is not due before the day has begun`() throws {
    let store = MemoryStore(schema: QuestionBank.schema)
    let evening = Date(timeIntervalSince1970: 10 * 86_400 + 23.5 * 3600)
    let first = try LiveDesk(
      store: store, samples: true, now: evening, settings: SettingsBook(file: file))
    for line in ["quiz --deck \"First Steps\" --count 5", "finish", "result", "y"] {
      first.type(line + "\r")
    }
    let midnight = try desk(store: store, now: evening + 31 * 60)
    #expect(!midnight.shows("Review what is due"))
    let morning = try desk(store: store, now: evening + 5 * 3600)
    #expect(morning.shows("Review what is due"))
    let owl = try desk("day-begins 6:00\n", store: store, now: evening + 5 * 3600)
    #expect(!owl.shows("Review what is due"))
  }
}
