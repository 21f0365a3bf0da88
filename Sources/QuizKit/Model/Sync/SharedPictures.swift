import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// The pictures in a shared folder: `DIR/DEVICE/media/ab/` and the digest.
///
/// Each device adds those that its own lines name, before it writes the lines, and removes none. A
/// picture is looked for in the folders of all devices, so it does not matter which of them has it.
struct SharedPictures {
  /// The names of the fields with the pictures of records.
  static let fields: [RecordKind: String] = [.question: "content.pictures", .note: "pictures"]

  private let folder: String
  private let own: DeviceIdentity
  private let devices: [DeviceIdentity]
  private let fileSystem: any FileSystem

  init(_ reading: FolderReading, on fileSystem: any FileSystem) {
    folder = reading.folder.path
    own = reading.folder.device
    devices = [own] + reading.peers.map(\.device).filter { $0 != reading.folder.device }
    self.fileSystem = fileSystem
  }

  private func media(of device: DeviceIdentity) -> AttachmentFolder {
    AttachmentFolder(at: "\(folder)/\(device.text)/media", on: fileSystem)
  }

  // MARK: Lines

  /// The attachments that a line names.
  static func attachments(of line: SyncLine) -> [ContentDigest] {
    attachments(of: line.state, RecordKind(rawValue: line.kind))
  }

  /// The attachments that the state of a record names.
  static func attachments(of state: RecordState, _ kind: RecordKind) -> [ContentDigest] {
    guard let json = fields[kind].flatMap({ state.values[$0] }) else { return [] }
    return pictures(json)?.attachments.map(\.digest) ?? []
  }

  /// Whether a line has pictures.
  static func areIn(_ line: SyncLine) -> Bool {
    fields[RecordKind(rawValue: line.kind)].map { line.state.values[$0] != nil } ?? false
  }

  /// The pictures of a field; `nil` for a value that only a newer program understands.
  static func pictures(_ json: String?) -> Pictures? {
    guard let json else { return Pictures() }
    do throws(JSONFault) {
      return try Array(json.utf8).withBytes { bytes throws(JSONFault) in
        try JSONTextDecoder(isForeign: true).decode(Pictures.self, from: bytes)
      }
    } catch {
      return nil
    }
  }

  // MARK: Exchange

  /// Writes pictures into the folder of this device, and makes sure that they are on the disk.
  ///
  /// - Throws: the error of the file system, or that of the bank's own pictures. The lines that name
  ///   them must not be written then.
  func publish(
    _ digests: Set<ContentDigest>, from attachments: any AttachmentStore
  ) throws(StoreError) {
    if digests.isEmpty { return }
    let media = media(of: own)
    for digest in digests.sorted() where try !media.has(digest) {
      // A link may lead anywhere.
      for folder in [media.path, media.path + "/" + digest.text.prefix(2)] {
        let isLink = try fromSystem { () throws(FileSystemError) in
          try fileSystem.resolve(folder) != folder
        }
        if isLink { throw StoreError.fileSystem(FileSystemError(.open, folder, code: ELOOP)) }
      }
      // What this device has not got either, another one has.
      if let bytes = try attachments.bytes(of: digest) { try media.keep(bytes, as: digest) }
    }
  }

  /// Brings pictures into the bank that another device has.
  ///
  /// - Returns: how many came, those that no device has yet, and files that are not what their names
  ///   say.
  /// - Throws: the error of the bank's own pictures.
  func fetch(
    _ wanted: Set<ContentDigest>, into attachments: any AttachmentStore
  ) throws(StoreError) -> (count: Int, absent: Set<ContentDigest>, problems: [SyncProblem]) {
    var (count, absent, problems) = (0, Set<ContentDigest>(), SyncProblems())
    for digest in wanted.sorted() where try !attachments.has(digest) {
      if let bytes = bytes(of: digest, &problems) {
        try attachments.keep(bytes, as: digest)
        count += 1
      } else {
        absent.insert(digest)
      }
    }
    return (count, absent, problems.all)
  }

  private func bytes(of digest: ContentDigest, _ problems: inout SyncProblems) -> [UInt8]? {
    for device in devices {
      do throws(StoreError) {
        if let bytes = try media(of: device).bytes(of: digest) { return bytes }
      } catch {
        if case .damagedAttachment(let path) = error {
          problems.count(SyncProblem(.pictureDamaged, file: path))
        } else if case .fileSystem(let error) = error {
          problems.count(SyncProblem(.system(error.reason), file: error.path))
        }
      }
    }
    return nil
  }

  private func fromSystem<T>(
    _ body: () throws(FileSystemError) -> T
  ) throws(StoreError) -> T {
    do throws(FileSystemError) {
      return try body()
    } catch {
      throw StoreError.fileSystem(error)
    }
  }
}
