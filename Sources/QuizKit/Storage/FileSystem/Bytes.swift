extension [UInt8] {
  /// As `withUnsafeBytes`, which forgets the type of the error.
  func withBytes<T, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    try withUnsafeBufferPointer { buffer throws(E) in try body(UnsafeRawBufferPointer(buffer)) }
  }

  /// As `withUnsafeMutableBytes`, which forgets the type of the error.
  mutating func withMutableBytes<T, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> T
  ) throws(E) -> T {
    try withUnsafeMutableBufferPointer { buffer throws(E) in
      try body(UnsafeMutableRawBufferPointer(buffer))
    }
  }
}
