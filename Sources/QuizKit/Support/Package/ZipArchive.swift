/// A zip package in memory.
///
/// It reads what archivers and learning platforms write: stored and deflated files, zip64, sizes
/// behind the contents, and bytes before and after the package. It refuses packages that could mean
/// two things, such as those with overlapping files.
package struct ZipArchive: Sendable {
  /// The files whose names stay inside of the package, in the order of the directory, without
  /// folders.
  package let entries: [ZipEntry]

  /// The names that lead out of the package. These files are not read.
  package let leavingNames: [String]

  private let bytes: [UInt8]
  private let places: [String: Int]

  /// Whether bytes begin like a zip package, or end with the directory of one.
  package static func isFound(in bytes: [UInt8]) -> Bool {
    if bytes.starts(with: [0x50, 0x4B]), [[3, 4], [5, 6]].contains(bytes.dropFirst(2).prefix(2)) {
      return true
    }
    return bytes.withUnsafeBytes { ZipDirectory.isFound(in: $0) }
  }

  /// Reads the directory of a package.
  package init(_ bytes: consuming [UInt8]) throws(PackageError) {
    var entries = try bytes.withBytes { bytes throws(PackageError) in
      try ZipDirectory(bytes).entries()
    }
    try bytes.withBytes { bytes throws(PackageError) in
      for index in entries.indices {
        entries[index].packed = try Self.packedBytes(of: entries[index], in: bytes)
      }
    }
    try Self.refuseOverlaps(entries)
    leavingNames = entries.filter { $0.leavesPackage && !$0.isFolder }.map(\.name)
    entries.removeAll { $0.leavesPackage || $0.isFolder }
    var places: [String: Int] = [:]
    var kept: [ZipEntry] = []
    for entry in entries {
      guard let first = places[entry.name] else {
        places[entry.name] = kept.count
        kept.append(entry)
        continue
      }
      // Some programs write a picture again each time it is used. The checksum is that of both.
      if kept[first].checksum != entry.checksum || kept[first].size != entry.size {
        throw .damaged(entry: entry.name, .repeatedName)
      }
    }
    entries = kept
    self.entries = entries
    self.places = places
    self.bytes = bytes
  }

  /// The file with this name.
  package subscript(name: String) -> ZipEntry? { places[name].map { entries[$0] } }

  /// Unpacks a file.
  ///
  /// - Parameter limit: The largest number of bytes to unpack.
  package func contents(of entry: ZipEntry, limit: Int) throws(PackageError) -> [UInt8] {
    if entry.isEncrypted { throw .unsupported(entry: entry.name, .encryption) }
    if entry.size > limit { throw .tooLarge(entry: entry.name, limit: limit) }
    let contents = try unpacked(entry, limit: entry.size)
    if contents.count != entry.size { throw .damaged(entry: entry.name, .size) }
    if CRC32.of(contents) != entry.checksum { throw .damaged(entry: entry.name, .checksum) }
    return contents
  }

  /// The first bytes of a file. Their checksum is not known, unless these are all.
  package func beginning(of entry: ZipEntry, count: Int) throws(PackageError) -> [UInt8] {
    if entry.size <= count { return try contents(of: entry, limit: count) }
    if entry.isEncrypted { throw .unsupported(entry: entry.name, .encryption) }
    return try unpacked(entry, limit: count, isBeginning: true)
  }

  private func unpacked(
    _ entry: ZipEntry, limit: Int, isBeginning: Bool = false
  ) throws(PackageError) -> [UInt8] {
    switch entry.method {
    case 0:
      let packed = bytes[entry.packed]
      return Array(isBeginning ? packed.prefix(limit) : packed)
    case 8:
      do throws(InflateFault) {
        return try bytes.withBytes { bytes throws(InflateFault) in
          let packed = UnsafeRawBufferPointer(rebasing: bytes[entry.packed])
          let (contents, used) = try Inflate.bytes(
            of: packed, limit: limit, isBeginning: isBeginning)
          if !isBeginning, used != packed.count { throw .endsEarly }
          return contents
        }
      } catch {
        throw .damaged(entry: entry.name, error == .tooLarge ? .size : .compression(error))
      }
    default: throw .unsupported(entry: entry.name, .method(entry.method))
    }
  }

  // MARK: Checks

  /// Where the compressed bytes of an entry are, behind its own header.
  private static func packedBytes(
    of entry: ZipEntry, in bytes: UnsafeRawBufferPointer
  ) throws(PackageError) -> Range<Int> {
    let header = entry.start
    guard header >= 0, header <= bytes.count - 30, bytes.number32(header) == 0x0403_4B50 else {
      throw .damaged(entry: entry.name, .outOfBounds)
    }
    let name = header + 30..<header + 30 + bytes.number16(header + 26)
    let start = name.upperBound + bytes.number16(header + 28)
    guard start <= bytes.count, entry.packedSize <= bytes.count - start else {
      throw .damaged(entry: entry.name, .outOfBounds)
    }
    guard bytes[name].elementsEqual(entry.rawName), bytes.number16(header + 8) == entry.method
    else { throw .damaged(entry: entry.name, .headersDiffer) }
    if !entry.hasSizesBehind {
      let sizes = [(18, entry.packedSize), (22, entry.size)]
      let isSame = sizes.allSatisfy { place, size in
        [size, 0xFFFF_FFFF].contains(bytes.number32(header + place))
      }
      if !isSame { throw .damaged(entry: entry.name, .headersDiffer) }
    }
    return start..<start + entry.packedSize
  }

  private static func refuseOverlaps(_ entries: [ZipEntry]) throws(PackageError) {
    let sorted = entries.sorted {
      ($0.start, $0.packed.upperBound) < ($1.start, $1.packed.upperBound)
    }
    for (before, entry) in zip(sorted, sorted.dropFirst())
    where entry.start < before.packed.upperBound {
      throw .damaged(entry: entry.name, .overlap)
    }
  }
}

