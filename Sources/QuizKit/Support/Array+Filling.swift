extension Array {
  /// As `init(unsafeUninitializedCapacity:initializingWith:)`, for any number of elements that may be
  /// none: that one writes a zero into the array of nothing, which is one object for all threads.
  @inline(__always)
  init(filling capacity: Int, _ body: (UnsafeMutableBufferPointer<Element>, inout Int) -> Void) {
    guard capacity > 0 else {
      self = []
      return
    }
    self.init(unsafeUninitializedCapacity: capacity) { elements, count in body(elements, &count) }
  }
}
