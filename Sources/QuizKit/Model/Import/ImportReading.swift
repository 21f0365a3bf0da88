import Dispatch
import QuizExchange
import QuizStore
import QuizSupport
import Synchronization

/// Part of a file, on its way from the thread that reads to the bank's thread.
final class ImportPart: Sendable {
  enum Content: Sendable {
    /// The records of a backup other than questions. They come before the questions.
    case sections([BackupDocument.Section])
    /// Questions, and the format from which they were read.
    case questions([ParsedQuestion], QuestionFormat?)
    /// Pictures to which the questions of the next part refer.
    case pictures([PictureIntake.NewPicture])
  }

  /// The index of the file in the import.
  let file: Int
  let content: Content
  private let room: DispatchSemaphore
  private let isTaken = Mutex(false)

  init(file: Int, _ content: Content, room: DispatchSemaphore) {
    self.file = file
    self.content = content
    self.room = room
  }

  /// Allows the reader to send another part. Call once for each part.
  func taken() {
    isTaken.withLock { $0 = true }
    room.signal()
  }

  // If the receiver has stopped listening, the reader must not wait for this part.
  deinit {
    if !isTaken.withLock({ $0 }) { room.signal() }
  }
}

/// Collects the questions of one file into parts, and sends each part as soon as the receiver has
/// room for it.
final class ImportParts {
  /// The number of bytes of text at which a part is sent, even if it has only a few questions.
  private static let textSize = 500_000
  /// The number of bytes of pictures at which a part is sent.
  private static let pictureSize = 8_000_000
  /// An estimate of the memory that each byte of a large question takes until it is saved.
  private static let costOfByte = 14

  /// The number of bytes of memory that were missing. Once this is set, further questions are
  /// ignored.
  private(set) var shortage: Int?
  /// The reader's end, which knows the format once there is a question.
  private weak var collector: QuestionCollector?
  private let file: Int
  private let size: Int
  private let hand: (ImportPart) -> Void
  private var questions: [ParsedQuestion] = []
  private var textCount = 0
  private let room = DispatchSemaphore(value: 0)

  /// - Parameter hand: receives a part, and must call ``ImportPart/taken()`` when it has handled
  ///   it.
  init(of file: Int, size: Int, _ hand: @escaping (ImportPart) -> Void) {
    self.file = file
    self.size = size
    self.hand = hand
    // Allow two parts: one is handled while the next one is read. Signal twice instead of starting
    // at two, because a semaphore must not be destroyed below its initial value, and a program that
    // exits may leave parts unhandled.
    room.signal()
    room.signal()
  }

  /// Takes the format of the questions from their collector.
  func follow(_ collector: QuestionCollector) {
    self.collector = collector
  }

  func add(_ question: ParsedQuestion) {
    guard shortage == nil else { return }
    let count = question.content.textCount
    if count > Self.textSize, !FreeMemory.hasRoom(for: count * Self.costOfByte) {
      shortage = count * Self.costOfByte
      return
    }
    questions.append(question)
    textCount += count
    let isLarge = (collector?.pictures?.waitingSize ?? 0) >= Self.pictureSize
    if questions.count == size || textCount >= Self.textSize || isLarge { finish() }
  }

