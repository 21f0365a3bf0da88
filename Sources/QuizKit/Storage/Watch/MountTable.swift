import Foundation
import QuizSupport

/// The file systems that are mounted, and their places.
enum MountTable {
  /// Whether only this system writes to what is at `path`. A network file system has changes of
  /// which the system never hears, and of an unknown one nothing is sure.
  static func isLocal(_ path: String) -> Bool {
    #if os(Linux)
      guard let real = realpath(path, nil) else { return errno == ENOENT }
      defer { free(real) }
      guard let table = FileManager.default.contents(atPath: "/proc/self/mountinfo") else {
        return false
      }
      let kind = kind(of: String(cString: real), in: String(decoding: table, as: UTF8.self))
      return kind.map(localKinds.contains) ?? false
    #elseif canImport(Darwin)
      var info = statfs()
      guard statfs(path, &info) == 0 else { return errno == ENOENT }
      return info.f_flags & UInt32(MNT_LOCAL) != 0
    #else
      return false
    #endif
  }

  /// File systems of one computer, of whose changes inotify tells. That of layers (`overlay`) is
  /// not among them, because its files change their identity when they are first written.
  private static let localKinds: Set = [
    "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "ntfs3", "ramfs",
    "reiserfs", "tmpfs", "vfat", "xfs", "zfs",
  ]

  /// The kind of file system in which `path` is, by the text of /proc/self/mountinfo.
  static func kind(of path: String, in table: String) -> String? {
    var (kind, length): (String?, Int) = (nil, -1)
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"),
        fields.indices.contains(dash + 1)
      else { continue }
      let point = unescaped(fields[4])
      let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
      // Of two file systems at one place the later one hides the earlier one.
      if isAbove, point.utf8.count >= length {
        (kind, length) = (String(fields[dash + 1]), point.utf8.count)
      }
    }
    return kind
  }

  /// The text with its spaces, tabs, line ends and backslashes, which are octal numbers there.
  private static func unescaped(_ field: Substring) -> String {
    String(field).replacing("\\040", with: " ").replacing("\\011", with: "\t")
      .replacing("\\012", with: "\n").replacing("\\134", with: "\\")
  }
}
