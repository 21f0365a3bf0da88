#if canImport(Glibc)
  @preconcurrency import Glibc
#endif

extension UnsafeMutableRawBufferPointer {
  /// Has the system make the memory at once. Otherwise it makes each page when it is touched first,
  /// which for some megabytes takes longer than to fill them; the content does not change.
  func makePages() {
    #if canImport(Glibc)
      guard let start = baseAddress else { return }
      let page = Int(getpagesize())
      // Whole pages only: others may have theirs in use.
      let first = start.alignedUp(toMultipleOf: page)
      let count = (start + self.count - first) / page * page
      // A system older than Linux 5.14 refuses, and makes them as ever.
      if count > 0 { _ = madvise(first, count, populateForWriting) }
    #endif
  }
}

#if canImport(Glibc)
  /// `MADV_POPULATE_WRITE`, which not every C library's header has.
  private let populateForWriting: Int32 = 23
#endif
