import Signals
import Synchronization

extension OpenFile {
  /// As ``read(into:at:)``, a large part by several processors, into memory that is fresh: to make it
  /// takes longer than to read.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int, sharedBy processors: Int
  ) throws(FileSystemError) -> Int {
    let pieceSize = 1 << 18
    let pieces = (buffer.count + pieceSize - 1) / pieceSize
    guard pieces > 2 else { return try read(into: buffer, at: offset) }
    // Files may be read by several threads at the same time, each into a part of its own.
    nonisolated(unsafe) let (file, buffer) = (self, buffer)
    let next = Atomic(0)
    let outcome = Locked(Result<Int, FileSystemError>.success(0))
    HelperThreads.shared.perform(helpers: min(processors, pieces) - 1) {
      while true {
        let start = next.add(pieceSize, ordering: .relaxed).oldValue
        guard start < buffer.count else { return }
        let end = min(start + pieceSize, buffer.count)
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[start..<end])
        part.makePages()
        let read = Result { () throws(FileSystemError) in
          try file.read(into: part, at: offset + start)
        }
        outcome.withLock { outcome in
          outcome = outcome.flatMap { sum in read.map { sum + $0 } }
        }
      }
    }
    return try outcome.withLock { $0 }.get()
  }
}
