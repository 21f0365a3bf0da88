import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// A file or a folder on this device that decks follow: what its author changes there comes into the
/// bank, and nothing else.
struct FollowedSource: StoredRecord {
  static let entityName = "followed"
  static let outlivesUndo = true

  var id: Identifier<FollowedSource> = .unassigned
  /// The path of the file or the folder, from the root.
  var path: String
  /// The device on which the path means something.
  var device: String
  /// Whether the decks follow all files in a folder.
  var isFolder: Bool
  /// The name that a person gave the deck; `nil` for decks that are named by the files.
  var deck: String?
  /// Which files of a folder are followed, as a pattern of a shell; `nil` for all.
  var pattern: String?

  /// The name below which the decks of a folder are.
  var name: String { deck ?? FileName.base(of: path) }

  /// The path of a file from the folder on.
  func inside(_ file: String) -> String {
    String(file.dropFirst(path.count).drop { $0 == "/" })
  }

  /// Whether the name of a file, or its path from the folder on, is one of the pattern (`fnmatch`,
  /// POSIX.1-2017).
  func includes(_ file: String) -> Bool {
    guard let pattern else { return true }
    let name = String(file.dropFirst(FileName.folder(of: file).count))
    return fnmatch(pattern, inside(file), 0) == 0 || fnmatch(pattern, name, 0) == 0
  }
}

/// A followed file, as it was when it was last read.
///
/// The file is compared with this and never with the bank, so that what its author did not change
/// changes nothing here.
struct FollowedFile: StoredRecord {
  static let entityName = "followed-file"
  static let outlivesUndo = true
  static let keys: [RecordKey<FollowedFile>] = [
    .reference(\.sourceID, named: "sourceID", onDelete: .cascade)
  ]

  /// A question of the file.
  struct Entry: Codable, Equatable, Sendable {
    /// The question in the bank; it may be deleted.
    var id: Identifier<Question>
    /// The place of its deck among ``FollowedFile/decks``.
    var deck: Int
    /// The line on which it begins.
    var line: Int
    /// The digests of its fields in the file.
    var said: SaidFields
    /// The entry of the trash into which a reading put it; `nil` while the file has it.
    var trash: Identifier<TrashEntry>?
  }

  /// A deck by the name that the file gives it. A person may have renamed it.
  struct FileDeck: Codable, Equatable, Sendable {
    var name: String
    var id: Identifier<Deck>
  }

  var id: Identifier<FollowedFile> = .unassigned
  var sourceID: Identifier<FollowedSource>
  /// The path of the file, from the root.
  var path: String
  /// The state of the file before it was read; `nil` where the system does not tell, and where it may
  /// have been written in the same instant.
  var stamp: FileStamp?
  /// A checksum of its bytes.
  var digest: UInt64
  var readAt: Date
  var decks: [FileDeck]
  /// The questions that it has, in its order, and those that it had.
  var entries: [Entry]
  /// How many problems it has.
  var problems: Int

  var fault: Reason? {
    entries.allSatisfy { decks.indices.contains($0.deck) } && readAt.isOnCalendars
      ? nil : Reason("a question of a followed file has no deck", "連動ファイルの質問に問題集がありません")
  }

  /// The decks that have questions of the file.
  var deckIDs: [Identifier<Deck>] { decks.map(\.id) }

  /// The entries of the trash into which readings have put questions.
  var trashed: [Identifier<TrashEntry>] { entries.compactMap(\.trash) }

  /// The bytes of a file as a number, by which a file that was only touched is known.
  static func digest(of bytes: [UInt8]) -> UInt64 { Checksum.of(bytes, seed: UInt64(bytes.count)) }
}

extension StoreContext {
  /// The files and folders that a device follows.
  func followedSources(on device: String) throws -> [FollowedSource] {
    try fetch(FetchDescriptor<FollowedSource>()).filter { $0.device == device }
  }

  /// A part of each file of a source, as it was when it was last read. To read the digests of all
  /// its questions, too, would take longer.
  func followedFiles<P: RecordPart>(of source: FollowedSource) throws -> [P]
  where P.Whole == FollowedFile {
    try savedParts(of: identifiers(FetchDescriptor(.whose(\FollowedFile.sourceID, is: source.id))))
  }
}

/// The questions about whose texts the followed files of this device decide.
struct FollowedQuestions {
  /// Those that a file has.
  private(set) var there: Set<Identifier<Question>> = []
  /// Those that a reading has put into the trash.
  private(set) var gone: Set<Identifier<Question>> = []

  /// - Parameter device: The name of this device.
  init(in store: StoreContext, device: String) throws {
    for source in try store.followedSources(on: device) {
      for file in try store.records(whose: \FollowedFile.sourceID, is: source.id) {
        for entry in file.entries {
          if entry.trash == nil { there.insert(entry.id) } else { gone.insert(entry.id) }
        }
      }
    }
  }
}

/// The state of a file, by which a change of it is noticed without reading it.
struct FileStamp: Codable, Equatable, Sendable {
  private var device: UInt64
  private var number: UInt64
  private var size: Int
  /// When the file was last written, in nanoseconds since 1970.
  private var writtenAt: Int64

