import Foundation
import Signals

/// Brings questions from files into the bank: everything is read first, then written in one save or not at all.
public final class Importer {
  /// What each import did, also where it brought in nothing.
  public var outcomes: Signal<ImportOutcome> { finished.signal }

  private let bank: QuestionBank
  private let world: World
  private let finished = PublishSubject<ImportOutcome>()

  /// Creates an importer into a bank.
  public init(bank: QuestionBank, world: World) {
    self.bank = bank
    self.world = world
  }

  /// Reads the files and brings in their questions.
  ///
  /// - Throws: ``ImportError`` when a file cannot be used, or ``ImportOptions/strict`` forbids it; ``UserFileError``; what the
  ///   store throws. Nothing has been brought in then.
  public func run(_ options: ImportOptions) throws {
    let format = try options.format.map { name in
      guard let format = QuestionFormat.named(name) else { throw ImportError.unknownFormat(name) }
      return format
    }
    var files: [ImportOutcome.File] = []
    for path in try options.files.flatMap(world.files.files(at:)) {
      let bytes = try world.files.bytes(of: path)
      files.append(
        ImportOutcome.File(file: try QuestionFile.read(bytes, name: path, format: format)))
    }
    if let refusal = refusal(of: files.map(\.file), strict: options.strict) {
      finished.emit(ImportOutcome(files: files, isDryRun: options.dryRun))
      throw refusal
    }
    let intake = try BankIntake(bank, allowDuplicates: options.allowDuplicates)
    for index in files.indices {
      let file = files[index].file
      for question in file.questions {
        let deck = options.deck ?? question.category ?? Self.deckName(of: file.name)
        if try intake.add(question.content, deck: deck) {
          files[index].imported += 1
        } else {
          files[index].duplicates += 1
        }
      }
    }
    if options.dryRun { intake.discard() } else { try intake.save() }
    finished.emit(ImportOutcome(files: files, isDryRun: options.dryRun))
  }

  private func refusal(of files: [QuestionFile], strict: Bool) -> ImportError? {
    for file in files where file.isUnusable {
      if let problem = file.problems.first(where: { $0.level == .error }) {
        return .unusableFile(problem)
      }
    }
    guard strict else { return nil }
    let lost = files.flatMap(\.problems).filter { $0.level != .warning }
    return lost.first.map { .notAllUsable(file: $0.file, line: $0.line, count: lost.count) }
  }

  /// The file's name without folder and extension.
  private static func deckName(of path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let stem = name.split(separator: ".", omittingEmptySubsequences: false).dropLast()
    return stem.isEmpty || name.hasPrefix(".") ? name : stem.joined(separator: ".")
  }
}
