import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file descriptor of the operating system.
final class PosixFile: OpenFile {
  private var descriptor: Int32
  private let path: String

  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if descriptor >= 0 { _ = closeDescriptor(descriptor) }
  }

  func size() throws(FileSystemError) -> Int {
    Int(try status().st_size)
  }

  func identity() throws(FileSystemError) -> FileIdentity {
    FileStatus(try status()).identity
  }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    var done = 0
    while done < buffer.count, let base = buffer.baseAddress {
      let count = try retrying(.read, path) {
        pread(descriptor, base + done, buffer.count - done, off_t(offset + done))
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      // A disk that is almost full takes a part; the next call says why not the rest.
      done += try retrying(.write, path) {
        pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      }
    }
  }

  func sync() throws(FileSystemError) {
    #if canImport(Darwin)
      // fsync on macOS leaves the bytes in the drive's own memory.
      try retrying(.sync, path) { fcntl(descriptor, F_FULLFSYNC) }
    #else
      try retrying(.sync, path) { fdatasync(descriptor) }
    #endif
  }

  func truncate(to size: Int) throws(FileSystemError) {
    try retrying(.truncate, path) { ftruncate(descriptor, off_t(size)) }
  }

  func close() throws(FileSystemError) {
    guard descriptor >= 0 else { return }
    let closing = descriptor
    descriptor = -1
    // The descriptor is gone even when the call fails, so it is not repeated.
    if closeDescriptor(closing) != 0 { throw FileSystemError(.close, path, code: errno) }
  }

  private func status() throws(FileSystemError) -> stat {
    var info = stat()
    try retrying(.inspect, path) { fstat(descriptor, &info) }
    return info
  }
}

/// A lock of the operating system on a file that exists for that purpose only.
final class PosixLock: FileLock {
  private var descriptor: Int32
  private let path: String

  init(_ descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    if descriptor >= 0 { _ = closeDescriptor(descriptor) }
  }

  func release() {
    guard descriptor >= 0 else { return }
    // While the lock is held: nobody else can have taken it, and who opened the file before will
    // look again. A file that cannot be removed does no harm.
    unlink(path)
    _ = closeDescriptor(descriptor)
    descriptor = -1
  }
}

extension FileStatus {
  init(_ info: stat) {
    #if canImport(Darwin)
      let time = info.st_mtimespec
    #else
      let time = info.st_mtim
    #endif
    self.init(
      isDirectory: info.st_mode & S_IFMT == S_IFDIR, size: Int(info.st_size),
      identity: FileIdentity(device: UInt64(info.st_dev), number: UInt64(info.st_ino)),
      modified: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

private func closeDescriptor(_ descriptor: Int32) -> Int32 {
  close(descriptor)
}
