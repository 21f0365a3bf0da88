import Foundation
import QuizSupport

/// Lets a person edit a text in a program of its own, which has the terminal until it ends.
package protocol TextEditor {
  /// Returns the text as the person left it.
  ///
  /// - Throws: ``TextEditorFailure``. The text then stays as it was.
  func edit(_ text: String) throws(TextEditorFailure) -> String

  /// Lets the person edit a file of theirs, with the cursor on a line where the program can.
  ///
  /// - Throws: ``TextEditorFailure`` where the program cannot be started. How it ends says nothing.
  func openFile(_ path: String, line: Int) throws(TextEditorFailure)
}

/// Why a text was not edited.
package enum TextEditorFailure: ReportableError, Equatable {
  /// There is no room for the temporary file, or it cannot be made.
  case noFile(path: String, code: Int32)
  /// The editor could not be started.
  case notStarted(editor: String, code: Int32)
  /// The editor ended with this exit code, as editors do when the person gives up.
  case ended(editor: String, exit: Int32)
  /// A signal ended the editor.
  case killed(editor: String, signal: Int32)
  /// The text that the editor left cannot be read.
  case unreadable(path: String, code: Int32)
  /// The editor did not write UTF-8.
  case notUTF8
  /// The text is longer than a field may be, in bytes.
  case tooLong(limit: Int)

  package var message: Message {
    Message("editor-failed", reason)
      + Reason(" The text stays as it was.", "入力した文章はそのままです。")
  }

  private var reason: Reason {
    switch self {
    case .noFile(let path, let code):
      Self.system(
        code, "No file for the editor can be made in \(path)", "\(path) にエディター用のファイルを作成できません")
    case .notStarted(let editor, let code):
      Self.system(code, "The editor “\(editor)” cannot be started", "エディター「\(editor)」を起動できません")
    case .ended(let editor, 127):
      Reason(
        "The editor “\(editor)” was not found; set EDITOR to one that is installed.",
        "エディター「\(editor)」が見つかりません。EDITOR を設定してください。")
    case .ended(let editor, let exit):
      Reason(
        "The editor “\(editor)” ended with exit code \(exit).",
        "エディター「\(editor)」が終了コード \(exit) で終わりました。")
    case .killed(let editor, let signal):
      Reason(
        "The editor “\(editor)” was ended by signal \(signal).",
        "エディター「\(editor)」がシグナル \(signal) で終わりました。")
    case .unreadable(let path, let code):
      Self.system(
        code, "The text that the editor wrote into \(path) cannot be read",
        "エディターの書いた \(path) を読めません")
    case .notUTF8:
      Reason(
        "The text that the editor wrote is not UTF-8.", "エディターの書いた文章が UTF-8 ではありません。")
    case .tooLong(let limit):
      Reason(
        "The text that the editor wrote is longer than \(limit) bytes.",
        "エディターの書いた文章が \(limit) バイトを超えています。")
    }
  }

  /// What failed, and the operating system's reason for it.
  private static func system(_ code: Int32, _ english: String, _ japanese: String) -> Reason {
    Reason(english + ": ", japanese + ": ") + .system(code) + Reason(".", "。")
  }
}

