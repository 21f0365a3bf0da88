import Foundation

/// The files of this computer.
public struct DiskFiles: UserFiles {
  /// Creates access to the files of this computer.
  public init() {}

  public func files(at path: String) throws(UserFileError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw UserFileError(path: path, reason: String(cString: strerror(ENOENT)))
    }
    guard isFolder.boolValue else { return [path] }
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      let visible = names.filter { !$0.hasPrefix(".") }.sorted().map { path + "/" + $0 }
      return visible.filter {
        FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
      }
    } catch {
      throw UserFileError(path: path, reason: error.localizedDescription)
    }
  }

  public func bytes(of path: String) throws(UserFileError) -> [UInt8] {
    do {
      let handle = try FileHandle(forReadingFrom: URL(filePath: path))
      var bytes: [UInt8] = []
      // Room for all of it at once, and no second copy: a bank may be most of what there is of memory.
      bytes.reserveCapacity(Int(clamping: try handle.seekToEnd()) + 1)
      try handle.seek(toOffset: 0)
      while let part = try handle.read(upToCount: 1 << 20), !part.isEmpty {
        bytes.append(contentsOf: part)
      }
      return bytes
    } catch {
      throw UserFileError(path: path, reason: error.localizedDescription)
    }
  }

  public func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path)
  }

  public func write(_ bytes: [UInt8], to path: String) throws(UserFileError) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw UserFileError(path: path, reason: error.localizedDescription, isAboutWriting: true)
    }
  }
}
