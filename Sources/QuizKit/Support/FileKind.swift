import Foundation

/// What lies at a path, as far as reading and writing differ.
public enum FileKind: Equatable, Sendable {
  /// A file with a content.
  case regular
  /// A folder.
  case directory
  /// A pipe, with a name or without.
  case pipe
  /// A terminal or another device that gives bytes one by one.
  case characterDevice
  /// A disk.
  case blockDevice
  /// A socket.
  case socket

  init(_ mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFDIR: self = .directory
    case S_IFIFO: self = .pipe
    case S_IFCHR: self = .characterDevice
    case S_IFBLK: self = .blockDevice
    case S_IFSOCK: self = .socket
    default: self = .regular
    }
  }

  var english: String {
    switch self {
    case .regular: "a file"
    case .directory: "a directory"
    case .pipe: "a pipe"
    case .characterDevice, .blockDevice: "a device"
    case .socket: "a socket"
    }
  }

  var japanese: String {
    switch self {
    case .regular: "ファイル"
    case .directory: "ディレクトリ"
    case .pipe: "パイプ"
    case .characterDevice, .blockDevice: "デバイス"
    case .socket: "ソケット"
    }
  }
}
