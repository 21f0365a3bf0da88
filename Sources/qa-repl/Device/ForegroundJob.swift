import Foundation

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

  /// Starts `command`, a line for the shell, with a path as its last argument.
  init(shell command: String, path: String, named name: String) throws(TextEditorFailure) {
    // The job waits for the end of this pipe, so that it has the terminal before it does anything.
    var gate: [Int32] = [-1, -1]
    guard pipe(&gate) == 0 else { throw .notStarted(editor: name, code: errno) }
    defer { close(gate[1]) }
    for end in gate { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let line = "read go <&\(Self.gate); exec \(Self.gate)<&-; \(command) \"$1\""
    let foreground = tcgetpgrp(STDIN_FILENO)
    owner = foreground == getpgrp() ? foreground : nil
    let (process, code) = Self.spawn(
      ["/bin/sh", "-c", line, "sh", path], waitingFor: gate[0], inOwnGroup: owner != nil)
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
