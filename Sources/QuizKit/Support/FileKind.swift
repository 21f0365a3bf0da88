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

/// An open file, pipe or terminal of the system.
package struct FileDescriptor: Sendable {
  private let number: Int32

  package init(_ number: Int32) { self.number = number }

  /// Writes all bytes, in one system call unless the kernel takes less.
  ///
  /// A parent process may have made a shared descriptor non-blocking, so this waits until it can be
  /// written to.
  ///
  /// - Returns: `errno` if the bytes cannot be written, for example because the reader of a pipe is
  ///   gone; otherwise `nil`.
  package func writeAll(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let slice = UnsafeRawBufferPointer(rebasing: rest)
      let count = write(number, slice.baseAddress, slice.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  package func writeAll(_ bytes: [UInt8]) -> Int32? {
    bytes.withUnsafeBytes { writeAll($0) }
  }
}

/// The directory that `path` is in.
package func directory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}
