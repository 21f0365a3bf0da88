import QuizSupport
import Testing

@testable import QuizKit
@testable import Terminal
@testable import qa_repl

@Suite struct ProgressLineTests {
  private let terminal = BufferSink()

  private func makeLine(
    columns: Int = 40, language: Language = .english
  ) -> ProgressLine {
    let theme = Theme(
      strings: Strings(language: language), palette: Palette(), columns: columns)
    return ProgressLine(theme: theme, terminal: terminal)
  }

  private func status(_ completed: Int, after elapsed: Duration) -> ImportStatus {
    ImportStatus(
      .init(number: 2, completedBytes: completed, totalBytes: 8_000_000),
      paths: ["a.zip", "b.zip"], elapsed: elapsed)
  }

  @Test func `an import of half a second shows nothing`() {
    let line = makeLine()
    line.show(status(0, after: .zero), at: .seconds(3))
    line.show(status(4_000_000, after: .milliseconds(400)), at: .milliseconds(3_400))
    line.show(nil, at: .milliseconds(3_500))
    #expect(terminal.text.isEmpty)
  }

  @Test(arguments: [
    (Language.english, "2/2  b.zip 25 %  2.0 MB/s  3 s left"),
    (.japanese, "2/2  b.zip 25 %  2.0 MB/s  残り 3 秒"),
  ])
  func `a longer import has a line that disappears at its end`(
    language: Language, text: String
  ) {
    let line = makeLine(language: language)
    line.show(status(0, after: .zero), at: .zero)
    line.show(status(2_000_000, after: .seconds(1)), at: .seconds(1))
    #expect(terminal.take() == "\r\(text)\u{1B}[K")
    line.show(nil, at: .seconds(2))
    #expect(terminal.take() == "\r\u{1B}[K")
    line.clear()
    #expect(terminal.text.isEmpty)
  }

  @Test func `a long name leaves room for the numbers and for Ctrl-C`() {
    let line = makeLine(columns: 32)
    line.show(status(0, after: .zero), at: .zero)
    line.show(status(2_000_000, after: .seconds(1)), at: .seconds(1))
    let shown = terminal.text.dropFirst().dropLast(3)
    #expect(shown.hasSuffix(" 25 %  2.0 MB/s  3 s left"))
    #expect(displayWidth(String(shown)) == 30)
  }
}
