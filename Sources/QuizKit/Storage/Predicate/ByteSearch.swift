#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds bytes in bytes.
struct ByteSearch: Sendable {
  private typealias Function =
    @convention(c) (
      UnsafeRawPointer, Int, UnsafeRawPointer, Int
    ) -> UnsafeMutableRawPointer?

  /// `memmem` reads 6 to 8 GB/s. It is in every libc, but the Glibc module does not declare it.
  private static let find: Function? = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "memmem").map {
    unsafeBitCast($0, to: Function.self)
  }

  private let needle: [UInt8]

  /// - Parameter needle: at least one byte.
  init(_ needle: [UInt8]) {
    self.needle = needle
  }

  var count: Int { needle.count }

  /// Where in `bytes` the needle is first, not before `start`.
  func first(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, bytes.count - start >= needle.count else { return nil }
    if let find = Self.find {
      let found = needle.withUnsafeBytes { needle in
        needle.baseAddress.flatMap { find(base + start, bytes.count - start, $0, needle.count) }
      }
      return found.map { UnsafeRawPointer($0) - base }
    }
    return (start...bytes.count - needle.count).first {
      bytes[$0..<$0 + needle.count].elementsEqual(needle)
    }
  }
}
