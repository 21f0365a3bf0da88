extension Array {
  /// Like `init(unsafeUninitializedCapacity:initializingWith:)`, but safe for a capacity of 0. With
  /// 0, that initializer writes to the empty array's storage, which all threads share.
  @inline(__always)
  package init(
    filling capacity: Int, _ body: (UnsafeMutableBufferPointer<Element>, inout Int) -> Void
  ) {
    guard capacity > 0 else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: capacity) { elements, count in body(elements, &count) }
  }
}
