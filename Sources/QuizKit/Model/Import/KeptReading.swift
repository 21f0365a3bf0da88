import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// How a person chose to read a file, kept for its deck: the same file, and another one with the same
/// columns, is read so again.
struct KeptReading: StoredRecord {
  static let entityName = "reading"
  static let outlivesUndo = true

  var id: Identifier<KeptReading> = .unassigned
  /// The deck of the first question. It may be deleted.
  var deckID: Identifier<Deck>
  /// The file, from the root.
  var path: String
  /// The device on which the path means something.
  var device: String
  /// The names of the columns or fields, empty for columns without one; `nil` for a file without
  /// columns.
  var columns: [String]?
  /// The name of the format; `nil` to detect it.
  var format: String?
  /// What was chosen.
  var reading: ReadingOptions

  /// Whether a file is still taken apart as it was when the person looked at it. With other columns
  /// the same choice would mean something else.
  func fits(_ layout: TableLayout?) -> Bool {
    guard let columns else { return layout == nil }
    guard let layout else { return false }
    let names = layout.columns.map(\.name)
    if layout.areRecords {
      return reading.columns.values.allSatisfy { column in
        if case .named(let name) = column { names.contains(name) } else { true }
      }
    }
    return names == columns
  }

  /// The beginning of a file as this says that it is to be read, without its questions.
  func layout(of bytes: [UInt8], named name: String) throws(ReadingCancelled) -> TableLayout? {
    let collector = QuestionCollector(file: name)
    collector.wantsLayout = true
    _ = try QuestionFile.read(
      FileBeginning(bytes).bytes, format: format.flatMap(QuestionFormat.named), options: reading,
      into: collector)
    return collector.layout
  }
}

/// The lines at the beginning of a file, which show how it is to be read.
struct FileBeginning {
  /// The most bytes. A file that is not longer is taken as a whole.
  private static let most = 65_536

  let bytes: [UInt8]
  /// Whether these are all bytes of the file.
  let isWhole: Bool
  /// Whether the file has lines that may be read without those behind them. Documents and packages
  /// cannot be cut.
  let areLines: Bool

  init(_ all: [UInt8]) {
    let first = all.first { $0 > 0x20 }
    areLines = first.map { !"{[<".utf8.contains($0) } ?? true && !all.starts(with: "PK".utf8)
    isWhole = all.count <= Self.most
    let end = all.prefix(Self.most).lastIndex(of: 0x0A) ?? Self.most - 1
    bytes = isWhole || !areLines ? all : Array(all[...end])
  }
}

extension QuestionBank {
  /// How a person chose to read a file that is to come into a deck; `nil` where nobody did.
  ///
  /// - Parameter deck: The name of the deck.
  func keptReading(of path: String, deck: String) throws -> KeptReading? {
    let (path, device) = (world.files.absolute(path), world.sharing.deviceName)
    let all = try store.fetch(FetchDescriptor<KeptReading>())
    if let own = all.last(where: { $0.path == path && $0.device == device }) { return own }
    let deckID = try decks().first { $0.name == deck }?.id
    // Without names any file has such columns.
    return all.last { reading in
      reading.deckID == deckID && reading.columns?.contains { !$0.isEmpty } == true
    }
  }

  /// Keeps how a person chose to read a file, in place of what was kept for it before.
  ///
  /// - Parameter deck: The name of the deck of its first question.
  func keep(_ options: ImportOptions, columns: [String]?, deck: String) throws {
    guard let path = options.files.first, let deck = try decks().first(where: { $0.name == deck })
    else { return }
    let store = world.unitOfWork()
    let kept = KeptReading(
      deckID: deck.id, path: world.files.absolute(path), device: world.sharing.deviceName,
      columns: columns, format: options.format, reading: options.reading)
    let old = try store.fetch(FetchDescriptor<KeptReading>()).filter {
      $0.path == kept.path && $0.device == kept.device
    }
    try store.saving(nil) {
      try store.delete(old.map(\.id))
      let isUsual = options.reading == ReadingOptions() && options.format == nil
      if !isUsual { _ = store.insert(kept) }
    }
  }
}
