import Foundation
import QuizSupport

/// Keeps the bytes of attachments beside the records of a store, each named by its digest.
///
/// Records and attachments are written one after the other, never in one transaction. So the bytes
/// come first: ``keep(_:as:)`` returns when they are on the disk, and only then a record may be
/// saved that names them. What no record names does no harm; a doctor removes it later.
public protocol AttachmentStore: AnyObject {
  /// Keeps some bytes. They are there once, however often they are kept.
  ///
  /// - Parameter digest: the digest of the bytes, which the caller has made of them.
  /// - Throws: ``StoreError/readOnly(path:)``, or the error that prevented writing.
  func keep(_ bytes: [UInt8], as digest: ContentDigest) throws(StoreError)

  /// Whether the bytes with this digest are there.
  func has(_ digest: ContentDigest) throws(StoreError) -> Bool

  /// The bytes with this digest; `nil` when they are not there.
  ///
  /// - Throws: ``StoreError/damagedAttachment(path:)`` when the bytes are others.
  func bytes(of digest: ContentDigest) throws(StoreError) -> [UInt8]?

  /// All that is kept, in the order of the digests.
  func all() throws(StoreError) -> [KeptAttachment]

  /// Removes the bytes with this digest, which no record may name any more.
  func remove(_ digest: ContentDigest) throws(StoreError)
}

/// An attachment as it lies beside a store.
public struct KeptAttachment: Equatable, Sendable {
  /// The digest that names it.
  public var digest: ContentDigest
  /// The number of bytes.
  public var size: Int
  /// When it was written, in nanoseconds since 1970.
  public var modified: Int64

  /// Describes an attachment.
  public init(digest: ContentDigest, size: Int, modified: Int64) {
    (self.digest, self.size, self.modified) = (digest, size, modified)
  }
}

/// The attachments of a store that keeps none.
final class NoAttachments: AttachmentStore {
  func keep(_ bytes: [UInt8], as digest: ContentDigest) throws(StoreError) {
    throw StoreError.attachmentsUnsupported
  }

  func has(_ digest: ContentDigest) -> Bool { false }

  func bytes(of digest: ContentDigest) -> [UInt8]? { nil }

  func all() -> [KeptAttachment] { [] }

  func remove(_ digest: ContentDigest) {}
}

/// Attachments in memory, for stores that keep nothing when the process ends.
final class MemoryAttachments: AttachmentStore {
  private var kept: [ContentDigest: [UInt8]] = [:]

  func keep(_ bytes: [UInt8], as digest: ContentDigest) { kept[digest] = bytes }

  func has(_ digest: ContentDigest) -> Bool { kept[digest] != nil }

  func bytes(of digest: ContentDigest) -> [UInt8]? { kept[digest] }

  func all() -> [KeptAttachment] {
    kept.map { KeptAttachment(digest: $0, size: $1.count, modified: 0) }
      .sorted { $0.digest < $1.digest }
  }

  func remove(_ digest: ContentDigest) { kept[digest] = nil }
}

