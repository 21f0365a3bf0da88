/// Reads the texts of all records of one kind in the order of their identifiers, in large pieces.
struct RecordScan {
  private static let pieceSize = 1 << 18

  private let journal: JournalFile
  private let locations: [RecordLocation]
  private let search: ByteSearch?

  /// - Parameter search: leave out texts that surely do not contain this.
  init(_ journal: JournalFile, _ directory: RecordDirectory, search: ByteSearch?) {
    self.journal = journal
    locations = Array(directory.live)
    self.search = search
  }

  /// Calls `body` with each text until it returns false.
  func visit(
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    var start = 0
    while start < locations.count {
      let end = endOfPiece(from: start)
      let offset = Int(locations[start].offset)
      let count = locations[end - 1].end - offset
      if piece.count < count { piece = [UInt8](repeating: 0, count: count) }
      let goesOn = try piece.withMutableBytes { bytes throws(StoreError) in
        let part = UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
        let read = try fromFileSystem { () throws(FileSystemError) in
          try journal.file.read(into: part, at: offset)
        }
        let text = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(part)[..<read])
        return try visit(start..<end, in: text, at: offset, body)
      }
      guard goesOn else { return }
      start = end
    }
  }

  /// How far records lie one behind the other in one piece of the file.
  private func endOfPiece(from start: Int) -> Int {
    let limit = Int(locations[start].offset) + Self.pieceSize
    var end = start + 1
    while end < locations.count, locations[end].offset > locations[end - 1].offset,
      locations[end].end <= limit
    {
      end += 1
    }
    return end
  }

  private func visit(
    _ range: Range<Int>, in bytes: UnsafeRawBufferPointer, at offset: Int,
    _ body: (RecordLocation, UnsafeRawBufferPointer) throws(StoreError) -> Bool
  ) throws(StoreError) -> Bool {
    var found = search?.first(in: bytes, from: 0)
    for location in locations[range] {
      let start = Int(location.offset) - offset
      let end = min(start + location.length, bytes.count)
      if let search, location.isSurelyComposed {
        while let hit = found, hit < start {
          found = search.first(in: bytes, from: max(start, hit + 1))
        }
        guard let hit = found, hit + search.count <= end else { continue }
      }
      let text = UnsafeRawBufferPointer(rebasing: bytes[min(start, end)..<end])
      guard location.fits(text) else {
        throw StoreError.damaged(
          FilePlace(path: journal.path, offset: Int(location.offset)),
          reason: "the record's text was changed")
      }
      if try !body(location, text) { return false }
    }
    return true
  }
}
