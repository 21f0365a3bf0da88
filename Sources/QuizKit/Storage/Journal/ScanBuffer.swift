import Signals

/// What one thread of a scan uses again and again. ``ScanBuffers`` hands it from one thread to the next,
/// so that never two use it at the same time.
final class ScanBuffer: @unchecked Sendable {
  let decoder = JSONTextDecoder()
  /// What the scan under way looks for, tuned to its texts.
  var search: ByteSearch?
  private var piece = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// How much memory it has for a piece of the file.
  var size: Int { piece.count }

  deinit { piece.deallocate() }

  /// Calls `body` with memory for so many bytes or more, in which there is anything.
  func withPiece<T>(
    of count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    if piece.count < count {
      piece.deallocate()
      piece = .allocate(byteCount: count, alignment: 16)
    }
    return try body(piece)
  }
}

/// The buffers of scans that are over, for those to come: the system makes fresh memory page by page
/// when it is touched, which takes longer than to search it.
final class ScanBuffers: Sendable {
  /// Enough for the processors that take part; a buffer is of use to one thread at a time.
  private static let mostKept = 16
  /// One that had to hold a record of many megabytes is given up.
  private static let largestKept = 1 << 20

  private let kept = Locked<[ScanBuffer]>([])

  func take() -> ScanBuffer {
    let buffer = kept.withLock { $0.popLast() } ?? ScanBuffer()
    buffer.search = nil
    return buffer
  }

  func give(_ buffer: ScanBuffer) {
    guard buffer.size <= Self.largestKept else { return }
    kept.withLock { kept in
      if kept.count < Self.mostKept { kept.append(buffer) }
    }
  }
}

/// A buffer for the time of a thread's work.
final class ScanBufferLoan {
  let buffer: ScanBuffer
  private let owner: ScanBuffers

  init(_ owner: ScanBuffers) {
    self.owner = owner
    buffer = owner.take()
  }

  deinit { owner.give(buffer) }
}
