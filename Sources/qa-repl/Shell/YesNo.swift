import Foundation
import QuizKit

/// A question of the program itself, answered by yes or no.
struct YesNo {
  /// What is asked.
  let text: String
  /// What Enter means. Where something would be lost, it is a no.
  let standard: Bool
  /// Does what the answer means.
  private let reply: (Bool) -> Void

  init(_ text: String, standard: Bool = false, reply: @escaping (Bool) -> Void) {
    self.text = text.sanitisedLine
    self.standard = standard
    self.reply = reply
  }

  /// The question, with what may be answered.
  var question: String { "\(text) \(answers)" }

  /// Takes what was typed. All that is neither a yes nor empty is a no.
  func take(_ answer: String) {
    let word = FullWidth.folded(answer).trimmingCharacters(in: .whitespaces).lowercased()
    reply(word.isEmpty ? standard : ["y", "yes", "はい"].contains(word))
  }

  /// How it is asked where single keys are read: one is enough.
  var prompt: Prompt {
    var keys: [Key: String] = [.named(.enter): ""]
    for key in ["y", "Y", "ｙ", "n", "N", "ｎ"] { keys[.text(key)] = key }
    return Prompt(
      id: "ask " + text, text: "\(answers)> ", shortcuts: keys, isCommandLine: false)
  }

  /// What may be answered, with what Enter means in capitals.
  private var answers: String { standard ? "[Y/n]" : "[y/N]" }
}
