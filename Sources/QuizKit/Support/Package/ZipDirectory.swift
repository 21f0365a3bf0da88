/// The directory at the end of a zip package (APPNOTE.TXT of PKWARE, 4.3.12 to 4.3.16).
///
/// Packages of other programs have bytes before the first file and behind the directory's end. Both
/// are passed over.
struct ZipDirectory {
  private let bytes: UnsafeRawBufferPointer
  /// The bytes of the list of entries.
  private var list: Range<Int>
  private var count: Int
  /// The number of foreign bytes before the package.
  private var shift: Int

  private static let endMark: UInt32 = 0x0605_4B50
  private static let endSize = 22
  private static let locatorMark: UInt32 = 0x0706_4B50
  private static let wideEndMark: UInt32 = 0x0606_4B50
  private static let entryMark: UInt32 = 0x0201_4B50
  private static let longestComment = 65_535
  /// A directory of more entries would take too much memory.
  private static let mostEntries = 100_000
  /// The longest path of Linux; those of macOS and Windows are shorter.
  private static let longestName = 4_096

  /// Finds the directory.
  init(_ bytes: UnsafeRawBufferPointer) throws(PackageError) {
    self.bytes = bytes
    guard let end = Self.end(of: bytes) else { throw .damaged(entry: nil, .noDirectory) }
    let disks = (bytes.number16(end + 4), bytes.number16(end + 6))
    var (count, size) = (bytes.number16(end + 10), bytes.number32(end + 12))
    var offset = bytes.number32(end + 16)
    var listEnd = end
    let isWide = count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF
    if isWide, let wide = Self.wideEnd(before: end, in: bytes) {
      count = bytes.number64(wide + 32)
      size = bytes.number64(wide + 40)
      offset = bytes.number64(wide + 48)
      listEnd = wide
    } else if disks != (0, 0), disks != (0xFFFF, 0xFFFF) {
      throw .unsupported(entry: nil, .severalDisks)
    }
    guard size <= listEnd, offset <= listEnd - size else {
      throw .damaged(entry: nil, .badDirectory)
    }
    (self.count, list, shift) = (count, listEnd - size..<listEnd, listEnd - size - offset)
    if count > Self.mostEntries { throw .unsupported(entry: nil, .tooManyEntries(count)) }
  }

  /// The entries in their order.
  func entries() throws(PackageError) -> [ZipEntry] {
    var entries: [ZipEntry] = []
    var position = list.lowerBound
    while position < list.upperBound {
      guard position + 46 <= list.upperBound, bytes.number32(position) == Int(Self.entryMark) else {
        throw .damaged(entry: nil, .badDirectory)
      }
      let name = position + 46..<position + 46 + bytes.number16(position + 28)
      let extra = name.upperBound..<name.upperBound + bytes.number16(position + 30)
      let next = extra.upperBound + bytes.number16(position + 32)
      guard next <= list.upperBound else { throw .damaged(entry: nil, .badDirectory) }
      entries.append(try entry(at: position, name, extra))
      if entries.count > count { throw .damaged(entry: nil, .badCount) }
      position = next
    }
    if entries.count != count { throw .damaged(entry: nil, .badCount) }
    return entries
  }

  private func entry(
    at position: Int, _ nameRange: Range<Int>, _ extra: Range<Int>
  ) throws(PackageError) -> ZipEntry {
    if nameRange.count > Self.longestName {
      let beginning = ZipEntry.name(of: Array(bytes[nameRange.prefix(60)])[...])
      throw .unsupported(entry: beginning + "…", .longName(nameRange.count))
    }
    let rawName = Array(bytes[nameRange])[...]
    var entry = ZipEntry(
      name: ZipEntry.name(of: rawName), size: bytes.number32(position + 24), rawName: rawName,
      flags: bytes.number16(position + 8), method: bytes.number16(position + 10),
      checksum: UInt32(bytes.number32(position + 16)), packedSize: bytes.number32(position + 20),
      start: bytes.number32(position + 42))
    var wide = wideNumbers(extra)
    func widened(_ number: Int) throws(PackageError) -> Int {
      guard number == 0xFFFF_FFFF else { return number }
      // Without a larger number, this is a file of nearly 4 GB, which no package of questions has.
      guard !wide.isEmpty else { throw .damaged(entry: entry.name, .badDirectory) }
      return wide.removeFirst()
    }
    entry.size = try widened(entry.size)
    entry.packedSize = try widened(entry.packedSize)
    entry.start = try widened(entry.start)
    guard entry.start <= bytes.count - shift else {
      throw .damaged(entry: entry.name, .outOfBounds)
    }
    entry.start += shift
    return entry
  }

  /// The numbers of 64 bits among the additional fields of an entry.
  private func wideNumbers(_ extra: Range<Int>) -> [Int] {
    var position = extra.lowerBound
    while position + 4 <= extra.upperBound {
      let (kind, size) = (bytes.number16(position), bytes.number16(position + 2))
      position += 4
      guard position + size <= extra.upperBound else { return [] }
      if kind == 1 {
        return stride(from: position, through: position + size - 8, by: 8).map(bytes.number64)
      }
      position += size
    }
    return []
  }

  // MARK: The end

  /// Whether bytes end with a directory that has entries.
  static func isFound(in bytes: UnsafeRawBufferPointer) -> Bool {
    // Looks only where a comment allows, because this is asked of every long text.
    let window = max(0, bytes.count - endSize - longestComment)
    guard end(of: UnsafeRawBufferPointer(rebasing: bytes[window...])) != nil else { return false }
    do throws(PackageError) {
      let list = try ZipDirectory(bytes).list
      return list.count >= 46 && bytes.number32(list.lowerBound) == Int(entryMark)
    } catch {
      return false
    }
  }

  /// Where the end record begins: the one whose comment reaches to the end of the package, and if
  /// there is none, the last one.
  private static func end(of bytes: UnsafeRawBufferPointer) -> Int? {
    guard bytes.count >= endSize else { return nil }
    var last: Int?
    for position in stride(from: bytes.count - endSize, through: 0, by: -1)
    where bytes[position] == 0x50 && bytes.number32(position) == Int(endMark) {
      if position + endSize + bytes.number16(position + 20) == bytes.count { return position }
      last = last ?? position
      if bytes.count - position > endSize + longestComment { break }
    }
    return last
  }

  /// Where the end record with numbers of 64 bits begins.
  private static func wideEnd(before end: Int, in bytes: UnsafeRawBufferPointer) -> Int? {
    guard end >= 76, bytes.number32(end - 20) == Int(locatorMark) else { return nil }
    // Something may have been put before the package, so the record can also be where it ends.
    return [bytes.number64(end - 12), end - 76].first { position in
      position <= end - 76 && bytes.number32(position) == Int(wideEndMark)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The number in two bytes, the lower one first.
  func number16(_ position: Int) -> Int {
    Int(UInt16(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt16.self)))
  }

  func number32(_ position: Int) -> Int {
    Int(UInt32(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt32.self)))
  }

  /// The number in eight bytes. One that is larger than any file becomes the largest one.
  func number64(_ position: Int) -> Int {
    let number = UInt64(littleEndian: loadUnaligned(fromByteOffset: position, as: UInt64.self))
    return Int(exactly: number) ?? .max
  }
}
