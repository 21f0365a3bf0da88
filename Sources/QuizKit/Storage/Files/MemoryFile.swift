/// Bytes in memory that can be read like a file.
package final class MemoryFile: OpenFile {
  private let bytes: [UInt8]
  private let original: FileIdentity

  /// - Parameter original: the file that it replaces for reading.
  package init(_ bytes: [UInt8], inPlaceOf original: FileIdentity) {
    self.bytes = bytes
    self.original = original
  }

  package func size() -> Int { bytes.count }

  package func identity() -> FileIdentity { original }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let count = max(0, min(buffer.count, bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: bytes[offset..<offset + count]) }
    return count
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    preconditionFailure("what is only read is not written to")
  }

  package func nameCount() -> Int { 1 }

  package func isAt(_ path: String) -> Bool { true }

  package func lock() -> Bool { true }

  package func sync() {}

  package func truncate(to size: Int) {
    preconditionFailure("what is only read is not cut")
  }

  package func close() {}
}
