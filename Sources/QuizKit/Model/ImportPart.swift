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
  private let file: Int
  private let size: Int
  private let hand: (ImportPart) -> Void
  private var questions: [PreparedQuestion] = []
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
    questions.append(PreparedQuestion(question))
    if questions.count == size { finish() }
  }

  /// Hands on what is left.
  func finish() {
    guard !questions.isEmpty else { return }
    hand(.questions(questions))
    questions.removeAll(keepingCapacity: false)
    questions.reserveCapacity(size)
  }

  func hand(_ content: ImportPart.Content) {
    room.wait()
    hand(ImportPart(file: file, content, room: room))
  }
}
