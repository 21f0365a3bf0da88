import QuizSupport

/// Decides whether the end of a journal is the remains of an interrupted save, or damage.
///
/// A save appends its lines, and the next save begins only after they are all on the disk. So the
/// remains of an interrupted save are either the beginning of its lines, or lines in which the
/// parts that never reached the disk are zeros. No second save follows them. Anything else is
/// damage that happened later, to data that was acknowledged as saved.
struct JournalTail {
  private let file: any OpenFile
  private let path: String
  private let start: Int
  private let end: Int

  init(_ file: any OpenFile, path: String, from start: Int, to end: Int) {
    self.file = file
    self.path = path
    self.start = start
    self.end = end
  }

  /// Returns when the tail can be the remains of an interrupted save.
  ///
  /// - Parameters:
  ///   - fault: the fault in a complete line of the tail; `nil` when no line is wrong.
  ///   - place: where the fault is; `nil` for the beginning of the tail.
  /// - Throws: ``StoreError/damaged(_:reason:)``
  func requireInterrupted(
    _ fault: Reason?, at place: FilePlace? = nil
  ) throws(StoreError) {
    let bytes = try fromFileSystem { () throws(FileSystemError) in
      try file.read(at: start, count: end - start)
    }
    // Zeros at the very end are space reserved for later saves.
    let text = bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)]
    if text.contains(0) {
      if commits(in: text) <= 1 { return }
    } else if fault == nil, beginsLikeALine(text) {
      return
    }
    let reason = fault ?? .foreignLine
    if let place { throw StoreError.damaged(place, reason: reason) }
    let line = try LineReader.number(ofLineAt: start, in: file)
    throw StoreError.damaged(FilePlace(path: path, line: line, offset: start), reason: reason)
  }

  private func commits(in text: ArraySlice<UInt8>) -> Int {
    text.split(separator: 0x0A).count { $0.starts(with: JournalVerb.commit.beginning) }
  }

  /// Whether the unfinished line at the end begins like a line of a save.
  private func beginsLikeALine(_ text: ArraySlice<UInt8>) -> Bool {
    let line = text[(text.lastIndex(of: 0x0A).map { $0 + 1 } ?? text.startIndex)...]
    return JournalVerb.allCases.contains { verb in
      zip(line, verb.beginning).allSatisfy { $0 == $1 }
    }
  }
}
