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
  /// The options of reading that the person chose.
  var reading: ReadingOptions

  /// The format; `nil` to detect it.
  var questionFormat: QuestionFormat? { format.flatMap(QuestionFormat.named) }

  /// Whether a file still has the columns that it had when the person looked at it. With other
  /// columns the same choice would mean something else.
  ///
  /// - Parameter name: The name of the file.
  func fits(_ bytes: [UInt8], named name: String) throws(ReadingCancelled) -> Bool {
    let collector = QuestionCollector(file: name)
    collector.wantsLayout = true
    _ = try QuestionFile.read(
      FileBeginning(bytes).bytes, format: questionFormat, options: reading, into: collector)
    return fits(collector.layout)
  }

  private func fits(_ layout: TableLayout?) -> Bool {
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
    isWhole = all.count <= Self.most || !areLines
    let end = all.prefix(Self.most).lastIndex(of: 0x0A) ?? Self.most - 1
    bytes = isWhole || !areLines ? all : Array(all[...end])
  }
}
