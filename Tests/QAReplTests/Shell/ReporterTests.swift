import QuizKit
import QuizSupport
import Signals
import Testing

@testable import Terminal
@testable import qa_repl

/// The failures and the results of commands, as they are written and counted.
@Suite struct ReporterTests {
  private let diagnostics = BufferSink()
  private let reporter: Reporter

  init() {
    reporter = Reporter(
      output: TextOutput(
        theme: Theme(strings: Strings(language: .english), palette: Palette()),
        results: BufferSink(), diagnostics: diagnostics), clock: VirtualScheduler())
  }

  /// The places, levels and codes of the written lines.
  private var written: [String] {
    diagnostics.text.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "]").map { String(line[...$0]) }
    }
  }

  private let unsaved = UnsavedText(screen: .register)
  private let unconfirmed = ConfirmRequired(question: "Delete it?")

  @Test func `a failure is written with the place of the command, and counted`() {
    reporter.place = Place(file: "s", line: 4)
    reporter.fail(unsaved)
    #expect(written == ["s:4: error[unsaved-text]"])
    #expect(reporter.failures == 1 && reporter.exit == .commandFailed)
  }

  @Test func `a failure with a place of its own is written there`() {
    reporter.place = Place(file: "s", line: 4)
    reporter.fail(unsaved, at: Place(file: "-c", line: 1))
    #expect(written == ["-c:1: error[unsaved-text]"])
  }

  @Test func `a warning counts as nothing`() {
    reporter.place = Place(file: "s", line: 4)
    reporter.warn(unsaved)
    #expect(written == ["s:4: warning[unsaved-text]"])
    #expect(reporter.errors == 0 && reporter.exit == .success)
  }

  @Test func `the errors of a report are no failures, but the exit code tells of them`() {
    reporter.report(FaultyReport())
    #expect(reporter.failures == 0 && reporter.errors == 2)
    #expect(reporter.exit == .commandFailed)
  }

  @Test func `work that reports a failure has failed, and a warning is none`() {
    #expect(reporter.outcome { reporter.fail(unsaved) } == .failed)
    #expect(reporter.outcome { reporter.warn(unsaved) } == .done)
  }

  @Test func `what goes wrong beside an undo that is carried out is a warning`() {
    let outcome = reporter.outcome { reporter.collect { reporter.fail(unsaved) } }
    #expect(outcome == .done && reporter.failures == 0)
    #expect(diagnostics.text.hasPrefix("warning[unsaved-text]"))
  }

  @Test func `what goes wrong beside an undo that fails is a failure, after the undo's own`() {
    reporter.place = Place(file: "s", line: 4)
    reporter.collect {
      reporter.fail(unsaved)
      reporter.failReversal(unconfirmed)
    }
    #expect(written == ["s:4: error[confirm-required]", "s:4: error[unsaved-text]"])
    #expect(reporter.failures == 2)
  }

  @Test func `after an undo failures are written at once again`() {
    reporter.collect {}
    reporter.fail(unsaved)
    #expect(reporter.failures == 1)
  }
}

/// A report that lists two errors.
private struct FaultyReport: Report {
  var kind: String { "faulty" }
  var errors: Int { 2 }
  func body(in language: Language) -> [String] { [] }
  func view(_ theme: Theme) -> [String] { [] }
}
