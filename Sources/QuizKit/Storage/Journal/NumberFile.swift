/// Writes arrays of numbers one behind the other, as they are in memory.
struct NumberWriter {
  /// The checksum of all that was written.
  private(set) var check: UInt64 = 0
  private let file: any OpenFile
  private var offset = 0

  init(_ file: any OpenFile) {
    self.file = file
  }

  /// - Precondition: `Element` is plain numbers without padding.
  mutating func append<Element: BitwiseCopyable>(_ elements: [Element]) throws(FileSystemError) {
    let (file, offset) = (file, offset)
    check = try elements.withUnsafeBufferPointer { buffer throws(FileSystemError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      if !bytes.isEmpty { try file.write(bytes, at: offset) }
      return Checksum.of(bytes, seed: check)
    }
    self.offset += elements.count * MemoryLayout<Element>.stride
  }
}

/// Reads what a ``NumberWriter`` wrote, into the arrays in which it stays: an index of 100,000 records
/// is 7 MB, and to read it first and take it apart then took longer than the rest of the start.
struct NumberReader {
  /// The checksum of all that was read.
  private(set) var check: UInt64 = 0
  private let file: any OpenFile
  private let processors: Int
  private let size: Int
  private var offset = 0

  /// - Parameter processors: how many may read at the same time.
  init(_ file: any OpenFile, processors: Int) throws(FileSystemError) {
    self.file = file
    self.processors = processors
    size = try file.size()
  }

  /// The next `count` elements; `nil` where there are fewer.
  mutating func array<Element: BitwiseCopyable>(
    of type: Element.Type, count: UInt64
  ) throws(FileSystemError) -> [Element]? {
    let stride = MemoryLayout<Element>.stride
    guard count <= UInt64(max(0, size - offset) / stride) else { return nil }
    let length = Int(count) * stride
    var outcome = Result<Int, FileSystemError>.success(0)
    let (file, offset, processors) = (file, offset, processors)
    let elements = [Element](unsafeUninitializedCapacity: Int(count)) { elements, initialized in
      outcome = Result { () throws(FileSystemError) in
        let bytes = UnsafeMutableRawBufferPointer(elements)
        return length == 0 ? 0 : try file.read(into: bytes, at: offset, sharedBy: processors)
      }
      if case .success(length) = outcome { initialized = Int(count) }
    }
    guard try outcome.get() == length else { return nil }
    self.offset += length
    check = elements.withUnsafeBytes { Checksum.of($0, seed: check) }
    return elements
  }
}
