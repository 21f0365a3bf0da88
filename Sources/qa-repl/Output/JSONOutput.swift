import Foundation
import QuizKit
import QuizStore
import QuizSupport

/// Writes JSON Lines: one object per line and one write per line, with sorted members. Text is raw
/// UTF-8, except for characters that could control a terminal. Diagnostics also go to standard
/// error.
final class JSONOutput: Output {
  var strings: Strings

  private let results: any TextSink
  private let text: TextOutput
  private let encoder = JSONTextEncoder(sortsMembers: true)
  private var sequence = 0

  init(theme: Theme, results: any TextSink, diagnostics: any TextSink) {
    strings = theme.strings
    self.results = results
    // Used for its diagnostics only.
    text = TextOutput(theme: theme, results: diagnostics, diagnostics: diagnostics)
  }

  func hello(_ greeting: Greeting) {
    write("hello", at: .zero, body: HelloBody(greeting))
  }

  func notice(_ notice: StoreNotice, at time: Duration) {
    write("notice", at: time, body: ErrorBody(notice, strings))
    text.strings = strings
    text.notice(notice, at: time)
  }

  func echo(_ line: String) {
    write("echo", at: nil, body: EchoBody(command: line))
  }

  func show(_ state: any Viewable, _ occasion: Occasion, at time: Duration) {
    // An import and a fit progress by ticks too, but only time makes a tick for scripts.
    let isTick = occasion == .tick && !state.timesLeft.isEmpty
    write(isTick ? "tick" : "state", at: time, body: StateBody(state))
  }

  func report(_ report: any Report, at time: Duration) {
    guard !report.isBesideOutput else { return text.report(report, at: time) }
    write("report", kind: report.kind, at: time, body: report.body(in: strings.language))
  }

  func help(_ topic: HelpTopic, at time: Duration) {
    write("help", at: time, body: HelpBody(topic, strings))
  }

  func failure(_ error: any ReportableError, place: Place?, at time: Duration) {
    write("error", at: time, body: ErrorBody(error, place: place, strings))
    text.strings = strings
    text.failure(error, place: place, at: time)
  }

  func warning(_ error: any ReportableError, place: Place?, at time: Duration) {
    write("notice", at: time, body: ErrorBody(error, place: place, strings))
    text.strings = strings
    text.warning(error, place: place, at: time)
  }

  func end(errors: Int, exit: ExitCode, at time: Duration) {
    write("end", at: time, body: EndBody(errors: errors, exit: exit.value))
  }

  private func write(
    _ type: String, kind: String? = nil, at time: Duration?, body: some Encodable
  ) {
    sequence += 1
    let line = JSONLine(sequence: sequence, type: type, kind: kind, time: time, body: body)
    if let key = CodingUserInfoKey.wording {
      encoder.userInfo[key] = Message.Wording { [strings] in strings($0) }
    }
    do {
      var bytes = JSONEscapes.escaping(try encoder.encode(line))
      bytes.append(10)
      results.write(String(decoding: bytes, as: UTF8.self))
    } catch {
      // States contain only strings, integers and Booleans, so encoding cannot fail.
      preconditionFailure("a state that is not JSON: \(error)")
    }
  }
}
