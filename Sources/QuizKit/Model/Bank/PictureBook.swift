import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The pictures of the bank's questions and notes: which of them are there, and opening them in a
/// program of the user's.
package final class PictureBook {
  private let store: StoreContext
  private let viewer: (any PictureViewer)?
  /// The real date, which the files have as well.
  private let now: () -> Date
  /// Whether the user has agreed to opening pictures that can hold scripts.
  private var opensScripts = false
  /// Emits how many questions are left out of what a person plays, once for the same number.
  package var omissions: Signal<PictureOmission> { omitted.signal }
  private let omitted = PublishSubject<PictureOmission>()
  private var told = 0
  private let knownLacking: Kept<Set<Identifier<Question>>>
  private let knownAbsent: Kept<Set<ContentDigest>>

  /// Creates the pictures of a bank.
  package init(world: World) {
    (store, viewer) = (world.store, world.pictureViewer)
    now = world.sharing.now
    knownLacking = Kept(of: Question.self, in: store)
    knownAbsent = Kept(of: Question.self, StudyNote.self, in: store)
  }

  private var attachments: any AttachmentStore { store.store.attachments }

  /// Whether the bytes of a picture are in the bank.
  ///
  /// - Throws: the store's error when it cannot be read.
  package func has(_ picture: Picture) throws -> Bool {
    guard let digest = picture.attachment?.digest else { return false }
    return try attachments.has(digest)
  }

  /// The bytes of a picture; `nil` when they are not in the bank.
  ///
  /// - Throws: the store's error when they cannot be read.
  package func bytes(of picture: Picture) throws -> [UInt8]? {
    try picture.attachment.flatMap { try attachments.bytes(of: $0.digest) }
  }

  // MARK: Showing

  /// The pictures of a question as a screen lists them.
  ///
  /// - Parameters:
  ///   - content: the question.
  ///   - order: the choices in the order shown, by their positions in the author's.
  ///   - isHidden: whether a part of the question is not on the screen yet.
  package func shown(
    _ content: QuestionContent, order: [Int] = [],
    unless isHidden: (QuestionContent.PlacedPicture.Place) -> Bool = { _ in false }
  ) -> [ShownPicture] {
    placed(content, order: order).enumerated().compactMap { index, placed in
      isHidden(placed.place) ? nil : shown(placed.picture, number: index + 1)
    }
  }

  /// The pictures of a question in the order of the screen.
  private func placed(
    _ content: QuestionContent, order: [Int]
  ) -> [QuestionContent.PlacedPicture] {
    let placed = content.placedPictures
    guard !order.isEmpty, placed.count > 1 else { return placed }
    // No question has more choices.
    let most = QuestionContent.maximumChoices
    func rank(_ place: QuestionContent.PlacedPicture.Place) -> Int {
      switch place {
      case .text: 0
      case .choice(let position): 1 + (order.firstIndex(of: position) ?? most)
      case .solution: most + 2
      case .commentary: most + 3
      }
    }
    return placed.enumerated().sorted {
      (rank($0.element.place), $0.offset) < (rank($1.element.place), $1.offset)
    }.map(\.element)
  }

  /// The pictures of a note as a screen lists them.
  ///
  /// - Parameter new: Those that are not in the bank yet.
  func shown(_ pictures: Pictures, new: [PictureIntake.NewPicture]) -> [ShownPicture] {
    pictures.all.enumerated().map { index, picture in
      var shown = shown(picture, number: index + 1)
      if new.contains(where: { $0.attachment.digest == picture.attachment?.digest }) {
        shown.missing = false
      }
      return shown
    }
  }

  private func shown(_ picture: Picture, number: Int) -> ShownPicture {
    let attachment = picture.attachment
    let isSVG = attachment?.mediaType == PictureHead.Kind.svg.mediaType
    var shown = ShownPicture(
      number: number, description: picture.description,
      name: picture.attachment?.name ?? FileName.last(of: picture.address ?? picture.label),
      address: picture.address, width: attachment?.width, height: attachment?.height,
      missing: !isThere(picture))
    shown.asks = isSVG && !opensScripts
    return shown
  }

  /// Whether a picture is there. One that cannot be looked for is said to be missing, and why is
  /// said when it is opened.
  package func isThere(_ picture: Picture) -> Bool {
    do { return try has(picture) } catch { return false }
  }

  // MARK: Opening

  /// Opens a picture of a question in a program of the user's. A picture that can hold scripts is
  /// opened because the user has been asked.
  ///
  /// - Parameter number: its number on the screen, from 1; `nil` for the first one.
  /// - Throws: ``PictureRefusal``; the store's error; the error of the program.
  package func open(
    _ number: Int?, of content: QuestionContent, order: [Int] = [],
    unless isHidden: (QuestionContent.PlacedPicture.Place) -> Bool = { _ in false }
  ) throws {
    let placed = placed(content, order: order)
    let numbers = placed.indices.filter { !isHidden(placed[$0].place) }
    guard let index = number.map({ $0 - 1 }) ?? numbers.first else { throw PictureRefusal.none }
    guard numbers.contains(index) else {
      throw numbers.isEmpty
        ? PictureRefusal.none : PictureRefusal.noSuchPicture(index + 1, count: numbers.count)
    }
    try open(placed[index].picture, bytes(of: placed[index].picture))
  }

  /// Opens a picture of a note in a program of the user's, as ``open(_:of:order:unless:)`` does.
  ///
  /// - Parameter new: Those that are not in the bank yet.
  func open(
    _ number: Int?, of pictures: Pictures, new: [PictureIntake.NewPicture]
  ) throws {
    if pictures.isEmpty { throw PictureRefusal.none }
    let number = number ?? 1
    guard pictures.all.indices.contains(number - 1) else {
      throw PictureRefusal.noSuchPicture(number, count: pictures.all.count)
    }
    let picture = pictures.all[number - 1]
    let own = new.first { $0.attachment.digest == picture.attachment?.digest }
    guard let bytes = try own?.bytes ?? bytes(of: picture) else {
      throw PictureRefusal.missingInNote(picture.name)
    }
    try open(picture, bytes)
  }

  private func open(_ picture: Picture, _ bytes: [UInt8]?) throws {
    guard let bytes, let attachment = picture.attachment else {
      throw PictureRefusal.missing(picture.name)
    }
    guard let kind = PictureHead(bytes)?.kind else { throw PictureRefusal.missing(picture.name) }
    guard let viewer else { throw PictureRefusal.noViewer }
    if kind == .svg { opensScripts = true }
    // The name decides which program opens it, so it is not the one that the file came with.
    try viewer.open(
      bytes, named: "\(attachment.digest.text.prefix(12)).\(kind.fileExtension)")
  }

  /// Opens a picture of a question of the bank, as ``open(_:of:order:unless:)`` does.
  package func open(_ number: Int?, of id: Identifier<Question>) throws {
    guard let question = try store.record(for: id) else { throw PictureRefusal.none }
    try open(number, of: question.content)
  }

  /// The attachments of all questions and notes, each once, in the order of their digests.
  ///
  /// - Throws: the store's error when it cannot be read.
  package func kept() throws -> [Attachment] {
    var all: [ContentDigest: Attachment] = [:]
    let questions = try store.records(for: illustrated(by: Question.picturesKey))
    let notes = try store.records(for: illustrated(by: StudyNote.picturesKey))
    for pictures in questions.map(\.content.pictures) + notes.map(\.pictures) {
      for attachment in pictures.attachments { all[attachment.digest] = attachment }
    }
    return all.values.sorted { $0.digest < $1.digest }
  }

  // MARK: Quizzes

  /// The pictures of a question of a quiz that are on the screen.
  ///
  /// - Parameter isOver: whether the result is shown, with all that the question has.
  package func shown(_ item: QuizItem, isOver: Bool = false) -> [ShownPicture] {
    shown(item.question.content, order: item.pictureOrder) { item.hides($0, isOver) }
  }

  /// Opens a picture of a question of a quiz, as ``open(_:of:order:unless:)`` does.
  package func open(_ number: Int?, of item: QuizItem, isOver: Bool = false) throws {
    try open(number, of: item.question.content, order: item.pictureOrder) { item.hides($0, isOver) }
  }

  // MARK: Cleaning

  /// How long a picture that nothing names any more is kept.
  private static let days = 30.0

  /// Whether the bank was opened for reading only because one command needs no more.
  package var mayTidyWhatIsRead = false

  /// Removes the pictures that nothing in the bank's file names any more, neither a question nor a
  /// note nor the trash nor what can be undone. Nothing is removed for a user who only reads the
  /// bank, or for a bank without a file.
  ///
  /// - Returns: what was removed.
  /// - Throws: the error of the file system.
  package func removeUnused() throws -> RemovedPictures {
    guard mayTidyWhatIsRead || !store.store.isReadOnly, let file = store.store as? any FileStore
    else { return RemovedPictures() }
    let seconds = now().timeIntervalSince1970 - Self.days * 86_400
    // A date that no file can have, such as one that a script names, makes none of them old.
    guard let limit = Int64(exactly: (seconds * 1_000_000_000).rounded()) else {
      return RemovedPictures()
    }
    let removed = try file.removeUnnamedAttachments(before: limit)
    return RemovedPictures(count: removed.count, bytes: removed.reduce(0) { $0 + $1.size })
  }

  // MARK: Missing pictures

  /// The questions that cannot be answered because a picture in their texts is not in the bank.
  ///
  /// - Throws: the store's error when it cannot be read.
  package func lacking() throws -> Set<Identifier<Question>> {
    try knownLacking.current {
      let questions = try store.records(for: illustrated(by: Question.picturesKey))
      return Set(try questions.filter { try isLacking($0.content) }.map(\.id))
    }
  }

  /// Tells a person how many questions are left out because their pictures are missing.
  func tell(leftOut count: Int) {
    guard count > 0, count != told else { return }
    told = count
    omitted.emit(PictureOmission(count: count))
  }

  /// The attachments of questions and notes that are not in the bank.
  ///
  /// - Throws: the store's error when it cannot be read.
  func absent() throws -> Set<ContentDigest> {
    try knownAbsent.current {
      Set(try kept().map(\.digest).filter { try !attachments.has($0) })
    }
  }

  /// Looks again at which pictures are there, because some have come without a change of a question.
  func lookAgain() { (knownLacking.value, knownAbsent.value) = (nil, nil) }

  /// Whether a picture that is needed for the answer is not in the bank.
  package func isLacking(_ content: QuestionContent) throws -> Bool {
    if content.pictures.isEmpty { return false }
    return try content.neededPictures.contains { try !has($0) }
  }

  /// The records that have pictures.
  private func illustrated<R: StoredRecord>(by key: RecordKey<R>) throws -> [Identifier<R>] {
    try store.identifiers(where: key, isOneOf: [AnyHashable(Pictures.some)])
  }
}

