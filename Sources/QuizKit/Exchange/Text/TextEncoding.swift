/// A character encoding of files.
public enum TextEncoding: String, Codable, Sendable, CaseIterable {
  /// UTF-8, with or without a byte order mark.
  case utf8 = "utf-8"
  /// UTF-16, little-endian.
  case utf16LittleEndian = "utf-16le"
  /// UTF-16, big-endian.
  case utf16BigEndian = "utf-16be"
  /// Code page 932, the Windows variant of Shift_JIS.
  case shiftJIS = "shift_jis"
  /// Japanese on Unix.
  case eucJP = "euc-jp"
  /// Japanese in seven bits, as in old mail.
  case iso2022JP = "iso-2022-jp"
  // The code pages of Windows: 874 Thai, 1250 Central European, 1251 Cyrillic, 1252 Western
  // European, 1253 Greek, 1254 Turkish, 1255 Hebrew, 1256 Arabic, 1257 Baltic, 1258 Vietnamese.
  case windows874 = "windows-874"
  case windows1250 = "windows-1250"
  case windows1251 = "windows-1251"
  case windows1252 = "windows-1252"
  case windows1253 = "windows-1253"
  case windows1254 = "windows-1254"
  case windows1255 = "windows-1255"
  case windows1256 = "windows-1256"
  case windows1257 = "windows-1257"
  case windows1258 = "windows-1258"
  // The parts of ISO 8859. Parts 1, 9 and 11 are read as 1252, 1254 and 874, as browsers do
  // (<https://encoding.spec.whatwg.org/#names-and-labels>); part 12 never appeared.
  case iso8859x2 = "iso-8859-2"
  case iso8859x3 = "iso-8859-3"
  case iso8859x4 = "iso-8859-4"
  case iso8859x5 = "iso-8859-5"
  case iso8859x6 = "iso-8859-6"
  case iso8859x7 = "iso-8859-7"
  case iso8859x8 = "iso-8859-8"
  case iso8859x10 = "iso-8859-10"
  case iso8859x13 = "iso-8859-13"
  case iso8859x14 = "iso-8859-14"
  case iso8859x15 = "iso-8859-15"
  case iso8859x16 = "iso-8859-16"
  /// Russian on Unix, and in old mail.
  case koi8r = "koi8-r"
  /// Ukrainian on Unix.
  case koi8u = "koi8-u"
  // DOS: the United States, Western Europe, Cyrillic.
  case cp437
  case cp850
  case cp866
  // Macintosh before Mac OS X: Western Europe, Cyrillic.
  case macRoman = "macroman"
  case macCyrillic = "maccyrillic"
  /// UTF-8 mixed with single bytes of Windows-1252, as in files edited with several programs.
  case mixed = "mixed"

  /// Finds an encoding by a common name, ignoring case: `utf-8`, `sjis`, `cp932`, `latin1`, …
  package init?(named name: String) {
    let folded = Self.folded(name)
    guard
      let found = Self.allCases.first(where: { Self.folded($0.rawValue) == folded })
        ?? Self.aliases[folded]
    else { return nil }
    self = found
  }

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
      .replacing(/^cp(?=125|874)/, with: "windows")
  }

  private static let aliases: [String: TextEncoding] = [
    "utf16": .utf16LittleEndian, "sjis": .shiftJIS, "cp932": .shiftJIS, "windows31j": .shiftJIS,
    "mskanji": .shiftJIS, "eucjpms": .eucJP, "jis": .iso2022JP, "latin1": .windows1252,
    "iso88591": .windows1252, "ansi": .windows1252, "latin2": .iso8859x2, "latin5": .windows1254,
    "latin9": .iso8859x15, "iso88599": .windows1254, "iso885911": .windows874,
    "tis620": .windows874, "koi8": .koi8r, "ibm437": .cp437, "ibm850": .cp850, "ibm866": .cp866,
    "macintosh": .macRoman, "xmaccyrillic": .macCyrillic,
  ]
}
