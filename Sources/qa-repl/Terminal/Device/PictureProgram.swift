import Foundation
import QuizSupport

/// Opens pictures in a program of the user's: `$QA_REPL_VIEWER`, else the one that opens files on
/// this system.
///
/// The program gets a copy in a file that no other user may read, in a folder of its own. It may go
/// on when this program ends, so a shell beside it removes the folder: when the program has ended,
/// and some time later, because the usual ones only tell another one to open the file. Where that
/// shell was killed, or the computer switched off, the next picture that is opened removes the copy.
package struct PictureProgram {
  private let command: String
  private let folder: String
  /// How long the copy stays after the program has ended, in seconds.
  private let delay: Int

  /// - Returns: `nil` where no such program is.
  package init?(environment: Environment, delay: Int = 60) {
    guard let command = environment["QA_REPL_VIEWER"] ?? Self.usual(environment) else { return nil }
    (self.command, self.delay) = (command, delay)
    folder = environment["TMPDIR"] ?? "/tmp"
  }

  /// Opens a picture.
  ///
  /// - Parameter name: a name for the file, without a folder.
  /// - Throws: ``PictureProgramFailure``
  package func open(_ bytes: [UInt8], named name: String) throws(PictureProgramFailure) {
    var template = Array((folder + "/qa-repl-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw .noFile(path: folder, code: errno) }
    let own = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(PictureProgramFailure) {
      removeRemains(beside: own)
      try write(bytes, to: own + "/" + name)
      try start(showing: own + "/" + name, in: own)
    } catch {
      Self.remove(own)
      throw error
    }
  }

  /// The program that opens files of any kind.
  private static func usual(_ environment: Environment) -> String? {
    #if canImport(Darwin)
      return "open"
    #else
      let isThere = { (name: String) in
        (environment["PATH"] ?? "").split(separator: ":").contains { folder in
          access("\(folder)/\(name)", X_OK) == 0
        }
      }
      // Linux in Windows has the programs of Windows.
      if environment["WSL_DISTRO_NAME"] != nil, isThere("wslview") { return "wslview" }
      // Without a screen there is nothing to look at.
      let hasScreen = environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil
      return hasScreen && isThere("xdg-open") ? "xdg-open" : nil
    #endif
  }

  private func write(_ bytes: [UInt8], to path: String) throws(PictureProgramFailure) {
    let file = Foundation.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .noFile(path: folder, code: errno) }
    defer { close(file) }
    if let code = FileDescriptor(file).writeAll(bytes) { throw .noFile(path: folder, code: code) }
  }

  /// Starts the program in the background, away from the terminal.
  private func start(showing path: String, in own: String) throws(PictureProgramFailure) {
    let line =
      "(trap '' HUP INT QUIT; \(command) \"$1\"; sleep \(delay); rm -rf -- \"$2\") "
      + "</dev/null >/dev/null 2>&1 &"
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      let session = Int32(POSIX_SPAWN_SETSID)
    #else
      var attributes = posix_spawnattr_t()
      let session: Int32 = 0x80
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | session))
    let arguments = ["/bin/sh", "-c", line, "sh", path, own]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let code = posix_spawn(&process, "/bin/sh", nil, &attributes, words, environ)
    guard code == 0 else { throw .notStarted(program: command, code: code) }
    // The shell ends at once; what it has started goes on.
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR { continue }
  }

  private static func remove(_ folder: String) {
    do {
      try FileManager.default.removeItem(atPath: folder)
    } catch {
      // Only this user can read what remains, and the system clears the folder.
      return
    }
  }

  // MARK: Remains

  /// The age in seconds after which a copy is taken for one that its shell left behind.
  private static let oldest = 86_400

  /// Removes the copies that a killed shell has left behind: this user's folders with such a name
  /// that are a day older than the new one, and have one picture in them or nothing. The file of a
  /// text editor, which has such a folder too, stays.
  private func removeRemains(beside own: String) {
    guard let new = Self.status(of: own) else { return }
    for name in Self.names(in: folder) where name.wholeMatch(of: /qa-repl-[A-Za-z0-9]{6}/) != nil {
      let path = folder + "/" + name
      guard let status = Self.status(of: path), status.st_mode & S_IFMT == S_IFDIR,
        status.st_mode & 0o077 == 0, status.st_uid == geteuid(),
        Self.seconds(status) < Self.seconds(new) - Self.oldest
      else { continue }
      let files = Self.names(in: path)
      let isCopy = files.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{12}\.[a-z]+/) != nil }
      guard files.count <= 1, isCopy else { continue }
      for file in files { unlink(path + "/" + file) }
      rmdir(path)
    }
  }

  /// The names in a folder; none where it cannot be read, and what remains there stays.
  private static func names(in folder: String) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      return []
    }
  }

  /// The status of a file, and not of that to which a link leads; `nil` where there is none.
  private static func status(of path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static func seconds(_ status: stat) -> Int {
    #if canImport(Darwin)
      status.st_mtimespec.tv_sec
    #else
      status.st_mtim.tv_sec
    #endif
  }
}

/// Why a picture was not opened.
package enum PictureProgramFailure: ReportableError, Equatable {
  /// There is no room for the copy, or it cannot be made.
  case noFile(path: String, code: Int32)
  /// The program could not be started.
  case notStarted(program: String, code: Int32)

  package var message: Message {
    switch self {
    case .noFile(let path, let code):
      Message(
        "viewer-failed",
        Reason(
          "No copy of the picture can be made in \(path): ", "\(path) に画像のコピーを作成できません: ")
          + .system(code))
    case .notStarted(let program, let code):
      Message(
        "viewer-failed",
        Reason("“\(program)” cannot be started: ", "「\(program)」を起動できません: ") + .system(code))
    }
  }
}
