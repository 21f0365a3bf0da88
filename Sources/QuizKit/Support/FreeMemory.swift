import Foundation

/// The computer's free memory. Check it before a large allocation, because a failed allocation ends
/// the program.
package enum FreeMemory {
  /// Whether `count` more bytes can be allocated.
  package static func hasRoom(for count: Int) -> Bool {
    // A limit on the process (`ulimit -v`) makes this mapping fail. The memory is unmapped at once
    // and never touched.
    let block = mmap(
      nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymousMemory, -1, 0)
    guard let block, block != MAP_FAILED else { return false }
    munmap(block, max(count, 1))
    return available.map { $0 >= count } ?? true
  }

  /// How many bytes the system can provide without swapping; `nil` when the system does not report
  /// it.
  ///
  /// Linux grants more memory than it has, and kills processes when it runs out. `MemAvailable` of
  /// proc(5) is the memory that is really available.
  private static var available: Int? {
    guard let file = fopen("/proc/meminfo", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("MemAvailable:") else { continue }
      return Int(text.filter { $0.isASCII && $0.isNumber }).map { $0 * 1024 }
    }
    return nil
  }
}

#if canImport(Darwin)
  private let anonymousMemory = MAP_ANON
#else
  private let anonymousMemory = MAP_ANONYMOUS
#endif
