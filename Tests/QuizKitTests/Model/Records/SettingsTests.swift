import QuizStore
import QuizSupport
import TestKit
import Testing

@testable import QuizKit

/// What a person chooses once, for all sessions.
@Suite struct SettingsTests {
  private let disk = SimulatedDisk()
  private var file: ProgramFile { ProgramFile("/home/a/.config/qa-repl/config", on: disk) }

  private func book(
    _ text: String? = nil, options: [Setting: String] = [:], variables: [String: String] = [:]
  ) throws -> SettingsBook {
    if let text { try file.replace(with: Array(text.utf8)) }
    return SettingsBook(file: file, options: options, variables: variables)
  }

  private var text: String? { disk.text(of: file.path).map { String(decoding: $0, as: UTF8.self) } }

  @Test(
    arguments: [
      (Setting.theme, "LIGHT", "light"), (.theme, "16", "16"), (.theme, "pink", nil),
      (.language, "ja", "ja"), (.language, "fr", nil), (.count, "15", "15"), (.count, "すべて", "all"),
      (.count, "0", nil), (.count, "-3", nil), (.count, "many", nil), (.practice, "on", "on"),
      (.practice, "オフ", "off"), (.practice, "maybe", nil), (.order, "random", "random"),
      (.order, "none", nil), (.target, "85", "85"), (.target, "85%", "85"), (.target, "98", nil),
      (.target, "69", nil), (.dayBegins, "4", "4:00"), (.dayBegins, "04:05", "4:05"),
      (.dayBegins, "23:59", "23:59"), (.dayBegins, "24:00", nil), (.dayBegins, "4:60", nil),
      (.dayBegins, "4:00:00", nil), (.dayBegins, "", nil), (.count, "１０", "10"),
    ] as [(Setting, String, String?)])
  func `a typed value is one that the setting takes, or none`(
    setting: Setting, typed: String, value: String?
  ) {
    #expect(setting.value(of: typed) == value)
  }

  @Test(arguments: Setting.allCases)
  func `the usual value and those of the keys can be typed`(setting: Setting) {
    for value in setting.values + [setting.usual] { #expect(setting.value(of: value) == value) }
    #expect(setting.values.contains(setting.usual))
    #expect(setting.value(setting.values.count, behind: setting.usual) == setting.usual)
    #expect(setting.value(-1, behind: setting.values[0]) == setting.values.last)
    #expect(setting.value(1, behind: "7 of 9") == setting.usual)
  }

  @Test func `a file has a setting a line, as after set or as an option`() throws {
    let book = try book("# mine\n\ntheme light\n--count=all # every one\n  ORDER\trandom  \r\n")
    #expect(book.servePerson().isEmpty)
    #expect(book.current[.theme] == "light")
    #expect(book.current.limit == 0)
    #expect(book.current.order == .random)
    #expect(book.current[.bell] == "on")
  }

  @Test func `of two lines for a setting the last one counts, and is the one that is changed`()
    throws
  {
    let book = try book("count 5\ncount 6  # six\n")
    _ = book.servePerson()
    #expect(book.current.limit == 6)
    try book.set(.count, to: "7")
    #expect(text == "count 5\ncount 7  # six\n")
  }

  @Test(arguments: [
    ("colour blue", "there is no setting “colour”"), ("theme", "theme cannot be “”"),
    ("store memory", "there is no setting “store”"), ("yes", "there is no setting “yes”"),
    ("target 120", "it takes 70…97"),
  ])
  func `a line that is none is named with its number and passed over`(line: String, says: String)
    throws
  {
    let book = try book("bell off\n\(line)\nmouse off\n")
    let problems = book.servePerson().map { $0.message.text(in: .english) }
    #expect(problems.count == 1)
    #expect(problems[0].hasPrefix("/home/a/.config/qa-repl/config:2: "))
    #expect(problems[0].contains(says))
    #expect(!book.current.isOn(.bell) && !book.current.isOn(.mouse))
  }

  @Test func `the command line comes before the environment, and that before the file`() throws {
    let book = try book(
      "theme dark\ncount 5\ntarget 80\n", options: [.theme: "light"],
      variables: ["QA_REPL_THEME": "16", "QA_REPL_COUNT": "6", "QA_REPL_DAY_BEGINS": "5:30"])
    #expect(book.servePerson().isEmpty)
    let all = try book.all()
    func value(of setting: Setting) -> String? {
      all.first { $0.setting == setting }.map { "\($0.value) \($0.origin.rawValue)" }
    }
    #expect(value(of: .theme) == "light option")
    #expect(value(of: .count) == "6 environment")
    #expect(value(of: .target) == "80 config")
    #expect(value(of: .bell) == "on default")
    #expect(all.map { book.current[$0.setting] } == all.map(\.value))
    #expect(book.current.dayBegins == 5 * 3600 + 30 * 60)
  }

  @Test func `a variable with a value that is none is named, but a language of others is not`()
    throws
  {
    let book = try book(variables: ["QA_REPL_COUNT": "lots", "QA_REPL_LANG": "fr_FR"])
    let problems = book.servePerson().map { $0.message.text(in: .english) }
    #expect(
      problems == [
        "QA_REPL_COUNT: count cannot be “lots”; it takes 1, 2, 3 …, all. It is passed over."
      ])
    #expect(book.current.limit == 20)
  }