/// Edits a text in the person's own editor: `$VISUAL`, else `$EDITOR`, else vi.
///
/// The text is in a file that no other user may read, in a folder of its own, so that files that an
/// editor leaves beside it are removed too.
package struct ProgramTextEditor: TextEditor {
  private let editor: String
  private let folder: String

  /// The longest text that is read back, in bytes.
  private static let limit = 1 << 20

  package init(environment: Environment) {
    editor = environment["VISUAL"] ?? environment["EDITOR"] ?? "vi"
    folder = environment["TMPDIR"] ?? "/tmp"
  }

  package func edit(_ text: String) throws(TextEditorFailure) -> String {
    let own = try makeFolder()
    let path = own + "/text.md"
    defer { Self.remove(own) }
    try write(text, to: path)
    let job = try ForegroundJob(shell: editor, arguments: [path], named: editor)
    switch job.wait() {
    case .exit(0): return try read(path)
    case .exit(let code): throw .ended(editor: editor, exit: code)
    case .signal(let number): throw .killed(editor: editor, signal: number)
    }
  }

  package func openFile(_ path: String, line: Int) throws(TextEditorFailure) {
    let job = try ForegroundJob(
      shell: editor, arguments: arguments(for: path, line: line), named: editor)
    if job.wait() == .exit(127) { throw .ended(editor: editor, exit: 127) }
  }

  /// The arguments that put the cursor on a line. Programs that run beside the terminal have to
  /// wait until the file is closed.
  func arguments(for path: String, line: Int) -> [String] {
    let words = editor.split(separator: " ").filter { !$0.contains("=") && $0 != "env" }
    let program = words.first?.split(separator: "/").last?.split(separator: ".").first
    let waiting = words.contains { ["--wait", "-w"].contains($0) } ? [] : ["--wait"]
    return switch program {
    // micro takes `FILE:LINE` only where a setting allows it (micro.1).
    case "vi", "vim", "nvim", "view", "ex", "nano", "pico", "emacs", "emacsclient", "kak", "micro":
      ["+\(line)", path]
    case "code", "code-insiders", "codium", "vscodium": waiting + ["--goto", "\(path):\(line)"]
    case "hx", "helix": ["\(path):\(line)"]
    case "subl", "sublime_text": waiting + ["\(path):\(line)"]
    default: [path]
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

/// A program that has the terminal until it ends.
///
/// It is a process group of its own in the foreground, so that keys that send signals, such as
/// Ctrl-C, reach it and not this program.
struct ForegroundJob {
  /// How a program ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
  }

  private let process: pid_t
  /// The process group that had the terminal before; `nil` when this program could not hand over
  /// the terminal, because it did not have it.
  private let owner: pid_t?

  /// Starts `command`, a line for the shell, with further arguments behind it.
  init(
    shell command: String, arguments: [String], named name: String
  ) throws(TextEditorFailure) {
    // The job waits for the end of this pipe, so that it has the terminal before it does anything.
    var gate: [Int32] = [-1, -1]
    guard pipe(&gate) == 0 else { throw .notStarted(editor: name, code: errno) }
    defer { close(gate[1]) }
    for end in gate { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let places = arguments.indices.map { "\"$\($0 + 1)\"" }.joined(separator: " ")
    let line = "read go <&\(Self.gate); exec \(Self.gate)<&-; \(command) \(places)"
    let foreground = tcgetpgrp(STDIN_FILENO)
    owner = foreground == getpgrp() ? foreground : nil
    let (process, code) = Self.spawn(
      ["/bin/sh", "-c", line, "sh"] + arguments, waitingFor: gate[0], inOwnGroup: owner != nil)
    close(gate[0])
    guard code == 0 else { throw .notStarted(editor: name, code: code) }
    self.process = process
    if owner != nil { Self.giveTerminal(to: process) }
  }

  /// The number under which the job knows the pipe. A shell takes one digit.
  private static let gate: Int32 = 9

  /// Waits for the end, and takes the terminal back.
  func wait() -> Ending {
    defer { if let owner { Self.giveTerminal(to: owner) } }
    var status: Int32 = 0
    while true {
      guard waitpid(process, &status, owner == nil ? 0 : WUNTRACED) == process else {
        if errno == EINTR { continue }
        return .exit(127)
      }
      // The user has pressed Ctrl-Z. No shell knows this job, so no other program could continue
      // it.
      if status & 0xFF == 0x7F {
        kill(-process, SIGCONT)
      } else {
        let signal = status & 0x7F
        return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
      }
    }
  }

  /// Starts the program. It does not inherit the signals that this program ignores or blocks.
  private static func spawn(
    _ arguments: [String], waitingFor pipe: Int32, inOwnGroup: Bool
  ) -> (process: pid_t, code: Int32) {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var files: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var files = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_adddup2(&files, pipe, gate)
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    if inOwnGroup { flags |= Int32(POSIX_SPAWN_SETPGROUP) }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", &files, &attributes, words, environ)
    return (process, code)
  }

  private static func giveTerminal(to group: pid_t) {
    // Without this, changing the foreground from the background would stop this program.
    let before = signal(SIGTTOU, SIG_IGN)
    tcsetpgrp(STDIN_FILENO, group)
    signal(SIGTTOU, before)
  }
}
