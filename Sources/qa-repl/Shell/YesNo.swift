import Foundation
import QuizSupport

/// A question that the program asks the user, answered with yes or no.
struct YesNo {
  /// The question.
  let text: String
  /// The answer that Enter gives. It is “no” when a yes would destroy something.
  let standard: Bool
  /// Called with the answer.
  private let reply: (Bool) -> Void

  init(_ text: String, standard: Bool = false, reply: @escaping (Bool) -> Void) {
    self.text = text.sanitisedLine
    self.standard = standard
    self.reply = reply
  }

  /// The question and the possible answers.
  var question: String { "\(text) \(answers)" }

  /// Reads a typed answer. Empty input means ``standard``; anything else but a yes is a no.
  func isYes(_ answer: String) -> Bool {
    value(of: answer) ?? false
  }

  /// Whether a typed line is a command rather than an answer. Somebody who is offered something may
  /// type what they came for; beside a question about destroying, other words only mean no.
  func isCommand(_ line: String) -> Bool {
    standard && value(of: line) == nil
  }

  private func value(of answer: String) -> Bool? {
    let word = FullWidth.folded(answer).trimmingCharacters(in: .whitespaces)
    return word.isEmpty ? standard : YesOrNo.value(of: word)
  }

  /// Takes the answer.
  func take(_ isYes: Bool) { reply(isYes) }

  /// The possible answers. The capital letter marks the one for Enter.
  var answers: String { standard ? "[Y/n]" : "[y/N]" }
}
