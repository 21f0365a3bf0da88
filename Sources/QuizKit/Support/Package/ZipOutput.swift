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
