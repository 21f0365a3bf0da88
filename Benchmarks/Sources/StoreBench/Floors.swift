import Foundation
import StoreBenchKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The times of the disk without any store.
enum Floors {
  struct Failure: Error {
    var code = errno
  }

  /// The median milliseconds of appending 900 bytes and syncing them to the disk.
  static func appendAndSync(in directory: String) throws -> Double {
    let path = directory + "/floor"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure() }
    defer {
      close(file)
      unlink(path)
    }
    let bytes = [UInt8](repeating: 0x61, count: 900)
    return try median(300) { _ in
      guard write(file, bytes, bytes.count) == bytes.count, sync(file) == 0 else {
        throw Failure()
      }
    }
  }

  /// The median milliseconds of reading 885 bytes, the size of a record, anywhere in a file of
  /// `count` records that the system has in memory.
  static func read(in directory: String, count: Int) throws -> Double {
    let path = directory + "/floor"
    let length = 885
    try Data(count: count * length).write(to: URL(fileURLWithPath: path))
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure() }
    defer {
      close(file)
      unlink(path)
    }
    var bytes = [UInt8](repeating: 0, count: length)
    var random = Random(seed: 42)
    let places = (0..<2000).map { _ in Int(random.next() % UInt64(count)) * length }
    return try median(places.count) { turn in
      guard pread(file, &bytes, length, places[turn]) == length else { throw Failure() }
    }
  }

  /// The median milliseconds of writing all records with Foundation's encoder into a new file that
  /// replaces the old one.
  static func wholeFile(in directory: String, count: Int) throws -> Double {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.dateEncodingStrategy = .iso8601
    var questions = (1...count).map(Samples.question)
    let path = directory + "/whole"
    defer { unlink(path) }
    return try median(7) { turn in
      questions[turn].text += "改"
      let data = try encoder.encode(questions)
      let file = open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw Failure() }
      let written = data.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      guard written == data.count, fsync(file) == 0 else { throw Failure() }
      close(file)
      guard rename(path + ".new", path) == 0 else { throw Failure() }
      let parent = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      fsync(parent)
      close(parent)
    }
  }

  private static func sync(_ file: Int32) -> Int32 {
    #if canImport(Darwin)
      fcntl(file, F_FULLFSYNC)
    #else
      fdatasync(file)
    #endif
  }
}
