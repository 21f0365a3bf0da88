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
    if paused || !canAnswer || feedback != nil || againIn != nil {
      idle.formUnion(["choose", "toggle", "answer", "sure", "guess"] + Self.partWords)
    }
    switch kind {
    // Digits answer a question with one right choice.
    case .single, .trueFalse: idle.formUnion(["choose", "toggle", "answer"] + Self.partWords)
    case .several: idle.formUnion(["answer"] + Self.partWords)
    case .text, .number: idle.formUnion(["choose", "toggle"] + Self.partWords)
    case .card:
      idle.formUnion([
        "choose", "toggle", "answer", "gap", "order", "match", back == nil ? "" : "show",
      ])
    case .gaps: idle.formUnion(["toggle", "answer"] + Self.partWords.filter { $0 != "gap" })
    case .order: idle.formUnion(["toggle", "answer"] + Self.partWords.filter { $0 != "order" })
    case .match: idle.formUnion(["toggle", "answer"] + Self.partWords.filter { $0 != "match" })
    }
    return answered > 0 ? idle : idle.union(["undo"])
  }

  /// The commands that answer cards, and questions of several parts.
  private static let partWords =
    ["show", "gap", "order", "match"] + RecallGrade.allCases.map(\.name)
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
    case .single, .trueFalse, .several: Self.typedWords.union(Self.partWords)
    case .text: Self.choiceWords.union(Self.partWords).union(["number"])
    case .number: Self.choiceWords.union(Self.partWords).union(["accept", "case"])
    case .order: Self.typedWords.union(Self.partWords).union(["correct"])
    case .card: otherWords(than: ["back-side"])
    case .gaps: otherWords(than: ["gap", "remove-gap"])
    case .match: otherWords(than: ["pair", "remove-pair", "extra"])
    }
  }

  private func otherWords(than own: Set<String>) -> Set<String> {
    Self.choiceWords.union(Self.typedWords).union(Self.partWords).subtracting(own)
  }

  private static let choiceWords: Set<String> = [
    "choice", "add-choice", "remove-choice", "correct",
  ]
  private static let typedWords: Set<String> = ["accept", "accepted", "unaccept", "number", "case"]
  private static let partWords: Set<String> = [
    "back-side", "gap", "remove-gap", "pair", "remove-pair", "extra",
  ]
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