/// Attachments in the folder `BANK.media` beside a store's file, as `ab/` and the digest.
///
/// A file gets its name when it is complete and synced, so what has the name of a digest is whole,
/// whenever the power fails. The folder appears with the first attachment.
package final class AttachmentFolder: AttachmentStore {
  /// The folder's path.
  package let path: String
  let fileSystem: any FileSystem
  let isReadOnly: Bool
  /// The digests that were found. What is there stays there, unless ``remove(_:)`` takes it away.
  private var found: Set<ContentDigest> = []

  /// The folder that belongs to the store whose file is at this path.
  convenience init(beside store: String, isReadOnly: Bool, on fileSystem: any FileSystem) {
    self.init(at: Self.path(beside: store), isReadOnly: isReadOnly, on: fileSystem)
  }

  /// Attachments in any folder.
  package init(at path: String, isReadOnly: Bool = false, on fileSystem: any FileSystem) {
    (self.path, self.isReadOnly, self.fileSystem) = (path, isReadOnly, fileSystem)
  }

  /// The folder that belongs to the store whose file is at this path.
  package static func path(beside store: String) -> String { store + ".media" }

  package func keep(_ bytes: [UInt8], as digest: ContentDigest) throws(StoreError) {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    try fromFileSystem { () throws(FileSystemError) in
      // A file of another length is not what was written here.
      if try status(of: digest)?.size != bytes.count {
        try makeFolders(for: digest)
        try fileSystem.replace(file(of: digest), with: bytes)
      } else if !found.contains(digest) {
        // Another process may have been killed between the renaming and the sync of the folder.
        try fileSystem.syncDirectory(directory(of: file(of: digest)))
      }
    }
    found.insert(digest)
  }

  package func has(_ digest: ContentDigest) throws(StoreError) -> Bool {
    if found.contains(digest) { return true }
    let isThere = try fromFileSystem { () throws(FileSystemError) in
      try status(of: digest) != nil
    }
    if isThere { found.insert(digest) }
    return isThere
  }

  package func bytes(of digest: ContentDigest) throws(StoreError) -> [UInt8]? {
    let bytes = try fromFileSystem { () throws(FileSystemError) -> [UInt8]? in
      guard let status = try status(of: digest), status.size <= Attachment.mostBytes else {
        return nil
      }
      let file = try fileSystem.open(file(of: digest), for: .reading)
      let bytes = try file.contents()
      try file.close()
      return bytes
    }
    guard let bytes else { return nil }
    guard ContentDigest(of: bytes) == digest else {
      throw StoreError.damagedAttachment(path: file(of: digest))
    }
    return bytes
  }

  package func all() throws(StoreError) -> [KeptAttachment] {
    try fromFileSystem { () throws(FileSystemError) in
      var kept: [KeptAttachment] = []
      for folder in try folders() {
        for name in try fileSystem.names(in: folder) {
          guard let digest = ContentDigest(name), let status = try status(of: digest) else {
            continue
          }
          kept.append(
            KeptAttachment(digest: digest, size: status.size, modified: status.modified))
        }
      }
      return kept.sorted { $0.digest < $1.digest }
    }
  }

  package func remove(_ digest: ContentDigest) throws(StoreError) {
    if isReadOnly { throw StoreError.readOnly(path: path) }
    found.remove(digest)
    try fromFileSystem { () throws(FileSystemError) in
      guard try status(of: digest) != nil else { return }
      try fileSystem.remove(file(of: digest))
      try fileSystem.syncDirectory(directory(of: file(of: digest)))
    }
  }

  /// Removes what no file of the store names, and what killed processes left behind.
  ///
  /// A digest that stands anywhere in the bytes of the files counts: in a record, in an earlier
  /// version of one, in the trash, in what undoes a change, in what other devices sent.
  ///
  /// - Parameters:
  ///   - files: the files of the store.
  ///   - limit: what was written later stays, in nanoseconds since 1970.
  /// - Precondition: the caller holds the store's lock, so nobody is about to name one of them.
  /// - Returns: the attachments that were removed.
  package func removeUnnamed(
    in files: [String], before limit: Int64
  ) throws(StoreError) -> [KeptAttachment] {
    let old = try all().filter { $0.modified < limit }
    var unnamed = Set(old.map(\.digest))
    if !unnamed.isEmpty {
      try fromFileSystem { () throws(FileSystemError) in
        for file in files where try fileSystem.status(of: file)?.kind == .regular {
          try removeNamed(in: file, from: &unnamed)
        }
      }
    }
    for digest in unnamed.sorted() { try remove(digest) }
    _ = try removeRemains(before: limit)
    return old.filter { unnamed.contains($0.digest) }
  }

  /// Removes the digests in a file from a set.
  private func removeNamed(
    in path: String, from digests: inout Set<ContentDigest>
  ) throws(FileSystemError) {
    let file = try fileSystem.open(path, for: .reading)
    let size = try file.size()
    var (offset, run) = (0, [UInt8]())
    while offset < size {
      let bytes = try file.read(at: offset, count: 1 << 20)
      if bytes.isEmpty { break }
      offset += bytes.count
      for byte in bytes {
        if (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) {
          run.append(byte)
        } else {
          if run.count >= 64 { Self.remove(run, from: &digests) }
          run.removeAll(keepingCapacity: true)
        }
      }
    }
    if run.count >= 64 { Self.remove(run, from: &digests) }
    try file.close()
  }

  /// Removes the digests in a row of digits, wherever they begin in it.
  private static func remove(_ run: [UInt8], from digests: inout Set<ContentDigest>) {
    for start in 0...run.count - 64 {
      let text = String(decoding: run[start..<start + 64], as: UTF8.self)
      if let digest = ContentDigest(text) { digests.remove(digest) }
    }
  }

  /// Removes what killed processes left behind while they wrote.
  ///
  /// - Parameter limit: files that were changed later stay, in nanoseconds since 1970.
  /// - Returns: how many files there were.
  package func removeRemains(before limit: Int64) throws(StoreError) -> Int {
    try fromFileSystem { () throws(FileSystemError) in
      var count = 0
      for folder in try folders() {
        for name in try fileSystem.names(in: folder) where TemporaryFile.isName(name) {
          let path = folder + "/" + name
          guard let status = try fileSystem.status(of: path), status.kind == .regular,
            status.modified < limit
          else { continue }
          try fileSystem.remove(path)
          count += 1
        }
      }
      return count
    }
  }

  // MARK: Paths

  private func file(of digest: ContentDigest) -> String { path + "/" + digest.path }

  /// The status of an attachment; `nil` when there is none, or when something else has its name.
  private func status(of digest: ContentDigest) throws(FileSystemError) -> FileStatus? {
    let status = try fileSystem.status(of: file(of: digest))
    return status?.kind == .regular ? status : nil
  }

  /// The existing folders with two digits.
  private func folders() throws(FileSystemError) -> [String] {
    guard try fileSystem.status(of: path)?.kind == .directory else { return [] }
    var folders: [String] = []
    for name in try fileSystem.names(in: path).sorted() where name.utf8.count == 2 {
      let folder = path + "/" + name
      if try fileSystem.status(of: folder)?.kind == .directory { folders.append(folder) }
    }
    return folders
  }

  /// Creates the folders in which a file is to be, and makes sure that they are on the disk. A file
  /// in a folder that a crash takes away is as lost as one that was never written.
  private func makeFolders(for digest: ContentDigest) throws(FileSystemError) {
    let folder = directory(of: file(of: digest))
    if try fileSystem.status(of: folder) == nil { try fileSystem.createDirectory(folder) }
    // An existing file may have been made by a process that was killed before the sync.
    let parents = [path, directory(of: path)].filter { synced.insert($0 + folder).inserted }
    for parent in parents { try fileSystem.syncDirectory(parent) }
  }

  /// The folders whose entries are known to be on the disk, each with the folder for which that
  /// was needed.
  private var synced: Set<String> = []
}
