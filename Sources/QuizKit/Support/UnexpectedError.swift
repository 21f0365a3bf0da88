/// An error that has no message of its own, such as one from a system call or from Foundation.
public struct UnexpectedError: ReportableError {
  /// The error's own description.
  public let description: String

  /// Returns `error` itself if it is reportable; otherwise wraps it.
  public static func reportable(_ error: any Error) -> any ReportableError {
    error as? any ReportableError ?? UnexpectedError(description: "\(error)")
  }

  public var code: String { "unexpected" }

  public func text(in language: Language) -> String {
    language.text(
      "Something unexpected happened: \(description)", "予期しないエラーが発生しました: \(description)")
  }
}
