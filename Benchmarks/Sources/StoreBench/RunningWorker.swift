import Foundation
import StoreBenchKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A started program of a contender.
///
/// It is spawned by hand: `Process` takes some milliseconds of its own.
final class RunningWorker {
  struct Failure: Error {
    var program: String
    var status: Int32
  }

  private let path: String
  private let process: pid_t
  /// The pipe where the program waits for its turns.
  private let input: FileHandle
  private let output: FileHandle
  private var text = Data()

  init(_ path: String, _ arguments: [String]) throws {
    var ends: [Int32] = [0, 0, 0, 0]
    let areOpen = ends.withUnsafeMutableBufferPointer { ends in
      guard let start = ends.baseAddress else { return false }
      return pipe(start) == 0 && pipe(start + 2) == 0
    }
    guard areOpen else { throw Failure(program: path, status: errno) }
    // A program that held the ends of another one would keep it from noticing that this program is
    // gone.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_adddup2(&actions, ends[3], 1)
    var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var process: pid_t = 0
    let status = posix_spawn(&process, path, &actions, nil, &pointers, environ)
    close(ends[0])
    close(ends[3])
    self.path = path
    self.process = process
    input = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    output = FileHandle(fileDescriptor: ends[2], closeOnDealloc: true)
    guard status == 0 else { throw Failure(program: path, status: status) }
  }

  /// Waits until the program wants a turn (``Turns``). Returns `false` when it wants no more turns.
  func wantsTurn() throws -> Bool {
    let byte = try output.read(upToCount: 1)
    if byte == Turns.token { return true }
    text = byte ?? Data()
    return false
  }

  /// Lets the program go on.
  func giveTurn() throws { try input.write(contentsOf: Turns.token) }

  /// Waits for the end of the program.
  func wait() throws {
    text += output.readDataToEndOfFile()
    var status: Int32 = 0
    waitpid(process, &status, 0)
    guard status == 0 else { throw Failure(program: path, status: status) }
  }

  /// The figures that the program printed by its end.
  func figures() throws -> [String: Double] {
    try JSONDecoder().decode([String: Double].self, from: text)
  }
}
