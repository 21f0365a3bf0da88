import Foundation

/// The kind of a file system entry, to the extent that reading and writing differ.
public enum FileKind: Equatable, Sendable {
  /// A regular file.
  case regular
  /// A folder.
  case directory
  /// A named or unnamed pipe.
  case pipe
  /// A terminal or another device that delivers single bytes.
  case characterDevice
  /// A block device, such as a disk.
  case blockDevice
  /// A socket.
  case socket

  package init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFDIR: self = .directory
    case S_IFIFO: self = .pipe
    case S_IFCHR: self = .characterDevice
    case S_IFBLK: self = .blockDevice
    case S_IFSOCK: self = .socket
    default: self = .regular
    }
  }

  package var english: String {
    switch self {
    case .regular: "a file"
    case .directory: "a directory"
    case .pipe: "a pipe"
    case .characterDevice, .blockDevice: "a device"
    case .socket: "a socket"
    }
  }

  package var japanese: String {
    switch self {
    case .regular: "ファイル"
    case .directory: "フォルダー"
    case .pipe: "パイプ"
    case .characterDevice, .blockDevice: "デバイス"
    case .socket: "ソケット"
    }
  }
}
