import Dispatch

/// Something that was read, on its way from the reading's thread to the bank's.
final class ImportPart: Sendable {
  enum Content: Sendable {
    /// What a backup holds beside its questions; comes before them.
    case sections([BackupDocument.Section])
    case questions([PreparedQuestion])
  }

  /// The place of the file among those of the import.
  let file: Int
  let content: Content
  private let room: DispatchSemaphore

  init(file: Int, _ content: Content, room: DispatchSemaphore) {
    self.file = file
    self.content = content
    self.room = room
  }

  /// Says that there is room for another part.
  func taken() {
    room.signal()
  }
}

/// Gathers the questions of one file into parts, and hands each on as soon as there is room for it.
final class ImportParts {
  /// A part that has so many bytes of text is handed on, however few questions they are.
  private static let textSize = 500_000
  /// How much memory a byte of a question's text takes until it is saved, of those questions that are large enough to matter.
  private static let costOfByte = 14

  /// The memory that was missing, in bytes; nothing is taken any more then.
  private(set) var shortage: Int?
  private let file: Int
  private let size: Int
  private let hand: (ImportPart) -> Void
  private var questions: [PreparedQuestion] = []
  private var textCount = 0
  private let room = DispatchSemaphore(value: 0)

  /// - Parameter hand: takes a part; whoever gets it says when it was taken.
  init(of file: Int, size: Int, _ hand: @escaping (ImportPart) -> Void) {
    (self.file, self.size, self.hand) = (file, size, hand)
    // One part is taken while the next one is read. Signalled here and not begun with, for a semaphore must not end with less
    // than it began with, and a program that ends leaves parts untaken.
    room.signal()
    room.signal()
  }

  func add(_ question: ParsedQuestion) {
    guard shortage == nil else { return }
    let count = question.content.textCount
    if count > Self.textSize, !FreeMemory.hasRoom(for: count * Self.costOfByte) {
      shortage = count * Self.costOfByte
      return
    }
    questions.append(PreparedQuestion(question))
    textCount += count
    if questions.count == size || textCount >= Self.textSize { finish() }
  }

  /// Hands on what is left.
  func finish() {
    guard !questions.isEmpty else { return }
    hand(.questions(questions))
    questions.removeAll(keepingCapacity: false)
    questions.reserveCapacity(size)
    textCount = 0
  }

  func hand(_ content: ImportPart.Content) {
    room.wait()
    hand(ImportPart(file: file, content, room: room))
  }
}

extension QuestionContent {
  /// The bytes of its texts, but for the short ones.
  fileprivate var textCount: Int {
    choices.reduce(text.utf8.count + commentary.utf8.count) {
      $0 + $1.text.utf8.count + $1.feedback.utf8.count
    }
  }
}
