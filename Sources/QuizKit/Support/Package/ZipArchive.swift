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
    (self.entries, self.places, self.bytes) = (entries, places, bytes)
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
