import Foundation
import QuizSupport

/// Edits a text in the person's own editor: `$VISUAL`, else `$EDITOR`, else vi.
///
/// The text is in a file that no other user may read, in a folder of its own, so that files that an
/// editor leaves beside it are removed too.
struct ProgramTextEditor: TextEditor {
  private let editor: String
  private let folder: String

  /// The longest text that is read back, in bytes.
  private static let limit = 1 << 20

  init(environment: Environment) {
    editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    folder = environment["TMPDIR"] ?? "/tmp"
  }

  func edit(_ text: String) throws(TextEditorFailure) -> String {
    let own = try makeFolder()
    let path = own + "/text.md"
    defer { Self.remove(own) }
    try write(text, to: path)
    let job = try ForegroundJob(shell: editor, path: path, named: editor)
    switch job.wait() {
    case .exit(0): return try read(path)
    case .exit(let code): throw .ended(editor: editor, exit: code)
    case .signal(let number): throw .killed(editor: editor, signal: number)
    }
  }

  /// A new folder that only this user may enter.
  private func makeFolder() throws(TextEditorFailure) -> String {
    var template = Array((folder + "/qa-repl-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .noFile(path: folder, code: errno) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func write(_ text: String, to path: String) throws(TextEditorFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .noFile(path: folder, code: errno) }
    defer { close(file) }
    // Text files end with a line end, and some editors would add it anyway.
    if let code = FileDescriptor(file).writeAll(Array((text + "\n").utf8)) {
      throw .noFile(path: folder, code: code)
    }
  }

  private func read(_ path: String) throws(TextEditorFailure) -> String {
    // Not blocking, in case the editor has put a pipe in the file's place.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path: path, code: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while bytes.count <= Self.limit {
      let count = Foundation.read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(path: path, code: errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    guard bytes.count <= Self.limit else { throw .tooLong(limit: Self.limit) }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    let cleaned = text.withoutControls.sanitised
    return cleaned.hasSuffix("\n") ? String(cleaned.dropLast()) : cleaned
  }

  private static func remove(_ folder: String) {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      // Only this user can read files that remain, and the system clears the folder.
      return
    }
  }
}
