import Foundation
import StoreBenchKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A contender's program.
///
/// It is spawned by hand: `Process` takes some milliseconds of its own.
struct WorkerProcess {
  struct Failure: Error {
    var program: String
    var status: Int32
  }

  private let path: String

  /// - Parameter directory: where ``install(in:)`` has put it.
  init(_ name: String, in directory: String) {
    path = directory + "/" + name
  }

  /// The programs of all contenders.
  static let names = ["StoreWorkerGRDB", "StoreWorkerQuizKit"]

  /// Writes copies of the programs, which lie beside this one, each in one piece: by how the linker or a
  /// copy has written it a program starts a millisecond faster or slower, which is of no interest here.
  static func install(in directory: String) throws {
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let folder = (own as NSString).deletingLastPathComponent
    for name in names {
      let copy = "\(directory)/\(name)"
      try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        .write(to: URL(fileURLWithPath: copy))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: copy)
    }
    sync()
  }

  /// What the program printed, and as `wall` the milliseconds from its start to its end.
  func run(_ arguments: [String]) throws -> [String: Double] {
    var output: [Int32] = [0, 0]
    guard pipe(&output) == 0 else { throw Failure(program: path, status: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    posix_spawn_file_actions_addclose(&actions, output[0])
    var pointers: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var text = Data()
    var status: Int32 = 0
    let wall = try milliseconds {
      var process: pid_t = 0
      let result = posix_spawn(&process, path, &actions, nil, &pointers, environ)
      close(output[1])
      guard result == 0 else { throw Failure(program: path, status: result) }
      text = FileHandle(fileDescriptor: output[0], closeOnDealloc: true).readDataToEndOfFile()
      waitpid(process, &status, 0)
    }
    guard status == 0 else { throw Failure(program: path, status: status) }
    var figures = try JSONDecoder().decode([String: Double].self, from: text)
    figures["wall"] = wall
    return figures
  }
}
