import QuizSupport

/// What is unusual about a question that can be saved all the same.
package enum FormWarning: ReportableError, Equatable {
  /// Every choice is right, so that there is nothing to find out.
  case allChoicesRight
  /// What the choices were worth is gone, because something else is right now.
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
