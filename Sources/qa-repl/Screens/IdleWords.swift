import QuizExchange
import QuizKit

// The commands that can do nothing in a state of a screen, so that a list of everything that can be
// done leaves them out.

extension StartState {
  var idleWords: Set<String> {
    let idle = importing == nil && fitting == nil ? ["cancel"] : []
    let ofBank = (waiting.isEmpty ? ["resume"] : []) + (questions > 0 ? ["sample"] : [])
    return Set(idle + ofBank)
  }
}

extension QuizState {
  var idleWords: Set<String> {
    var idle: Set<String> = canGoBack ? [] : ["back"]
    idle.formUnion([paused || !canPause ? "pause" : "", paused ? "" : "resume"])
    if paused { idle.formUnion(["skip", "flag", "finish", "go"]) }
    if paused || !canAnswer || feedback != nil || waiting != nil {
      idle.formUnion(["choose", "toggle", "answer", "sure", "guess"])
    }
    switch kind {
    // Digits answer a question with one right choice.
    case .single, .trueFalse: idle.formUnion(["choose", "toggle", "answer"])
    case .several: idle.insert("answer")
    case .text, .number, .card, .gaps, .order, .match: idle.formUnion(["choose", "toggle"])
    }
    return answered > 0 ? idle : idle.union(["undo"])
  }
}

extension ConfirmState {
  var idleWords: Set<String> { items.contains(where: \.canChange) ? [] : ["back", "undo"] }
}

extension ResultState {
  var idleWords: Set<String> {
    Set((mistakes > 0 ? [] : ["retry"]) + (more > 0 ? [] : ["more"]))
  }
}

extension ManageState {
  var idleWords: Set<String> {
    if editing {
      return fields.idleWords.union(["go", "edit", "delete"] + conflict(theirs == nil))
    }
    let ofForm = CommandEntry.form.map(\.name) + ["save", "cancel"] + conflict(true)
    return Set(ofForm + (count > 0 ? [] : ["go", "edit", "delete", "notes"]))
  }
}

extension RegisterState {
  var idleWords: Set<String> { fields.idleWords.union(unsaved ? [] : ["register"]) }
}

extension FormFields {
  /// The words for fields that a question of this kind does not have.
  fileprivate var idleWords: Set<String> {
    switch kind {
    case .single, .trueFalse, .several: ["accept", "accepted", "unaccept", "number", "case"]
    case .text: ["choice", "add-choice", "remove-choice", "correct", "number"]
    case .number: ["choice", "add-choice", "remove-choice", "correct", "accept", "case"]
    case .order: ["correct", "accept", "accepted", "unaccept", "number", "case"]
    case .card, .gaps, .match:
      [
        "choice", "add-choice", "remove-choice", "correct", "accept", "accepted", "unaccept",
        "number", "case",
      ]
    }
  }
}

extension NotesState {
  var idleWords: Set<String> {
    guard let note else {
      let ofNote = ["title", "body", "add", "save", "cancel"] + conflict(true)
      return Set(ofNote + (total > 0 ? [] : ["open", "delete", "list"]))
    }
    return Set(["open", "delete"] + conflict(note.theirs == nil))
  }
}

/// The words after a save that was refused because another program had saved.
private func conflict(_ isIdle: Bool) -> [String] {
  isIdle ? ["overwrite", "reload", "keep-both"] : []
}

extension TimerState {
  var idleWords: Set<String> {
    Set((running ? ["start"] : ["pause"]) + (stopEnabled ? [] : ["stop"]))
  }
}

extension ReviewState {
  var idleWords: Set<String> {
    Set((due > 0 ? [] : ["review"]) + (fitting == nil ? ["cancel"] : []))
  }
}

extension HistoryState {
  var idleWords: Set<String> {
    if let open { return Set(["open", "delete"] + (open.attempt.finished ? ["resume"] : [])) }
    return total > 0 ? [] : ["open", "delete", "resume"]
  }
}

extension SearchState {
  var idleWords: Set<String> { total > 0 ? [] : ["go", "delete"] }
}

extension TrashState {
  var idleWords: Set<String> { total > 0 ? [] : ["restore", "empty"] }
}