/// A file in a zip package, as its directory describes it.
package struct ZipEntry: Hashable, Sendable {
  /// The name with its folders, without control characters. It is never used as a path.
  package var name: String
  /// The number of bytes of the contents, according to the directory.
  package var size: Int

  var rawName: ArraySlice<UInt8>
  var flags: Int
  var method: Int
  var checksum: UInt32
  var packedSize: Int
  /// Where the entry's own header begins.
  var start: Int
  /// Where the compressed bytes are.
  var packed: Range<Int> = 0..<0

  var isEncrypted: Bool { flags & 1 == 1 }
  /// Whether the sizes follow the compressed bytes instead of in the entry's header.
  var hasSizesBehind: Bool { flags & 8 == 8 }
  var isFolder: Bool { name.hasSuffix("/") }

  /// Whether the name would lead out of the folder in which the package was unpacked.
  var leavesPackage: Bool {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    return name.isEmpty || name.hasPrefix("/") || parts.contains("..")
      || parts.first?.contains(":") == true
  }

  /// The name for people: UTF-8, with `/` between folders, and without control characters.
  static func name(of bytes: ArraySlice<UInt8>) -> String {
    // Some programs of Windows write backslashes, although the format forbids them.
    let text = String(decoding: bytes, as: UTF8.self).replacing("\\", with: "/")
    var name = String.UnicodeScalarView()
    name.append(
      contentsOf: text.unicodeScalars.map {
        [.control, .format].contains($0.properties.generalCategory) ? "\u{FFFD}" : $0
      })
    return String(name)
  }
}

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
    self.count = count
    list = listEnd - size..<listEnd
    shift = listEnd - size - offset
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