  /// Sends the remaining questions, and the pictures of these and of notes.
  func finish() {
    // The receiver keeps them before the records that refer to them.
    if let pictures = collector?.pictures?.takeNew(), !pictures.isEmpty {
      hand(.pictures(pictures))
    }
    guard !questions.isEmpty else { return }
    hand(.questions(questions, collector?.format))
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
  /// The size of the question's long texts in bytes, without title and tags.
  fileprivate var textCount: Int {
    choices.reduce(text.utf8.count + commentary.utf8.count) {
      $0 + $1.text.utf8.count + $1.feedback.utf8.count
    }
  }
}

/// The files of folders that an import passes over, because nobody named them and they have no
/// questions.
package struct PassedOver: Equatable, Sendable {
  /// How many there are of each kind.
  package private(set) var counts: [OtherFile: Int] = [:]
  /// The names of those that were read and have no questions.
  package private(set) var names: [String] = []
  /// Their indices among the files that were read.
  private(set) var indices: Set<Int> = []
  /// The indices of the files that are from folders.
  private var fromFolders: Set<Int> = []

  init() {}

  /// Adds a folder.
  ///
  /// - Parameter start: the index of its first file among all files of the import.
  mutating func add(_ folder: FoundFiles, from start: Int) {
    counts.merge(folder.others, uniquingKeysWith: +)
    fromFolders.formUnion(start..<start + folder.paths.count)
  }

  /// Adds the files of folders in which no questions were found.
  mutating func addFiles(withoutQuestionsAmong files: [QuestionFile]) {
    for index in files.indices where fromFolders.contains(index) && !indices.contains(index) {
      guard files[index].seemsToBeNoQuestionFile else { continue }
      indices.insert(index)
      if files[index].isProgram {
        counts[.program, default: 0] += 1
        continue
      }
      counts[.withoutQuestions, default: 0] += 1
      names.append(files[index].name)
    }
  }

  /// Whether nothing was passed over.
  package var isEmpty: Bool { counts.isEmpty }
}

extension QuestionFile {
  fileprivate var isProgram: Bool { problems.contains { $0.fault == .program } }

  /// Whether nothing in the file suggests that it was written for questions.
  fileprivate var seemsToBeNoQuestionFile: Bool {
    if isProgram { return true }
    guard read == 0, let problem = problems.last else { return false }
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isNamedForQuestions = ["gift", "aiken", QuestionFormat.exam.name].contains(ending)
    let isOther =
      Self.codesOfOthers.contains(problem.code) || problem.fault.topic == Fault.otherSyntax
    return !isNamedForQuestions && errors == 1 && isOther
  }

  private static let codesOfOthers: Set<String> = [
    "unknown-format", "no-questions", "not-this-format", "binary-file",
  ]
}

extension PictureIntake {
  /// Brings in the pictures of a file of the user.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - folder: The folder that the user named; `nil` if the user named the file.
  ///   - limit: The largest size of all pictures in bytes.
  ///   - known: The pictures that were handed over before.
  convenience init(
    beside path: String, within folder: String?, of files: any UserFiles, limit: Int,
    known: Set<ContentDigest> = []
  ) {
    self.init(limit: limit, known: known) { reference in
      do throws(UserFileError) {
        let bytes = try files.bytes(
          of: reference, beside: path, within: folder, limit: Attachment.mostBytes)
        return bytes.map { .bytes($0) } ?? .missing
      } catch {
        switch error.reason {
        case .outside: return .outside
        case .tooLarge: return .tooLarge
        default: return .unreadable(error.message.sentences)
        }
      }
    }
  }
}

/// The results of importing the questions of a file.
package struct ImportCounts: Equatable, Sendable {
  /// The number of questions that were added to the bank, or that would have been added without dry
  /// run.
  package var imported = 0
  /// The number of questions in the bank that were changed, because the files have newer versions
  /// of them.
  package var updated = 0
  /// The number of questions that were left out because the deck already has them.
  package var duplicates = 0
  /// The number of questions of which something was changed both in the file and in the bank, so
  /// that it stays as it is in the bank. If something else was taken over, they are among
  /// ``updated`` too.
  package var differsHere = 0

  /// Creates the counts.
  package init(imported: Int = 0, updated: Int = 0, duplicates: Int = 0, differsHere: Int = 0) {
    (self.imported, self.updated, self.duplicates) = (imported, updated, duplicates)
    self.differsHere = differsHere
  }

  /// Adds the counts of two files.
  package static func + (left: Self, right: Self) -> Self {
    ImportCounts(
      imported: left.imported + right.imported, updated: left.updated + right.updated,
      duplicates: left.duplicates + right.duplicates,
      differsHere: left.differsHere + right.differsHere)
  }
}

/// Faults of folders, and of files that were changed in two places.
extension Fault {
  /// No file of a folder has questions.
  package static func nothingInFolder(read: Int) -> Fault {
    Fault(
      "no-questions",
      read == 0
        ? "no file in this folder can have questions"
        : "no questions found in \(read.counted("file"))",
      read == 0 ? "質問を含むファイルがフォルダーにありません" : "\(read) ファイルに質問が見つかりません", scope: .file)
  }