extension AttachmentStore {
  /// Keeps pictures, before the records are saved that refer to them.
  func keep(_ pictures: [PictureIntake.NewPicture]) throws(StoreError) {
    for picture in pictures { try keep(picture.bytes, as: picture.attachment.digest) }
  }
}

extension QuizItem {
  /// The choices in the order shown, as their pictures are numbered; empty where a question has none
  /// of its own.
  fileprivate var pictureOrder: [Int] { question.content.kind.hasChoices ? order : [] }

  /// Whether a part of the question is not on the screen. The result explains wrong answers only.
  fileprivate func hides(
    _ place: QuestionContent.PlacedPicture.Place, _ isOver: Bool
  ) -> Bool {
    switch place {
    case .text, .choice: false
    case .solution: !isOver && question.content.kind == .card && !isBackShown && response == nil
    case .commentary: isOver ? isCorrect : !isRevealed
    }
  }
}

/// A picture of a question or note as a screen lists it.
public struct ShownPicture: Encodable, Equatable, Sendable {
  /// Its number on the screen, from 1.
  public var number: Int
  /// Its description; `nil` without one.
  @Nullable public var description: String?
  /// The name of its file.
  public var name: String
  /// Where it is, if it was not brought in; `nil` otherwise.
  @Nullable public var address: String?
  /// The width in pixels; `nil` where it is not known.
  @Nullable public var width: Int?
  /// The height in pixels; `nil` where it is not known.
  @Nullable public var height: Int?
  /// Whether the bank does not have it.
  public var missing: Bool
  /// Whether the user is asked before it is opened, because it can hold scripts. Not encoded.
  package var asks = false

