/// Writes arrays of numbers one behind the other, as they are in memory.
struct NumberWriter {
  private let file: any OpenFile
  private var offset: Int

  /// - Parameter offset: where the first array begins.
  init(_ file: any OpenFile, at offset: Int) {
    self.file = file
    self.offset = offset
  }

  /// Returns the checksum of the array.
  ///
  /// - Precondition: `Element` is plain numbers without padding.
  @discardableResult
  mutating func append<Element: BitwiseCopyable>(
    _ elements: [Element]
  ) throws(FileSystemError) -> UInt64 {
    let (file, offset) = (file, offset)
    self.offset += elements.count * MemoryLayout<Element>.stride
    return try elements.withUnsafeBufferPointer { buffer throws(FileSystemError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      if !bytes.isEmpty { try file.write(bytes, at: offset) }
      return Checksum.of(bytes, seed: 0)
    }
  }
}

/// Finds what a ``NumberWriter`` wrote.
struct NumberReader {
  private let file: any OpenFile
  private let processors: Int
  private let size: Int
  private var offset = 0

  /// - Parameter processors: how many may read an array at the same time.
  init(_ file: any OpenFile, processors: Int) throws(FileSystemError) {
    self.file = file
    self.processors = processors
    size = try file.size()
  }

  /// Where the next array is, of so many elements; `nil` when the file ends before.
  mutating func next<Element: BitwiseCopyable>(
    _ type: Element.Type, count: UInt64
  ) -> NumberArray<Element>? {
    let stride = MemoryLayout<Element>.stride
    guard count <= UInt64(max(0, size - offset) / stride) else { return nil }
    defer { offset += Int(count) * stride }
    return NumberArray(file: file, processors: processors, offset: offset, count: Int(count))
  }
}

/// An array in a file, to be read at any time into the memory in which it stays: those of 100,000
/// records are 7 MB, and to read them first and take them apart then took longer than the rest of the
/// start.
struct NumberArray<Element: BitwiseCopyable> {
  fileprivate let file: any OpenFile
  fileprivate let processors: Int
  fileprivate let offset: Int
  let count: Int

  /// The elements and their checksum; `nil` where the file has become shorter.
  func read() throws(FileSystemError) -> (elements: [Element], check: UInt64)? {
    let length = count * MemoryLayout<Element>.stride
    var outcome = Result<Int, FileSystemError>.success(0)
    let elements = [Element](filling: count) { elements, initialized in
      outcome = Result { () throws(FileSystemError) in
        let bytes = UnsafeMutableRawBufferPointer(elements)
        return try file.read(into: bytes, at: offset, sharedBy: processors)
      }
      if case .success(length) = outcome { initialized = count }
    }
    guard try outcome.get() == length else { return nil }
    return (elements, elements.withUnsafeBytes { Checksum.of($0, seed: 0) })
  }

  /// The elements; `nil` where they are not what was written.
  func elements(check: UInt64) throws(FileSystemError) -> [Element]? {
    guard let (elements, found) = try read(), found == check else { return nil }
    return elements
  }
}