/// Writes a zip package, file by file.
///
/// The files are stored as they are. Their dates are all the first one that zip has, so that the
/// same questions give the same bytes.
package struct ZipOutput {
  private var directory: [UInt8] = []
  private var count = 0
  /// The number of bytes so far.
  private var position = 0

  /// Begins a package.
  package init() {}

  /// Whether the format, as it is written here, has room for one more file.
  package func hasRoom(for size: Int) -> Bool {
    count < 65_000 && position + size + directory.count < 4_000_000_000
  }

  /// Returns the bytes of a file with its header.
  package mutating func file(_ name: String, _ contents: [UInt8]) -> [UInt8] {
    var fields: [UInt8] = []
    // Version 2.0, names in UTF-8, stored, 1980-01-01.
    for number in [20, 0x0800, 0, 0, 0x21] { fields.append(number, bytes: 2) }
    fields.append(Int(CRC32.of(contents)), bytes: 4)
    fields.append(contents.count, bytes: 4)
    fields.append(contents.count, bytes: 4)
    fields.append(name.utf8.count, bytes: 2)
    fields.append(0, bytes: 2)
    directory += [0x50, 0x4B, 1, 2, 20, 0] + fields
    // No comment, the first disk, no attributes.
    directory += [UInt8](repeating: 0, count: 10)
    directory.append(position, bytes: 4)
    directory += name.utf8
    let file = [0x50, 0x4B, 3, 4] + fields + Array(name.utf8) + contents
    position += file.count
    count += 1
    return file
  }

  /// Returns the directory, with which the package ends.
  package func end() -> [UInt8] {
    var end: [UInt8] = [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
    end.append(count, bytes: 2)
    end.append(count, bytes: 2)
    end.append(directory.count, bytes: 4)
    end.append(position, bytes: 4)
    return directory + end + [0, 0]
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  fileprivate mutating func append(_ number: Int, bytes: Int) {
    for place in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }
}

/// The checksum of zip files: CRC-32 with the polynomial of IEEE 802.3 (RFC 1952, chapter 8).
public enum CRC32 {
  /// The checksum of bytes.
  ///
  /// It looks up eight bytes at a time, each in a table of its own, because one table would make
  /// the checksum slower than the inflating.
  public static func of(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    tables.withUnsafeBufferPointer { table in
      var position = 0
      while position + 8 <= bytes.count {
        let word =
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
          ^ UInt64(sum)
        var next: UInt32 = 0
        for place in 0..<8 {
          next ^=
            table[(7 - place) << 8 | Int(truncatingIfNeeded: word >> UInt64(place * 8)) & 0xFF]
        }
        sum = next
        position += 8
      }
      while position < bytes.count {
        sum = sum >> 8 ^ table[Int(sum & 0xFF ^ UInt32(bytes[position]))]
        position += 1
      }
    }
    return ~sum
  }

  /// The checksum of bytes.
  package static func of(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBytes { of($0) }
  }

  /// Eight tables of 256 numbers. The first one is for the last of eight bytes.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
    for entry in 256..<tables.count {
      let before = tables[entry - 256]
      tables[entry] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()
}

/// Why a package, or a file in it, cannot be read.
package enum PackageError: ReportableError, Hashable {
  /// The bytes contradict themselves.
  case damaged(entry: String?, Damage)
  /// Unpacked, the package would be larger than the limit.
  case tooLarge(entry: String?, limit: Int)
  /// The package uses something that this program does not read.
  case unsupported(entry: String?, Obstacle)

  /// The ways in which a package can be damaged.
  package enum Damage: Hashable, Sendable {
    case noDirectory
    case badDirectory
    case badCount
    case outOfBounds
    case headersDiffer
    case overlap
    case repeatedName
    case compression(InflateFault)
    case size
    case checksum
  }

  /// What this program does not read.
  package enum Obstacle: Hashable, Sendable {
    case encryption
    case method(Int)
    case severalDisks
    case tooManyEntries(Int)
    case longName(Int)
  }

  package var message: Message {
    switch self {
    case .damaged(let entry, let damage):
      Message(
        "package-damaged", "\(Self.subject(entry, "the package")) is damaged: \(damage.english)",
        "\(Self.subject(entry, "パッケージ"))が壊れています: \(damage.japanese)")
    case .tooLarge(let entry, let limit):
      Message(
        "package-too-large",
        Self.subject(entry, "the package")
          + " unpacks to more than \(ByteCount.text(limit)) in all",
        "\(Self.subject(entry, "パッケージ"))は展開すると合計 \(ByteCount.text(limit)) を超えます",
        topic: "package-too-large.unpacked")
    case .unsupported(let entry, let obstacle):
      Message(
        "package-unsupported",
        "\(Self.subject(entry, "the package")) cannot be read: \(obstacle.english)",
        "\(Self.subject(entry, "パッケージ"))は読めません: \(obstacle.japanese)")
    }
  }

  package var isDataUnusable: Bool { true }

  private static func subject(_ entry: String?, _ package: String) -> String {
    entry.map { "“\($0)”" } ?? package
  }
}

extension PackageError.Damage {
  fileprivate var english: String {
    switch self {
    case .noDirectory: "it has no directory, so its end may be missing"
    case .badDirectory: "its directory is not whole"
    case .badCount: "its directory has more or fewer files than it says"
    case .outOfBounds: "it lies outside of the package"
    case .headersDiffer: "the directory and its own header contradict each other"
    case .overlap: "it shares bytes with another file"
    case .repeatedName: "there are two files with this name"
    case .compression(let fault): "its compressed bytes are wrong (\(fault))"
    case .size: "its contents do not have the size that the directory says"
    case .checksum: "its contents do not fit their checksum"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .noDirectory: "目次がありません。終わりが欠けているかもしれません"
    case .badDirectory: "目次が不完全です"
    case .badCount: "目次にあるファイルの数が違います"
    case .outOfBounds: "パッケージの外を指しています"
    case .headersDiffer: "目次とファイルの見出しが一致しません"
    case .overlap: "ほかのファイルと同じバイトを使っています"
    case .repeatedName: "同じ名前のファイルが 2 つあります"
    case .compression(let fault): "圧縮データが正しくありません（\(fault)）"
    case .size: "内容の大きさが目次と違います"
    case .checksum: "内容がチェックサムと一致しません"
    }
  }
}

extension PackageError.Obstacle {
  fileprivate var english: String {
    switch self {
    case .encryption: "it is encrypted; save it without a password"
    case .method(let number): "it is compressed with method \(number); pack it anew as a usual zip"
    case .severalDisks: "it is a part of a package that was split"
    case .tooManyEntries(let count): "it has \(count) files"
    case .longName(let count): "its name has \(count) bytes, more than any system takes"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .encryption: "暗号化されています。パスワードなしで保存してください"
    case .method(let number): "圧縮方式 \(number) は読めません。通常の zip で作り直してください"
    case .severalDisks: "分割されたパッケージの一部です"
    case .tooManyEntries(let count): "ファイルが \(count) 個あります"
    case .longName(let count): "名前が \(count) バイトあり、長すぎます"
    }
  }
}
