import Foundation
import StoreBenchKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// The processor that receives the completions of the disk. Single saves are measured on it.
///
/// A program on another processor is woken through it, which takes 50 us more on top of 120 here.
/// The processor on which a program runs is random, and would decide between two contenders.
struct DiskProcessor {
  #if canImport(Glibc)
    private let number: Int

    /// Finds the processor by trying each.
    init(directory: String) throws {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      var fastest = Double.infinity
      var number = 0
      for candidate in 0..<min(ProcessInfo.processInfo.activeProcessorCount, 64) {
        let time = try median(
          (0..<3).map { _ -> Double in
            try Self.run(on: 1 << UInt64(candidate)) { try Floors.appendAndSync(in: directory) }
          })
        if time < fastest { (fastest, number) = (time, candidate) }
      }
      self.number = number
      FileHandle.standardError.write(Data("saves on processor \(number)\n".utf8))
    }

    /// Calls `body` on that processor. Programs that it starts run there too.
    func run<T>(_ body: () throws -> T) throws -> T {
      try Self.run(on: 1 << UInt64(number), body)
    }

    private typealias Function = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt64>) -> Int32

    /// These functions are in every libc for Linux, but the Glibc module does not declare them.
    private static func function(_ name: String) -> Function? {
      dlsym(UnsafeMutableRawPointer(bitPattern: 0), name).map {
        unsafeBitCast($0, to: Function.self)
      }
    }

    private static func run<T>(on mask: UInt64, _ body: () throws -> T) throws -> T {
      // The array is as large as the C library's type; its first number has the first 64
      // processors.
      var before = [UInt64](repeating: 0, count: 16)
      var only = [mask] + [UInt64](repeating: 0, count: 15)
      guard let get = function("sched_getaffinity"), let set = function("sched_setaffinity"),
        get(0, 128, &before) >= 0, set(0, 128, &only) == 0
      else { throw Floors.Failure() }
      defer { _ = set(0, 128, &before) }
      return try body()
    }
  #else
    init(directory: String) {}

    /// Calls `body`, because this system does not let a program choose the processor.
    func run<T>(_ body: () throws -> T) rethrows -> T { try body() }
  #endif
}
