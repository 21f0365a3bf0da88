import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit
@testable import QuizStore
@testable import QuizSupport

/// Records of the banks in OldBanks, each with one of its parts replaced by an extreme value that
/// people or other programs may write.
enum GeneratedRecords {
  /// The extreme values.
  static let strange: [JSONValue] = [
    .number("0"), .number("-1"), .number("1"), .number("10001"), .number("0.1"),
    .number("-0.5"), .number("1e-300"), .number("1e300"), .number("9007199254740993"),
    .number("9223372036854775807"), .number("-9223372036854775808"), .number("63113904000"),
    .number("-63113904001"), .number("253370764800"), .string(""), .string("\u{0}\u{1F600}"),
    .string("９９.９%"), .string("+33.333"), .string("-1/3"), .string("10000/3"),
    .string("9999-12-31T23:59:59Z"), .string("0000-01-01T00:00:00Z"),
    .string("2026-11-20T09:00:00.123456789Z"), .string("e\u{301}\u{2028}"), .null, .array([]),
    .object([:]), .bool(true),
  ]

  /// The texts of records, by kind.
  static func samples() throws -> [String: [JSONValue]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "OldBanks/Files")
    var samples: [String: [JSONValue]] = [:]
    for name in ["0.1.0/bank.json", "schema-2/bank.json"] {
      let text = Array(try Data(contentsOf: folder.appending(path: name)))
      let value = try text.withBytes { bytes throws(JSONFault) in try JSONValue(reading: bytes) }
      for member in value["records"]?.object?.members ?? [] {
        // There is a question of each kind below.
        if member.name == Question.entityName, !samples[member.name, default: []].isEmpty {
          continue
        }
        samples[member.name, default: []] += member.value.array ?? []
      }
    }
    // The names of sections and decks have restrictions that strange texts break.
    samples[Exam.entityName] = samples[Exam.entityName]?.map { exam in
      var (exam, blueprint) = (exam, exam["blueprint"] ?? .null)
      blueprint["sections"] = .array([])
      exam["blueprint"] = blueprint
      return exam
    }
    for (number, content) in QuestionContent.eachKind.enumerated() {
      var question = Question(
        deckID: Identifier(rawValue: 1), content: content,
        createdAt: Date(timeIntervalSinceReferenceDate: 0))
      question.id = Identifier(rawValue: Int64(number) + 1)
      samples[Question.entityName, default: []].append(try value(of: question))
    }
    for response in [Response.choices([0, 2]), .typed("１２")] {
      let answer = Answer(
        id: Identifier(rawValue: 1), attemptID: Identifier(rawValue: 1), position: 0,
        questionID: Identifier(rawValue: 1), response: response, ticked: [1], isCorrect: false,
        points: 0.5, isFlagged: true, certainty: .guess, timeLeft: 1, milliseconds: 2, choices: 3,
        guesses: 4, changedAt: Date(timeIntervalSinceReferenceDate: 0.25))
      samples[Answer.entityName, default: []].append(try value(of: answer))
    }
    var note = StudyNote(
      about: .deck(Identifier(rawValue: 1)), title: "Wiring", body: "",
      pictures: Pictures([
        Picture(
          label: "The pins",
          Attachment(
            digest: ContentDigest(of: []), mediaType: "image/png", size: 1, name: "a.png", width: 2,
            height: 3))
      ]), createdAt: Date(timeIntervalSinceReferenceDate: 0))
    note.id = Identifier(rawValue: 1)
    samples[StudyNote.entityName, default: []].append(try value(of: note))
    // These three kinds are not in the old banks, because they need two devices.
    var shared = SyncFolder(path: "/shared", device: DeviceIdentity(1), name: "laptop")
    shared.id = Identifier(rawValue: 1)
    shared.own = ReadPlace(generation: 1, endOf: Array("line\n".utf8))
    shared.agreement = 7
    samples[SyncFolder.entityName] = [try value(of: shared)]
    var source = FollowedSource(
      path: "/bank/a.md", device: "laptop", isFolder: false, deck: "A", pattern: "*.md")
    source.id = Identifier(rawValue: 1)
    samples[FollowedSource.entityName] = [try value(of: source)]
    let status = FileStatus(
      kind: .regular, size: 1, identity: FileIdentity(device: 2, number: 3), modified: 4)
    samples[FollowedFile.entityName] = [
      try value(
        of: FollowedFile(
          id: Identifier(rawValue: 1), sourceID: Identifier(rawValue: 1), path: "/bank/a.md",
          stamp: FileStamp(status), digest: 5, readAt: Date(timeIntervalSinceReferenceDate: 0),
          decks: [.init(name: "A", id: Identifier(rawValue: 1))],
          entries: [
            .init(
              id: Identifier(rawValue: 1), deck: 0, line: 1,
              said: SaidFields(of: .sample()), trash: Identifier(rawValue: 1))
          ], problems: 1))
    ]
    var reading = ReadingOptions()
    (reading.encoding, reading.delimiter, reading.choiceSeparator) = (.windows1251, ";", "/")
    (reading.hasHeading, reading.answers, reading.list) = (false, .marks, "a.b")
    (reading.triviaEncoding, reading.makesChoices, reading.maximumBytes) = (.html, true, 1)
    reading.columns = [
      NamedColumn(.question): .named("q"), NamedColumn(.choice, number: 1): .number(2),
      NamedColumn(.explanation): ReadingOptions.Column.none,
    ]
    samples[KeptReading.entityName] = [
      try value(
        of: KeptReading(
          id: Identifier(rawValue: 1), deckID: Identifier(rawValue: 1), path: "/bank/a.csv",
          device: "laptop", columns: ["q", ""], format: "csv", reading: reading))
    ]
    let clock = HybridClock(1_766_400_000_000, device: DeviceIdentity(1))
    samples[SyncedRecord.entityName] = [
      try value(
        of: SyncedRecord(
          id: Identifier(rawValue: 1), folderID: Identifier(rawValue: 1), kind: .deck, key: "key",
          localID: 1, isInBank: true, version: 8,
          state: .fields(RecordState(["name": "\"Deck\""], at: clock)), unread: ["mine"]))
    ]
    samples[OverwrittenText.entityName] = [
      try value(
        of: OverwrittenText(
          id: Identifier(rawValue: 1), folderID: Identifier(rawValue: 1), kind: .question,
          key: "key", field: "content.text", value: "\"text\"", device: DeviceIdentity(1),
          replacedAt: Date(timeIntervalSinceReferenceDate: 0)))
    ]
    return samples
  }

  private static func value(of record: some StoredRecord) throws -> JSONValue {
    var bytes: [UInt8] = []
    try RecordEncoder(dates: .texts).encode(record, to: &bytes)
    return try bytes.withBytes { bytes throws(JSONFault) in try JSONValue(reading: bytes) }
  }

  /// All generated values of one kind that are valid records.
  static func records<R: StoredRecord>(_ type: R.Type) throws -> [R] {
    try (samples()[R.entityName] ?? []).flatMap { sample in
      [sample] + sample.changedEverywhere(to: strange)
    }.compactMap { try? decode(type, $0.bytes) }
  }

  static func decode<R: StoredRecord>(_ type: R.Type, _ bytes: [UInt8]) throws(JSONFault) -> R {
    try bytes.withBytes { bytes throws(JSONFault) in
      try JSONTextDecoder().decode(type, from: bytes)
    }
  }
}

extension JSONValue {
  /// The value in many variants, in which each part at any depth is replaced by each of `others`.
  func changedEverywhere(to others: [JSONValue]) -> [JSONValue] {
    var changed: [JSONValue] = []
    switch self {
    case .object(let object):
      for (index, member) in object.members.enumerated() {
        for other in others + member.value.changedEverywhere(to: others) {
          var copy = object
          copy.members[index].value = other
          changed.append(.object(copy))
        }
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for other in others + element.changedEverywhere(to: others) {
          var copy = elements
          copy[index] = other
          changed.append(.array(copy))
        }
      }
    default: break
    }
    return changed
  }
}
