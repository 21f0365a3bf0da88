import Testing

@testable import QuizExchange
@testable import QuizSupport
@testable import Terminal
@testable import qa_repl

@Suite struct ManualPageTests {
  private func page(_ language: Language) -> [String] {
    ManualPage(
      strings: Strings(language: language), version: "1.2", table: CommandTable(Screen.all)
    ).lines
  }

  /// The text of the page without what tells troff about hyphens and the ends of lines.
  private func shown(_ page: [String]) -> String {
    page.joined(separator: "\n").replacing("\\-", with: "-").replacing("\\:", with: "")
  }

  @Test(arguments: Language.allCases)
  func `every option and every command has its paragraph`(language: Language) {
    let text = shown(page(language))
    for option in OptionLine.table { #expect(text.contains("\\fB\(option.name)\\fR")) }
    for command in CommandTable(Screen.all).entries {
      #expect(text.contains("\\fB\(command.usage)\\fR"))
    }
  }

  @Test func `a line of text is never taken for a request`() {
    let requests = [".TH", ".SH", ".nh", ".ad", ".SS", ".TP", ".RS", ".RE", ".B", ".br"]
    for line in page(.english) where line.hasPrefix(".") {
      #expect(requests.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
    }
  }

  @Test(arguments: Language.allCases)
  func
    `it says how answers are graded, when questions come back, and what the columns of answers are`(
      language: Language
    )
  {
    let text = shown(page(language))
    let strings = Strings(language: language)
    for section in AnswerManual.sections(strings) + ReviewManual.sections(strings) {
      #expect(text.contains(".SS \(section.title)"))
    }
    for column in AnswerTable.columns { #expect(text.contains(column)) }
  }

  @Test func `its essays are no longer than a paragraph`() {
    let strings = Strings(language: .english)
    let sections =
      AnswerManual.sections(strings) + ReviewManual.sections(strings)
      + ExamManual.sections(strings)
    for section in sections {
      #expect(section.text.split(separator: " ").count <= 90, "\(section.title)")
    }
  }

  @Test func `explanations follow the language`() {
    #expect(shown(page(.japanese)).contains("クイズを始めます"))
  }

  @Test func `a line of Japanese may end between two letters, and before no mark`() {
    let text = page(.japanese).joined(separator: "\n")
    #expect(text.contains("ク\\:イ\\:ズ\\:を\\:始\\:め\\:ま\\:す"))
    #expect(!text.contains("\\:。") && !text.contains("\\:ー"))
  }

  @Test(arguments: Language.allCases)
  func `the examples come first`(language: Language) {
    let sections = page(language).filter { $0.hasPrefix(".SH") }
    #expect(sections[2] == language.text(".SH EXAMPLES", ".SH 例"))
  }
}
