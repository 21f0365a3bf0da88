import QuizSupport

/// Reads the texts of records and verifies their checksums.
final class RecordSource {
  private let file: any OpenFile
  private let path: String
  /// A part of the file, so that neighboring records are read together.
  private var window: [UInt8]
  private var windowOffset = 0
  private var windowCount = 0

  /// - Parameter readAhead: how many bytes to read at a time when reading neighboring records; 0
  ///   for reading single records.
  init(_ file: any OpenFile, path: String, readAhead: Int) {
    self.file = file
    self.path = path
    window = [UInt8](repeating: 0, count: max(readAhead, 4096))
    isReadingAhead = readAhead > 0
  }

  private let isReadingAhead: Bool

  /// Calls `body` with the text at `location`.
  ///
  /// - Throws: ``StoreError/damaged(_:reason:)`` when the text differs from what was written there.
  func withText<T>(
    _ location: RecordLocation,
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    let start = Int(location.offset)
    if start < windowOffset || location.end > windowOffset + windowCount {
      try load(location)
    }
    return try window.withBytes { bytes throws(StoreError) in
      let first = start - windowOffset
      let last = min(first + location.length, windowCount)
      let text = UnsafeRawBufferPointer(rebasing: bytes[first..<last])
      guard location.fits(text) else {
        throw StoreError.damaged(
          FilePlace(path: path, offset: start), reason: .changedText)
      }
      return try body(text)
    }
  }

  private func load(_ location: RecordLocation) throws(StoreError) {
    let length = location.length
    if window.count < length { window = [UInt8](repeating: 0, count: length) }
    // A failed read may leave anything in the window, so it counts as empty until the read
    // succeeds.
    windowCount = 0
    windowOffset = Int(location.offset)
    let wanted = isReadingAhead ? window.count : length
    windowCount = try fromFileSystem { () throws(FileSystemError) in
      try window.withMutableBytes { bytes throws(FileSystemError) in
        try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<wanted]), at: windowOffset)
      }
    }
  }
}
