import Foundation
import Testing

/// The question banks of other people, which are not part of the project.
enum SharedData {
  /// The folder with the banks; `nil` on a machine that has only the project.
  static let path = ProcessInfo.processInfo.environment["QA_REPL_SHARED"]

  static var isThere: Bool { path != nil }

  /// The bytes of a file below the shared folder.
  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = try #require(path)
    return Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
  }

  /// The names of the files in a folder below the shared one, sorted.
  static func files(in folder: String) throws -> [String] {
    let root = try #require(path)
    return try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder)
      .filter { !$0.hasPrefix("LICENSE") && !$0.hasSuffix("LICENSE") }
      .sorted().map { folder + "/" + $0 }
  }
}
