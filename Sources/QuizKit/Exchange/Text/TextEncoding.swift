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
  /// Code page 1252, used by Windows in Western Europe.
  case windows1252 = "windows-1252"
  /// UTF-8 mixed with single bytes of Windows-1252, as in files edited with several programs.
  case mixed = "mixed"

  /// Finds an encoding by a common name, ignoring case: `utf-8`, `sjis`, `cp932`, `latin1`, …
  package init?(named name: String) {
    let folded = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    switch folded {
    case "utf8": self = .utf8
    case "utf16", "utf16le": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "shiftjis", "sjis", "cp932", "windows31j", "mskanji": self = .shiftJIS
    case "windows1252", "cp1252", "latin1", "iso88591": self = .windows1252
    case "mixed": self = .mixed
    default: return nil
    }
  }
}
