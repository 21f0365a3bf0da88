import Foundation
import Testing

@testable import QuizExchange
@testable import QuizKit

/// Tests backups with impossible values.
@Suite struct HostileBackupTests {
  @Test(arguments: [
    ("\"score\":1", "\"score\":9223372036854775807"),
    ("\"score\":1", "\"score\":-9223372036854775808"),
    ("\"score\":1", "\"score\":3"),
    ("\"milliseconds\":2000", "\"milliseconds\":9223372036854775807"),
    ("\"milliseconds\":2000", "\"milliseconds\":-1"),
    ("\"questionID\":1}", "\"order\":[99,1],\"questionID\":1}"),
    ("\"questionID\":1}", "\"order\":[0,0],\"questionID\":1}"),
    ("\"position\":0,\"questionID\":1", "\"position\":-1,\"questionID\":1"),
    ("\"response\":0", "\"response\":99"),
    ("\"response\":0", "\"response\":-1"),
    ("\"response\":0", "\"response\":[0,26]"),
    ("\"response\":0", "\"response\":{}"),
    ("\"response\":0", "\"points\":1.5,\"response\":0"),
    ("\"response\":0", "\"guesses\":-1,\"response\":0"),
    ("\"elapsed\":1000", "\"elapsed\":9223372036854775807"),
    ("\"changedAt\":\"1970-01-01T00:00:12.500Z\"", "\"changedAt\":1e308"),
    ("\"changedAt\":\"1970-01-01T00:00:12.500Z\"", "\"changedAt\":-1e15"),
    ("\"name\":\"Empty\"", "\"name\":\" \""),
  ])
  func `a record that cannot be is named and left out`(found: String, hostile: String) throws {
    let backup = try BackupWorld().backup()
    let range = try #require(backup.range(of: found), "\(backup)")
    let target = TestWorld()
    let report = try target.restore(backup.replacingCharacters(in: range, with: hostile))
    #expect(report?.problems.contains { $0.code == "unreadable-record" } == true)
    #expect(try target.all(Question.self).count == 3)
    _ = try StatisticsReader(target.bank, target.history).statistics()
  }

  @Test func `an answer to a question that its quiz does not have is left out`() throws {
    let backup = try BackupWorld().backup().replacing(
      "\"position\":0,\"questionID\":1", with: "\"position\":7,\"questionID\":1")
    let target = TestWorld()
    let report = try target.restore(backup)
    #expect(report?.problems.map(\.code).contains("attempt-missing") == true)
    #expect(try target.all(Answer.self).allSatisfy { $0.position < 3 })
  }

  @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0", "-1"])
  func `a number of the right choice that no choice has is an error`(number: String) throws {
    let file = try readText(
      "{\"format\":\"qa-repl\",\"version\":1,\"questions\":[{\"text\":\"r?\",\"choices\":[\"x\","
        + "\"y\"],"
        + "\"correct\":\(number)}]}", name: "b.json")
    #expect(file.problems.map(\.code) == ["answer-not-a-choice"])
  }

  @Test func `a date that no calendar has is that of the import`() throws {
    let backup = try BackupWorld().backup().replacing(
      "\"created\": \"1970-01-01T00:00:10Z\"", with: "\"created\": 1e300")
    let target = TestWorld()
    try target.restore(backup)
    #expect(try target.all(Question.self).allSatisfy { $0.createdAt.isOnCalendars })
  }

  @Test func `the last of two equal members of a record counts`() {
    let json = #"[{"id":1,"name":"A","createdAt":0,"name":"B\ud83d"}]"#
    let records = BackupRecords(
      [.init(name: "decks", json: Array(json.utf8))], of: .usual, file: "b.json")
    #expect(records.all(Deck.self).map(\.name) == ["B\u{FFFD}"])
    #expect(records.problems.isEmpty)
  }
}
