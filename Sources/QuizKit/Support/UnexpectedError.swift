/// A failure that nobody has put into words: from a system call, or from Foundation.
public struct UnexpectedError: ReportableError {
  /// What the failure says of itself.
  public let description: String

  /// `error` itself when it can be reported as it is, else wrapped.
  public static func reportable(_ error: any Error) -> any ReportableError {
    error as? any ReportableError ?? UnexpectedError(description: "\(error)")
  }

  public var code: String { "unexpected" }

  public func text(in language: Language) -> String {
    language.text(
      "Something unexpected happened: \(description)", "予期しないエラーが発生しました: \(description)")
  }
}
