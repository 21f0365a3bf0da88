import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Tests the table in Formats.md that lists which version first wrote each member.
@Suite struct FormatsTests {
  @Test func `the last row has the numbers that the program writes`() throws {
    let numbers = [
      JournalFormat.version, ArchiveFormat.version, QuestionBank.schema.version,
      BackupDocument.currentVersion,
      DeviceHeader.firstVersion,
    ]
    #expect(try FormatRow.all().last?.numbers == numbers.map(String.init))
  }

  @Test
  func `every kind of record and of question is in the row of the version that wrote it first`()
    throws
  {
    let known = try FormatRow.all().reduce(into: Set<String>()) { $0.formUnion($1.words) }
    let written =
      QuestionBank.schema.records.map { $0.entityName }
      + QuestionContent.Kind.allCases.map(\.rawValue)
    #expect(Set(written).subtracting(known).sorted() == [])
  }

  @Test func `what a program wrote first is in the rows of its number`() throws {
    var before = Set<String>()
    for release in Release.all {
      let archive = try release.file("bank.json").withBytes { bytes throws(JSONFault) in
        try JSONValue(reading: bytes)
      }
      var names = Set<String>()
      for member in archive["records"]?.object?.members ?? [] {
        for record in member.value.array ?? [] { Self.gather(record, into: &names) }
      }
      let words = try FormatRow.all().filter { $0.schema == release.schema }.reduce(
        into: Set<String>()
      ) { $0.formUnion($1.words) }
      let added = before.isEmpty ? [] : names.subtracting(before).intersection(Self.listed)
      #expect(added.subtracting(words).sorted() == [], "\(release.name)")
      before.formUnion(names)
    }
  }

  /// The members that the table lists. The members of a new kind of record are not listed
  /// separately.
  private static let listed: Set<String> = [
    "solution", "single", "truefalse", "several", "text", "number", "weights", "response",
    "milliseconds", "choices", "guesses", "certainty", "points", "order", "section", "exam",
  ]

  private static func gather(_ value: JSONValue, into names: inout Set<String>) {
    for member in value.object?.members ?? [] {
      names.insert(member.name)
      gather(member.value, into: &names)
    }
    for element in value.array ?? [] { gather(element, into: &names) }
  }
}

/// A row of the table in Formats.md.
struct FormatRow {
  /// The numbers of journal, archive, schema, backup and shared folder.
  var numbers: [String]
  /// What the version wrote first.
  var words: Set<String>

  /// The number of the schema of the records; 0 if the row has none.
  var schema: Int { Int(numbers[2]) ?? 0 }

  static func all() throws -> [FormatRow] {
    let article = Release.project.appending(path: "Sources/QuizKit/QuizKit.docc/Formats.md")
    return try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains(#/^\| [0-9]/#) }
      .map { line in
        let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        return FormatRow(
          numbers: Array(cells[1...5]),
          words: Set(cells[6].matches(of: #/`([^`]+)`/#).map { String($0.1) }))
      }
  }
}
