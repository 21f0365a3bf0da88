import BenchmarkKit
import StoreBenchKit

/// The rounds of one number of records, as a table.
struct Report {
  let count: Int
  let rounds: [Round]

  /// The measurements, their titles in the table, and the goals for the ratio to GRDB.
  private static let rows: [(name: String, title: String, goal: Double?)] = [
    ("insertOne", "insert one, durable, ms", 0.75),
    ("updateOne", "update one, durable, ms", 1),
    ("deleteOne", "delete one, durable, ms", 1),
    ("bulk", "bulk insert, ms per 1,000", 0.4),
    ("page", "process start to first page of 50, ms", nil),
    ("byIdentifier", "by identifier, ms", 0.2),
    ("byIdentifierAgain", "by identifier, a second time, ms", 0.2),
    ("count", "count of a deck, ms", nil),
    ("load", "process start to all records, ms", 0.4),
    ("bytes", "bytes a record", 0.95),
    ("pageMemory", "peak memory, first page, kB", 3),
    ("loadMemory", "peak memory, all records, kB", 1.2),
  ]

  /// The goals that depend on the number of records.
  private func goal(of name: String) -> Double? {
    switch name {
    case "page": count <= 1000 ? 0.75 : count <= 10_000 ? 1 : 2
    case "load": count <= 1000 ? 0.6 : 0.4
    default: nil
    }
  }

  var text: String {
    var table = Table(columns: ["N = \(count)", "GRDB", "journal", "ratio", "goal"])
    for row in Self.rows {
      let goal = goal(of: row.name) ?? row.goal
      table.add([
        row.title, number(of: row.name, in: \.peer), number(of: row.name, in: \.ours),
        ratio { $0.ours[row.name, default: .nan] / $0.peer[row.name, default: .nan] },
        goal.map { "≤ \(decimal($0, digits: 2))" } ?? "",
      ])
    }
    table.add([
      "insert one / append + sync, ms", decimal(median(rounds.map(\.appendAndSync)), digits: 3),
      number(of: "insertOne", in: \.ours),
      ratio { $0.ours["insertOne", default: .nan] / $0.appendAndSync }, "≤ 1.20",
    ])
    table.add([
      "pread of a record's bytes alone, ms",
      number(of: "byIdentifier", in: \.peer), decimal(median(rounds.map(\.read)), digits: 4),
      ratio { $0.read / $0.peer["byIdentifier", default: .nan] }, "",
    ])
    if rounds.allSatisfy({ $0.archive != nil }) {
      let archives = rounds.compactMap(\.archive)
      table.add([
        "archive: update one / whole file by JSONEncoder, ms",
        decimal(median(archives.map(\.encoder)), digits: 1),
        decimal(median(archives.map(\.ours)), digits: 1),
        decimal(median(archives.map { $0.ours / $0.encoder }), digits: 2), "≤ 0.50",
      ])
    }
    return table.text + "\n"
  }

  private func number(of name: String, in contender: KeyPath<Round, Figures>) -> String {
    let value = median(rounds.map { $0[keyPath: contender][name, default: .nan] })
    return decimal(value, digits: value >= 100 ? 0 : value >= 1 ? 1 : 4)
  }

  /// The median of the rounds' ratios.
  private func ratio(_ ratio: (Round) -> Double) -> String {
    decimal(median(rounds.map(ratio)), digits: 3)
  }
}
