import Foundation
import QuizStore
import QuizSupport

/// A file system in memory. It knows which changes have reached the disk, and can be made to fail
/// and crash.
package final class SimulatedDisk: FileSystem {
  package enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(size: Int)
  }

  package final class Node {
    package var bytes: [UInt8] = []
    package var synced: [UInt8] = []
    package var unsynced: [Change] = []
  }

  /// An error for the next calls of an operation, after a number of calls that succeed.
  package struct Fault {
    package var operation: FileSystemError.Operation
    package var code: Int32
    package var successes = 0
    package var path = ""
    package var repeats = true

    package init(
      operation: FileSystemError.Operation, code: Int32, successes: Int = 0, path: String = "",
      repeats: Bool = true
    ) {
      (self.operation, self.code, self.successes) = (operation, code, successes)
      (self.path, self.repeats) = (path, repeats)
    }
  }

  package init() {}

  package private(set) var nodes: [UInt64: Node] = [:]
  package private(set) var entries: [String: UInt64] = [:]
  private var syncedEntries: [String: UInt64] = [:]
  private var unsyncedEntries: [[String: UInt64?]] = []
  private var nextNode: UInt64 = 1
  /// The files that are locked.
  package var locks: Set<UInt64> = []
  /// The action of another process whenever a lock is taken.
  package var whileLocking: (() -> Void)?
  /// The action of another process before a file is opened the next time.
  package var beforeOpening: [String: () -> Void] = [:]
  /// The targets of the symbolic links.
  package var links: [String: String] = [:]
  /// The kinds of the paths that do not lead to a regular file.
  package var kinds: [String: FileKind] = [:]

  package var faults: [Fault] = []
  /// Called with the path before each reading of an open file.
  package var beforeRead: ((String) -> Void)?
  /// The number of bytes that still fit; `nil` for no limit.
  package var freeBytes: Int?
  /// The error when there is no more room.
  package var fullCode = ENOSPC
  /// The number of the call at which the power fails. Every later call fails as well and does
  /// nothing.
  package var powerFailsAt: Int?
  /// One call that fails, counted from 1, and its error.
  package var failure: (call: Int, code: Int32)?
  /// The action before the call with this number, counted from 1.
  package var alarm: (call: Int, ring: () -> Void)?
  /// The maximum number of calls that succeed, for work that may never end; `nil` for no limit.
  package var mostCalls: Int?
  /// The number of calls so far.
  package private(set) var calls = 0
  /// The numbers of the calls that were syncs of files or directories, counted from 1.
  package private(set) var syncCalls: [Int] = []
  package private(set) var syncs = 0
  package private(set) var bytesWritten = 0
  /// The files that got their names after the last sync of a directory.
  package private(set) var unsyncedRenames: Set<String> = []

  package var paths: [String] { entries.keys.sorted() }

  /// Truncates an open file, as another program might do.
  package func shorten(_ path: String, to size: Int) {
    guard let node = entries[path].flatMap({ nodes[$0] }) else { return }
    Self.resize(&node.bytes, to: size)
  }

  /// Gives a file a second name.
  package func link(_ path: String, as name: String) {
    entries[name] = entries[path]
    syncedEntries[name] = entries[path]
  }

  package subscript(path: String) -> [UInt8]? {
    get { entries[path].flatMap { nodes[$0]?.bytes } }
    set {
      guard let newValue else {
        entries[path] = nil
        syncedEntries[path] = nil
        return
      }
      let node = Node()
      node.bytes = newValue
      node.synced = newValue
      nodes[nextNode] = node
      entries[path] = nextNode
      syncedEntries[path] = nextNode
      nextNode += 1
    }
  }

  /// The content of a file, without the zeros at its end that reserve space.
  package func text(of path: String) -> [UInt8]? {
    guard let bytes = self[path] else { return nil }
    return Array(bytes[..<(bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0)])
  }

  /// The disk as it would be after a power failure now. It has everything that was synced. Chance
  /// decides which of the other changes it has, as a whole or in pieces of 512 bytes.
  package func afterCrash<R: RandomNumberGenerator>(using random: inout R, garbage: Bool = false)
    -> SimulatedDisk
  {
    afterCrash(garbage: garbage) { Int.random(in: 0..<$0, using: &random) }
  }

  /// The same, with the decisions made by `choose`, which gets the number of possibilities and
  /// returns one of them, counted from 0.
  ///
  /// A write is either missing, complete, or in pieces. If it is in pieces, the file may or may not
  /// have its new length already. Each piece is missing, present, or (when `garbage` is allowed)
  /// replaced by bytes that no one wrote.
  package func afterCrash(
    pieceSize: Int = 512, garbage: Bool = false, choosing choose: (Int) -> Int
  ) -> SimulatedDisk {
    let disk = SimulatedDisk()
    disk.nextNode = nextNode
    for (number, node) in nodes.sorted(by: { $0.key < $1.key }) {
      let copy = Node()
      copy.bytes = node.synced
      for change in node.unsynced {
        Self.apply(change, to: &copy.bytes, pieceSize, garbage, choose)
      }
      copy.synced = copy.bytes
      disk.nodes[number] = copy
    }
    var entries = syncedEntries
    for change in unsyncedEntries where choose(2) == 1 {
      for (path, node) in change { entries[path] = node }
    }
    disk.entries = entries
    disk.syncedEntries = entries
    return disk
  }

  private static func apply(
    _ change: Change, to bytes: inout [UInt8], _ pieceSize: Int, _ garbage: Bool,
    _ choose: (Int) -> Int
  ) {
    switch change {
    case .truncate(let size):
      if choose(2) == 1 { resize(&bytes, to: size) }
    case .write(let offset, let new):
      let fate = choose(4)
      if fate == 0 { return }
      if fate == 1 { return write(new, at: offset, to: &bytes) }
      if fate == 2 { resize(&bytes, to: max(bytes.count, offset + new.count)) }
      for start in stride(from: 0, to: new.count, by: pieceSize) {
        let piece = Array(new[start..<min(start + pieceSize, new.count)])
        switch choose(garbage ? 3 : 2) {
        case 0: continue
        case 1: write(piece, at: offset + start, to: &bytes)
        default:
          // These bytes differ at every place and never equal the bytes to be written.
          let rubbish = piece.enumerated().map { $1 ^ UInt8(truncatingIfNeeded: $0 &* 151 | 1) }
          write(rubbish, at: offset + start, to: &bytes)
        }
      }
    }
  }

  fileprivate static func write(_ new: [UInt8], at offset: Int, to bytes: inout [UInt8]) {
    if offset + new.count > bytes.count { resize(&bytes, to: offset + new.count) }
    bytes.replaceSubrange(offset..<offset + new.count, with: new)
  }

  fileprivate static func resize(_ bytes: inout [UInt8], to size: Int) {
    if size < bytes.count {
      bytes.removeLast(bytes.count - size)
    } else {
      bytes += [UInt8](repeating: 0, count: size - bytes.count)
    }
  }

  fileprivate func call(
    _ operation: FileSystemError.Operation, _ path: String, as errorPath: String? = nil
  ) throws(FileSystemError) {
    let name = errorPath ?? path
    calls += 1
    if let alarm, alarm.call == calls { alarm.ring() }
    if let mostCalls, calls > mostCalls { throw FileSystemError(operation, name, code: EIO) }
    if operation == .sync { syncCalls.append(calls) }
    if let powerFailsAt, calls >= powerFailsAt {
      throw FileSystemError(operation, name, code: EIO)
    }
    if let failure, failure.call == calls {
      throw FileSystemError(operation, name, code: failure.code)
    }
    guard
      let index = faults.firstIndex(where: {
        $0.operation == operation && ($0.path.isEmpty || path.hasSuffix($0.path))
      })
    else { return }
    guard faults[index].successes == 0 else {
      faults[index].successes -= 1
      return
    }
    let code = faults[index].code
    if !faults[index].repeats { faults.remove(at: index) }
    throw FileSystemError(operation, name, code: code)
  }

  fileprivate func countWrite(_ bytes: Int) { bytesWritten += bytes }
  fileprivate func countSync() { syncs += 1 }

  private func change(_ change: [String: UInt64?]) {
    for (path, node) in change { entries[path] = node }
    unsyncedEntries.append(change)
  }

  // MARK: FileSystem

  package func open(_ path: String, for access: FileAccess) throws(FileSystemError) -> any OpenFile
  {
    beforeOpening.removeValue(forKey: path)?()
    var name = path
    if case .creating(let errorPath, _) = access { name = errorPath }
    try call(.open, path, as: name)
    if case .creating(let errorPath, _) = access {
      if entries[path] != nil { throw FileSystemError(.open, errorPath, code: EEXIST) }
      nodes[nextNode] = Node()
      change([path: nextNode])
      nextNode += 1
    }
    guard let number = entries[path], let node = nodes[number] else {
      throw FileSystemError(.open, path, code: ENOENT)
    }
    return SimulatedFile(self, node, number: number, path: path, name: name)
  }

  package func status(of path: String) throws(FileSystemError) -> FileStatus? {
    try call(.inspect, path)
    guard let number = entries[path], let node = nodes[number] else {
      guard kinds[path] == .directory || entries.keys.contains(where: { $0.hasPrefix(path + "/") })
      else { return nil }
      return FileStatus(
        kind: .directory, size: 0, identity: FileIdentity(device: 1, number: 0), modified: 0)
    }
    return FileStatus(
      kind: kinds[path] ?? .regular, size: node.bytes.count,
      identity: FileIdentity(device: 1, number: number), modified: 0)
  }

  package func resolve(_ path: String) -> String { links[path] ?? path }

  package func rename(_ source: String, to target: String) throws(FileSystemError) {
    try call(.rename, target)
    guard let number = entries[source] else {
      throw FileSystemError(.rename, target, code: ENOENT)
    }
    change([source: nil, target: number])
    unsyncedRenames.insert(target)
  }

  package func remove(_ path: String) throws(FileSystemError) {
    try call(.remove, path)
    guard entries[path] != nil else { throw FileSystemError(.remove, path, code: ENOENT) }
    change([path: nil])
  }

  package func removeDirectory(_ path: String) throws(FileSystemError) {
    try call(.remove, path)
  }

  package func createDirectory(_ path: String) throws(FileSystemError) {
    try call(.createDirectory, path)
  }

  package func syncDirectory(_ path: String) throws(FileSystemError) {
    try call(.sync, path)
    syncedEntries = entries
    unsyncedEntries = []
    unsyncedRenames = []
  }

  package func names(in directory: String) throws(FileSystemError) -> [String] {
    try call(.inspect, directory)
    let inside = entries.keys.filter { $0.hasPrefix(directory + "/") }
      .compactMap { $0.dropFirst(directory.count + 1).split(separator: "/").first.map(String.init) }
    return Set(inside).sorted()
  }
}

