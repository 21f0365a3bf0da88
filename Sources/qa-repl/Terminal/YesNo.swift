/// A question of the program itself, answered by yes or no.
struct YesNo {
  let question: String
  /// What Enter means.
  let standard: Bool
  /// Told the answer.
  let reply: (Bool) -> Void

  /// Whether an answer means yes.
  func isYes(_ answer: String) -> Bool {
    let word = FullWidth.folded(answer).lowercased()
    return word.isEmpty ? standard : ["y", "yes", "はい"].contains(word)
  }

  /// How it is asked: one key is enough.
  var prompt: Prompt {
    var keys: [Key: String] = [.named(.enter): ""]
    for key in ["y", "Y", "ｙ", "n", "N", "ｎ"] { keys[.text(key)] = key }
    let answers = standard ? "[Y/n]> " : "[y/N]> "
    return Prompt(id: "ask " + question, text: answers, shortcuts: keys, isCommandLine: false)
  }
}
