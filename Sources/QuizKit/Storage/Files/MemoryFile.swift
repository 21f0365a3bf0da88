/// Bytes in memory that can be read like a file.
final class MemoryFile: OpenFile {
  private let bytes: [UInt8]
  private let original: FileIdentity

  /// - Parameter original: the file that it replaces for reading.
  init(_ bytes: [UInt8], inPlaceOf original: FileIdentity) {
    self.bytes = bytes
    self.original = original
  }

  func size() -> Int { bytes.count }

  func identity() -> FileIdentity { original }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    preconditionFailure("what is only read is not written to")
  }

  func nameCount() -> Int { 1 }

  func isAt(_ path: String) -> Bool { true }

  func lock() -> Bool { true }

  func sync() {}

  func truncate(to size: Int) {
    preconditionFailure("what is only read is not cut")
  }

  func close() {}
}