package final class SimulatedFile: OpenFile {
  private let disk: SimulatedDisk
  private let node: SimulatedDisk.Node
  private let number: UInt64
  private let path: String
  private let name: String
  private var hasLock = false

  /// - Parameter name: the path in errors.
  package init(
    _ disk: SimulatedDisk, _ node: SimulatedDisk.Node, number: UInt64, path: String, name: String
  ) {
    self.disk = disk
    self.node = node
    self.number = number
    self.path = path
    self.name = name
  }

  deinit { unlock() }

  package func nameCount() -> Int { disk.entries.values.count { $0 == number } }

  package func isAt(_ path: String) throws(FileSystemError) -> Bool {
    try call(.inspect)
    return disk.entries[path] == number
  }

  package func lock() throws(FileSystemError) -> Bool {
    try call(.lock)
    disk.whileLocking?()
    hasLock = disk.locks.insert(number).inserted
    return hasLock
  }

  private func unlock() {
    if hasLock { disk.locks.remove(number) }
    hasLock = false
  }

  private func call(_ operation: FileSystemError.Operation) throws(FileSystemError) {
    try disk.call(operation, path, as: name)
  }

  package func size() -> Int { node.bytes.count }

  package func identity() -> FileIdentity { FileIdentity(device: 1, number: number) }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileSystemError) -> Int {
    try call(.read)
    disk.beforeRead?(path)
    let count = max(0, min(buffer.count, node.bytes.count - offset))
    if count > 0 { buffer.copyBytes(from: node.bytes[offset..<offset + count]) }
    return count
  }

  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(FileSystemError) {
    try call(.write)
    var new = Array(bytes)
    let growth = max(0, offset + new.count - node.bytes.count)
    let isTooMuch = disk.freeBytes.map { growth > $0 } ?? false
    if isTooMuch { new = Array(new.prefix(max(0, new.count - growth + (disk.freeBytes ?? 0)))) }
    disk.freeBytes = disk.freeBytes.map { max(0, $0 - growth) }
    disk.countWrite(new.count)
    SimulatedDisk.write(new, at: offset, to: &node.bytes)
    node.unsynced.append(.write(offset: offset, bytes: new))
    if isTooMuch { throw FileSystemError(.write, name, code: disk.fullCode) }
  }

  package func sync() throws(FileSystemError) {
    try call(.sync)
    disk.countSync()
    node.synced = node.bytes
    node.unsynced = []
  }

  package func truncate(to size: Int) throws(FileSystemError) {
    try call(.truncate)
    disk.freeBytes = disk.freeBytes.map { $0 + max(0, node.bytes.count - size) }
    SimulatedDisk.resize(&node.bytes, to: size)
    node.unsynced.append(.truncate(size: size))
  }

  package func close() throws(FileSystemError) {
    unlock()
    try call(.close)
  }
}
