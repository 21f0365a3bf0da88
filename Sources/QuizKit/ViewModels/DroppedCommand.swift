import QuizSupport

/// A command that came so soon after another that it was dropped, as the second half of a double
/// tap.
package struct DroppedCommand: ReportableError, Equatable {
  /// The command's word.
  package let name: String

  package var message: Message {
    Message(
      "dropped", "“\(name)” came within a second of the command before it and was dropped.",
      "\(name) は前の操作から 1 秒以内だったため、無視しました。")
  }
}