  private enum CodingKeys: CodingKey {
    case number, description, name, address, width, height, missing
  }

  init(
    number: Int, description: String?, name: String, address: String?, width: Int?, height: Int?,
    missing: Bool
  ) {
    self.number = number
    self.description = description
    self.name = name
    self.address = address
    self.width = width
    self.height = height
    self.missing = missing
  }
}

/// The pictures that were removed because nothing named them any more.
package struct RemovedPictures: Encodable, Equatable, Sendable {
  /// How many there were.
  package var count = 0
  /// How many bytes they had.
  package var bytes = 0
}

/// The questions that are left out because their pictures are missing.
package struct PictureOmission: ReportableError, Equatable {
  /// How many there are.
  package let count: Int

  package var message: Message {
    Message(
      "pictures-left-out",
      count == 1
        ? "1 question is left out because its picture is missing."
        : "\(count) questions are left out because their pictures are missing.",
      "画像がないため、\(count) 問は出題しません。")
  }
}

/// Why a picture is not opened.
package enum PictureRefusal: ReportableError, Equatable {
  /// The question has no picture.
  case none
  /// There is no picture with this number.
  case noSuchPicture(Int, count: Int)
  /// The bank does not have the picture of a question.
  case missing(String)
  /// The bank does not have the picture of a note.
  case missingInNote(String)
  /// There is no program that opens pictures.
  case noViewer

  package var message: Message {
    switch self {
    case .none:
      Message("no-picture", "There is no picture here.", "ここに画像はありません。")
    case .noSuchPicture(let number, let count):
      Message(
        "no-such-picture", "There is no picture \(number); there are \(count).",
        "画像 \(number) はありません（全 \(count) 枚）。")
    case .missing(let name):
      Message(
        "picture-missing",
        "The picture \(name) is not in the bank; import the questions once more.",
        "画像 \(name) がありません。質問をもう一度取り込んでください。")
    case .missingInNote(let name):
      Message(
        "picture-missing", "The picture \(name) is not in the bank; attach it once more.",
        "画像 \(name) がありません。もう一度添付してください。")
    case .noViewer:
      Message(
        "no-viewer",
        "No program opens pictures here; set QA_REPL_VIEWER to one.",
        "画像を開くプログラムがありません。QA_REPL_VIEWER に設定してください。")
    }
  }
}