  /// How old the last writing must be, in seconds: a file that is written twice in one tick of the
  /// file system's clock has the same state twice.
  private static let rest = 2.0

  init(_ status: FileStatus) {
    (device, number) = (status.identity.device, status.identity.number)
    (size, writtenAt) = (status.size, status.modified)
  }

  /// Whether a later writing will have another state.
  func isSettled(at now: Date) -> Bool {
    now.timeIntervalSince1970 - Double(writtenAt) / 1e9 > Self.rest
  }
}

/// The place of a question in the file that its deck follows.
package struct FollowedPlace: Equatable, Sendable {
  /// The file, from the root.
  package let path: String
  /// The line on which the question begins, as of the last reading.
  package let line: Int

  /// Names a line of a file.
  package init(path: String, line: Int) {
    (self.path, self.line) = (path, line)
  }

  /// `FILE:LINE`, as editors and terminals read it.
  package var text: String { "\(path):\(line)" }
}

/// The decks and questions that follow a file on this device.
package final class FollowedPlaces {
  /// Emits each place that a person wants to see in the file.
  package var openings: Signal<FollowedPlace> { opened.signal }

  private let store: StoreContext
  private let device: String
  private let decks: Kept<[Identifier<Deck>: Int]>
  private let places: Kept<[Identifier<Question>: FollowedPlace]>
  private let opened = PublishSubject<FollowedPlace>()

  init(world: World) {
    store = world.unitOfWork()
    device = world.sharing.deviceName
    decks = Kept(of: FollowedSource.self, FollowedFile.self, in: store)
    places = Kept(of: FollowedSource.self, FollowedFile.self, in: store)
  }

  /// How many problems the files of the decks have. Decks that follow none are not there.
  ///
  /// - Throws: The store's error when it cannot be read.
  func problems() throws -> [Identifier<Deck>: Int] {
    try decks.current {
      var problems: [Identifier<Deck>: Int] = [:]
      for file in try files() as [FollowedFileState] {
        for deck in Set(file.deckIDs) { problems[deck, default: 0] += file.problems }
      }
      return problems
    }
  }

  /// The place of a question in the file that it follows; `nil` where it follows none here.
  ///
  /// - Throws: The store's error when it cannot be read.
  package func place(of question: Identifier<Question>) throws -> FollowedPlace? {
    try places.current {
      var places: [Identifier<Question>: FollowedPlace] = [:]
      for file in try files() as [FileLines] {
        for (id, line) in file.lines { places[id] = FollowedPlace(path: file.path, line: line) }
      }
      return places
    }[question]
  }

  /// Asks to show the place of a question in its file.
  ///
  /// - Throws: ``QuestionFollowsNothing``; the store's error.
  func open(_ question: Identifier<Question>) throws {
    guard let place = try place(of: question) else { throw QuestionFollowsNothing() }
    opened.emit(place)
  }

  /// Parts of the files that are followed on this device.
  private func files<P: RecordPart>() throws -> [P] where P.Whole == FollowedFile {
    try store.followedSources(on: device).flatMap { try store.followedFiles(of: $0) }
  }
}

/// The refusal to show where a question stands that is in no file.
package struct QuestionFollowsNothing: ReportableError, Equatable {
  package var message: Message {
    Message("not-followed", "This question follows no file.", "この質問はファイルに連動していません。")
  }
}

/// A followed file without its questions.
struct FollowedFileState: RecordPart {
  let path: String
  let stamp: FileStamp?
  let digest: UInt64
  let readAt: Date
  let deckIDs: [Identifier<Deck>]
  let problems: Int

  init(_ file: FollowedFile) {
    (path, stamp, digest, readAt) = (file.path, file.stamp, file.digest, file.readAt)
    (deckIDs, problems) = (file.deckIDs, file.problems)
  }

  private enum CodingKeys: CodingKey { case path, stamp, digest, readAt, decks, problems }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: CodingKeys.self)
    path = try file.decode(String.self, forKey: .path)
    stamp = try file.decodeIfPresent(FileStamp.self, forKey: .stamp)
    digest = try file.decode(UInt64.self, forKey: .digest)
    readAt = try file.decode(Date.self, forKey: .readAt)
    deckIDs = try file.decode([FollowedFile.FileDeck].self, forKey: .decks).map(\.id)
    problems = try file.decode(Int.self, forKey: .problems)
  }
}

/// The lines of the questions of a followed file.
private struct FileLines: RecordPart {
  let path: String
  let lines: [(Identifier<Question>, Int)]

  init(_ file: FollowedFile) {
    path = file.path
    lines = file.entries.filter { $0.trash == nil }.map { ($0.id, $0.line) }
  }

  private enum CodingKeys: CodingKey { case path, entries }

  private struct Entry: Decodable {
    let id: Identifier<Question>
    let line: Int
    let trash: Identifier<TrashEntry>?
  }

  init(from decoder: any Decoder) throws {
    let file = try decoder.container(keyedBy: CodingKeys.self)
    path = try file.decode(String.self, forKey: .path)
    lines = try file.decode([Entry].self, forKey: .entries)
      .filter { $0.trash == nil }.map { ($0.id, $0.line) }
  }
}
