import QuizSupport

/// Something unusual about a question. The question can still be saved.
package enum FormWarning: ReportableError, Equatable {
  /// Every choice is right, so the question tests nothing.
  case allChoicesRight
  /// The weights of the choices were removed, because the right answer is now a different one.
  case weightsDropped

  package var message: Message {
    switch self {
    case .allChoicesRight:
      Message(
        "all-choices-right", "All choices are right.", "すべての選択肢が正解です。",
        topic: "all-choices-right.form")
    case .weightsDropped:
      Message(
        "weights-dropped",
        "The choices have no weights any more, because another answer is right now.",
        "正解が変わったので、選択肢の配点はなくなりました。", topic: "weights-dropped.form")
    }
  }
}
