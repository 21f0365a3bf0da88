import Foundation

/// What is left of the memory of this computer, asked before much of it is needed: a request that fails ends the program.
enum FreeMemory {
  /// Whether so many bytes more can be had.
  static func hasRoom(for count: Int) -> Bool {
    // A limit of the process (`ulimit -v`) refuses the address space; it is given back at once and never touched.
    let block = mmap(
      nil, max(count, 1), PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymousMemory, -1, 0)
    guard let block, block != MAP_FAILED else { return false }
    munmap(block, max(count, 1))
    return available.map { $0 >= count } ?? true
  }

  /// What the system can give without taking it from others, in bytes; `nil` where it does not say.
  ///
  /// Linux hands out more than it has and ends whoever uses it: `MemAvailable` of proc(5) says how much there is.
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
