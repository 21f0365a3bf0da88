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