  /// Both the file and a person have changed these fields of a question of the bank.
  package static func differsHere(_ fields: [Reason]) -> Fault {
    let english = fields.map { $0.text(in: .english) }.joined(separator: ", ")
    let japanese = fields.map { $0.text(in: .japanese) }.joined(separator: "、")
    return Fault(
      "differs-here",
      "\(english) changed here and in the file; what the bank has stays",
      "\(japanese)が問題集とファイルの両方で変わっています。問題集の内容を残します", level: .warning)
  }
}

extension ImportOptions {
  /// The command with which a script imports the same in the same way; `nil` where a line cannot say
  /// it.
  package var line: String? {
    let isSayable = reading.columns.values.allSatisfy { column in
      guard case .named(let name) = column else { return true }
      return !name.isEmpty && !name.hasPrefix("#") && !name.contains(",")
    }
    guard isSayable else { return nil }
    var words = ["import"] + files
    func add(_ option: String, _ value: String?) {
      if let value { words += ["--\(option)", value] }
    }
    add("format", format)
    add("deck", deck)
    add("encoding", reading.encoding?.rawValue)
    add("list", reading.list)
    add("delimiter", reading.delimiter.map { $0 == "\t" ? "tab" : String($0) })
    add("heading", reading.hasHeading.map { $0 ? "yes" : "no" })
    add("map", reading.columns.isEmpty ? nil : map)
    add("split", reading.choiceSeparator.map { $0 == "\n" ? "newline" : String($0) })
    add("answers", reading.answers?.rawValue)
    add("encode", reading.triviaEncoding?.rawValue)
    add("longest", reading.longest == ReadingOptions.usualLongest ? nil : "\(reading.longest)")
    for (isSet, option) in [
      (strict, "strict"), (reading.makesChoices, "make-choices"), (takesTheirs, "theirs"),
      (keepsExisting, "keep-existing"),
      (allowDuplicates, "allow-duplicates"), (questionsOnly, "questions-only"),
    ] where isSet { words.append("--\(option)") }
    return words.allSatisfy(Self.canSay) ? words.map(Self.quoted).joined(separator: " ") : nil
  }

  /// The columns as `--map` has them.
  private var map: String {
    let choices = reading.columns.filter { $0.key.role == .choice }
      .sorted { $0.key.number < $1.key.number }
    let numbers = choices.compactMap {
      if case .number(let number) = $0.value { number } else { nil }
    }
    var pairs = reading.columns.filter { $0.key.role != .choice }.map {
      "\(Self.word($0.key))=\(Self.text($0.value))"
    }.sorted()
    if choices.count > 1, numbers.count == choices.count,
      numbers == Array(numbers[0]..<numbers[0] + numbers.count)
    {
      pairs.append("choices=\(ImportField.text(ofColumns: numbers) ?? "")")
    } else {
      pairs += choices.map { "choice\($0.key.number)=\(Self.text($0.value))" }
    }
    return pairs.joined(separator: ",")
  }

  private static func word(_ column: NamedColumn) -> String {
    let field = ImportField.allCases.first { $0.roles[0] == column.role }
    return (field?.rawValue ?? column.role.rawValue) + (column.number > 0 ? "\(column.number)" : "")
  }

  private static func text(_ column: ReadingOptions.Column) -> String {
    switch column {
    case .named(let name): name
    case .number(let number): "#\(number)"
    case .none: ""
    }
  }

  /// A word as a shell and the program itself read it.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      word.first != "#"
      && word.unicodeScalars.allSatisfy {
        $0.value > 0x7F && !$0.properties.isWhitespace || $0.properties.isAlphabetic
          || "0123456789_./=#,:+-".unicodeScalars.contains($0)
      }
    if isPlain, !word.isEmpty { return word }
    return word.contains("'") ? "\"\(word)\"" : "'\(word)'"
  }

  /// Whether a line can say the word: none that a shell would change within quotes, or that
  /// `--map` divides.
  private static func canSay(_ word: String) -> Bool {
    let isPlain = !word.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isPlain && (!word.contains("'") || !word.contains { "\"$`!\\".contains($0) })
  }
}
