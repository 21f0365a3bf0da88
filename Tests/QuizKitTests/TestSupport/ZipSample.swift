@testable import QuizSupport

/// Builds zip packages, also such as no program should write.
struct ZipSample {
  /// A file, and what the package says about it.
  struct Entry {
    var name: String
    var contents: [UInt8] = []
    /// The bytes in the package; the contents themselves if they are stored.
    var packed: [UInt8]?
    var method = 0
    var flags = 0x0800
    var checksum: UInt32?
    var size: Int?
    /// The size in the directory if it is another one than in the header.
    var directorySize: Int?
    /// Where the directory says that the file begins; `nil` for where it begins.
    var start: Int?
    /// The name in the file's own header.
    var headerName: String?
  }

  var entries: [Entry]
  var count: Int?
  var before: [UInt8] = []
  var after: [UInt8] = []
  /// Whether the end has numbers of 64 bits.
  var isWide = false

  init(_ files: KeyValuePairs<String, String>) {
    entries = files.map { Entry(name: $0.key, contents: Array($0.value.utf8)) }
  }

  init(entries: [Entry]) { self.entries = entries }

  /// The files of a package that is whole.
  static func files(of bytes: [UInt8]) -> [Entry] {
    do {
      let archive = try ZipArchive(bytes)
      return try archive.entries.map {
        Entry(name: $0.name, contents: try archive.contents(of: $0, limit: .max))
      }
    } catch {
      return []
    }
  }

  var bytes: [UInt8] {
    var files: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let packed = entry.packed ?? entry.contents
      let start = entry.start ?? files.count
      let hasSizesBehind = entry.flags & 8 == 8
      let checksum = Int(entry.checksum ?? CRC32.of(entry.contents))
      let size = entry.size ?? entry.contents.count
      let kind = number(20, 2) + number(entry.flags, 2) + number(entry.method, 2) + number(0x21, 4)
      let sizes = number(checksum, 4) + number(packed.count, 4)
      let headerName = Array((entry.headerName ?? entry.name).utf8)
      files += [0x50, 0x4B, 3, 4] + kind
      files += hasSizesBehind ? number(0, 12) : sizes + number(size, 4)
      files += number(headerName.count, 2) + number(0, 2) + headerName + packed
      if hasSizesBehind { files += [0x50, 0x4B, 7, 8] + sizes + number(size, 4) }
      directory += [0x50, 0x4B, 1, 2, 20, 0] + kind + sizes
      directory += number(entry.directorySize ?? size, 4) + number(entry.name.utf8.count, 2)
      directory += number(0, 12) + number(start, 4) + Array(entry.name.utf8)
    }
    let count = self.count ?? entries.count
    var end: [UInt8] = []
    if isWide {
      let wide = files.count + directory.count
      end += [0x50, 0x4B, 6, 6] + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8)
      end += number(count, 8) + number(count, 8) + number(directory.count, 8)
      end += number(files.count, 8)
      end += [0x50, 0x4B, 6, 7] + number(0, 4) + number(wide, 8) + number(1, 4)
    }
    let mask = isWide ? -1 : 0
    end += [0x50, 0x4B, 5, 6] + number(0, 4) + number(count | mask, 2) + number(count | mask, 2)
    end += number(directory.count | mask, 4) + number(files.count | mask, 4) + number(0, 2)
    return before + files + directory + end + after
  }

  private func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