  @Test func `a script reads neither the environment nor the file`() throws {
    let book = try book("count 5\n", variables: ["QA_REPL_TARGET": "70"])
    #expect(book.current == Settings.ofScripts)
    #expect(book.current.order == .author && book.current.dayBegins == 0)
    // What it sets is for persons.
    try book.set(.count, to: "8")
    #expect(text == "count 8\n")
    #expect(book.current.limit == 20)
  }

  @Test func `what is chosen counts at once and the next time, and is said`() throws {
    let first = try book(options: [.count: "3"])
    _ = first.servePerson()
    var told: [Setting] = []
    let handle = first.changes.observe { told.append($0) }
    try first.set(.count, to: "all")
    try first.set(.theme, to: "light")
    try first.set(.theme, to: "light")
    handle.dispose()
    #expect(told == [.count, .theme])
    #expect(first.current.limit == 0)
    let next = SettingsBook(file: file)
    #expect(next.servePerson().isEmpty)
    #expect(next.current.limit == 0 && next.current[.theme] == "light")
  }

  @Test func `what a person wrote besides stays as it is`() throws {
    let book = try book("# colours\ntheme dark\n\n# odd\nsome thing\n")
    try book.set(.theme, to: "light")
    try book.set(.bell, to: "off")
    #expect(text == "# colours\ntheme light\n\n# odd\nsome thing\nbell off\n")
  }

  @Test func `a link to a file elsewhere stays a link`() throws {
    try ProgramFile("/dotfiles/config", on: disk).replace(with: Array("bell off\n".utf8))
    disk.links[file.path] = "/dotfiles/config"
    let book = SettingsBook(file: file)
    try book.set(.mouse, to: "off")
    #expect(
      disk.text(of: "/dotfiles/config").map { String(decoding: $0, as: UTF8.self) }
        == "bell off\nmouse off\n")
  }

  @Test func `a file that is no text is named, and never written over`() throws {
    try file.replace(with: [0xFF, 0xFE, 0x41])
    let book = SettingsBook(file: file)
    #expect(book.servePerson().map { $0.message.code } == ["settings-unreadable"])
    #expect(book.current.limit == 20 && book.current.order == .need)
    #expect(throws: SettingFailure.unreadable(file.path)) { try book.set(.bell, to: "off") }
    #expect(disk.text(of: file.path) == [0xFF, 0xFE, 0x41])
  }

  @Test func `a full disk leaves setting and file as they were`() throws {
    let book = try book("bell on\n")
    _ = book.servePerson()
    disk.faults = [SimulatedDisk.Fault(operation: .write, code: 28)]
    #expect(throws: SettingFailure.self) { try book.set(.bell, to: "off") }
    #expect(book.current.isOn(.bell))
    #expect(text == "bell on\n")
  }

  @Test func `where nothing is kept, nothing can be chosen`() {
    #expect(throws: SettingFailure.notKept) { try SettingsBook().set(.bell, to: "off") }
  }
}
