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
        "all-choices-right",
        "All choices are right. If that is not meant, “correct 1 3” marks some of them.",
        "すべての選択肢が正解です。意図したものでなければ correct 1 3 のように選び直してください。")
    case .weightsDropped:
      Message(
        "weights-dropped",
        "The choices have no weights any more, because another answer is right now. “undo” brings them back.",
        "正解が変わったので、選択肢の配点はなくなりました。undo で元に戻せます。")
    }
  }
}
