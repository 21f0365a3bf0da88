import Foundation
import QuizKit
import Terminal

/// Stores the command history between sessions, one escaped line per entry.
///
/// Each entry is appended in a single write, so that concurrent sessions lose nothing. Errors are
/// ignored, because the history is only a convenience.
struct HistoryFile {
  let path: String

  /// Uses `$XDG_STATE_HOME` (XDG Base Directory Specification 0.8; a relative path is ignored).
  init(environment: [String: String], home: String) {
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    self.init(path: (state ?? home + "/.local/state") + "/qa-repl/history")
  }

  init(path: String) {
    self.path = path
  }

  /// Returns the entries, oldest first. Trims the file when it has grown long.
  func load() -> [String] {
    guard canBeFile, let data = FileManager.default.contents(atPath: path) else { return [] }
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
    let entries = lines.suffix(History.limit).map { Self.unescaped(String($0)) }
    if lines.count > History.limit * 2 { rewrite(lines.suffix(History.limit)) }
    return entries
  }

  func append(_ line: String) {
    let folder = (path as NSString).deletingLastPathComponent
    mkdirs(folder)
    guard canBeFile else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    let bytes = Array((Self.escaped(line) + "\n").utf8)
    _ = write(file, bytes, bytes.count)
    close(file)
  }

  /// Whether the path is a regular file or does not exist. Opening a pipe could block forever.
  private var canBeFile: Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private func rewrite(_ lines: ArraySlice<Substring>) {
    let text = lines.joined(separator: "\n") + "\n"
    do {
      try DiskFiles().write(Array(text.utf8), to: path, isPrivate: true)
    } catch {
      // Ignore the error; the file just stays long.
      return
    }
  }

  private func mkdirs(_ folder: String) {
    guard !folder.isEmpty, mkdir(folder, 0o700) != 0, errno == ENOENT else { return }
    mkdirs((folder as NSString).deletingLastPathComponent)
    mkdir(folder, 0o700)
  }

  static func escaped(_ line: String) -> String {
    line.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  static func unescaped(_ line: String) -> String {
    var result = ""
    var isEscaped = false
    for character in line {
      if isEscaped { result.append(character == "n" ? "\n" : character) }
      if !isEscaped, character != "\\" { result.append(character) }
      isEscaped = !isEscaped && character == "\\"
    }
    return result
  }
}
