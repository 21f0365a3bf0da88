import QuizSupport

/// A command that was dropped because it came too soon after another, like the second half of a
/// double tap.
public struct DroppedCommand: ReportableError, Equatable {
  /// The command's word.
  public let name: String

  public var message: Message {
    Message(
      "dropped", "“\(name)” came within a second of the command before it and was dropped.",
      "\(name) は前の操作から 1 秒以内だったため、無視しました。")
  }
}
