import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

/// What `?` shows: the keys and the commands of the screen.
@Suite struct KeyGuideTests {
  private func guide(
    _ line: String, _ columns: Int = 80, _ language: Language = .english
  ) throws -> LiveDesk {
    let desk = try LiveDesk(size: ScreenSize(columns: columns, rows: 64), language: language)
    desk.type(line + "\r")
    desk.wait()
    desk.answer("?")
    return desk
  }

  @Test func `keys and their effects stand in two columns, and the commands after them`() throws {
    let desk = try guide("quiz --count 3")
    #expect(desk.shows("  1-4                    answer"))
    #expect(desk.shows("  Space                  mark"))
    #expect(desk.shows("  Ctrl-R                 search the lines typed before; again for older"))
    #expect(desk.shows("Commands: this screen"))
    #expect(desk.rows.contains { $0.contains("  flag  ") && $0.contains("  mark this question") })
    #expect(desk.shows("Commands: play") && desk.shows("Commands: bank"))
    #expect(!desk.shows("1-4 answer"))
  }

  @Test func `each key is there once`() throws {
    let desk = try guide("decks")
    for key in ["Enter", "Tab", "Esc", "?"] {
      #expect(desk.rows.count { $0.hasPrefix("  \(key) ") } <= 1, "\(key)")
    }
  }

  @Test func `a number goes to a row where it answers nothing`() throws {
    #expect(try guide("decks").shows("  a number "))
    #expect(try !guide("quiz --count 3").shows("  a number "))
    #expect(try !guide("timer").shows("  a number "))
  }

  @Test(arguments: Language.allCases)
  func `the manual page names each key once, and the guide none that it leaves out`(
    language: Language
  ) throws {
    let keys = KeyHelp.all(Strings(language: language)).map(\.keys)
    #expect(Set(keys).count == keys.count)
    let desk = try guide("stats", 80, language)
    for key in ["/", ":", "Esc", "Ctrl-C"] { #expect(desk.shows("  \(key) ")) }
  }

  @Test(arguments: [40, 80, 120], Language.allCases)
  func `the guide fits its window in both languages`(columns: Int, language: Language) throws {
    for line in ["manage", "quiz --count 3", "decks"] {
      let desk = try guide(line, columns, language)
      #expect(desk.rows.allSatisfy { displayWidth($0) <= columns })
      #expect(desk.shows(language.text("Keys", "キー")) && desk.line == ":")
      desk.type("q")
      #expect(!desk.shows(language.text("Ctrl-R ", "Ctrl-R ")))
    }
  }

  @Test(arguments: [
    ("Enter look at it", "Enter", "look at it"),
    ("Up Down Enter choose", "Up Down Enter", "choose"),
    ("1-4 answer", "1-4", "answer"), ("<- -> all / wrong", "<- ->", "all / wrong"),
    ("Esc back", "Esc", "back"), ("? keys", "?", "keys"), ("finish list", "", "finish list"),
    ("Enter 20 問を始める", "Enter", "20 問を始める"),
  ])
  func `a hint is split into its keys and their effect`(
    hint: String, keys: String, effect: String
  ) {
    let split = KeyHint(hint, .ascii)
    #expect(split.keys == keys && split.effect == effect)
  }
}
