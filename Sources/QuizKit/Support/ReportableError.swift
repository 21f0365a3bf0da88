/// An error for people and scripts: what went wrong, where, and what to do about it.
public protocol ReportableError: Error {
  /// The code for scripts, and one or two sentences for people, without internal paths or a stack
  /// trace.
  var message: Message { get }

  /// The file that caused the error, as the user named it.
  var file: String? { get }

  /// The physical line in ``file`` that caused the error, counted from 1.
  var line: Int? { get }

  /// Whether data or a file is unusable (exit code 2), rather than a single command failing (exit
  /// code 1).
  var isDataUnusable: Bool { get }
}

extension ReportableError {
  /// The code of the ``message``.
  public var code: String { message.code }

  /// The sentences of the ``message``.
  public func text(in language: Language) -> String { message.text(in: language) }

  /// No file caused the error.
  public var file: String? { nil }

  /// No line caused the error.
  public var line: Int? { nil }

  /// A single command failed, and the data is usable.
  public var isDataUnusable: Bool { false }
}
