import Foundation
import StoreBenchKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A contender's program.
struct WorkerProcess {
  private let path: String

  /// - Parameter directory: the one in which ``install(in:)`` has put the program.
  init(_ name: String, in directory: String) {
    path = directory + "/" + name
  }

  /// The programs of all contenders.
  static let names = ["StoreWorkerGRDB", "StoreWorkerQuizKit"]

  /// Writes copies of the programs, which are beside this one, each in one piece. Depending on how
  /// the linker or a copy has written it, a program starts a millisecond faster or slower, which is
  /// not of interest here.
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

  /// The numbers that the program printed, and as `wall` the milliseconds from its start to its
  /// end.
  func run(_ arguments: [String]) throws -> [String: Double] {
    let begin = DispatchTime.now().uptimeNanoseconds
    let worker = try start(arguments)
    try worker.wait()
    let end = DispatchTime.now().uptimeNanoseconds
    var figures = try worker.figures()
    figures["wall"] = Double(end - begin) / 1e6
    return figures
  }

  func start(_ arguments: [String]) throws -> RunningWorker {
    try RunningWorker(path, arguments)
  }
}
