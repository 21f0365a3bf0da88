/// A failure that is shown to a person and read by scripts: what went wrong, where, and what to do.
public protocol ReportableError: Error {
  /// A stable word for scripts, such as `unknown-deck`; the same in every language.
  var code: String { get }

  /// One sentence or two for a person, without a full path of the program or a stack trace.
  func text(in language: Language) -> String

  /// The file that is at fault, as the user named it.
  var file: String? { get }

  /// The physical line in ``file``, counted from 1.
  var line: Int? { get }

  /// Whether data or a file cannot be used at all (exit code 2), rather than one command that failed (exit code 1).
  var isDataUnusable: Bool { get }
}

extension ReportableError {
  /// No file is at fault.
  public var file: String? { nil }

  /// No line is at fault.
  public var line: Int? { nil }

  /// A command failed, and the data is usable.
  public var isDataUnusable: Bool { false }
}
