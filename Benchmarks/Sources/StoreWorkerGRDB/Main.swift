import Foundation
import GRDB
import StoreBenchKit

/// GRDB over the system's SQLite: Codable records, write-ahead log, synchronous=FULL.
@main struct Main {
  static func main() throws {
    try Worker<GRDBContender>.run()
  }
}

extension SampleQuestion: FetchableRecord, PersistableRecord {
  public static var databaseTableName: String { "question" }
}

final class GRDBContender: StoreContender {
  private let database: DatabaseQueue

  init(directory: String, variant: String) throws {
    let path = directory + "/questions.sqlite"
    let isNew = !FileManager.default.fileExists(atPath: path)
    var configuration = Configuration()
    configuration.journalMode = .wal
    database = try DatabaseQueue(path: path, configuration: configuration)
    // GRDB lowers the level to NORMAL when it turns the log on, and then does not sync every
    // commit. So set the level afterwards, and check it.
    try database.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA synchronous = FULL")
      let level = try Int.fetchOne(database, sql: "PRAGMA synchronous")
      precondition(level == 2)
    }
    guard isNew else { return }
    try database.write { database in
      try database.create(table: "question") { table in
        table.primaryKey("id", .text)
        table.column("deckID", .text).notNull().indexed()
        table.column("text", .text).notNull()
        table.column("choices", .jsonText).notNull()
        table.column("answer", .integer).notNull()
        table.column("commentary", .text).notNull()
        table.column("createdAt", .datetime).notNull().indexed()
        table.column("changedAt", .datetime).notNull()
      }
    }
  }

  func record(_ question: SampleQuestion, number: Int) -> SampleQuestion { question }

  func question(_ record: SampleQuestion) -> SampleQuestion { record }

  func insert(_ records: [SampleQuestion]) throws {
    try database.write { database in
      for record in records { try record.insert(database) }
    }
  }

  func update(_ record: SampleQuestion) throws {
    try database.write { database in try record.update(database) }
  }

  func delete(_ number: Int) throws {
    _ = try database.write { database in
      try SampleQuestion.deleteOne(database, key: Samples.id(number))
    }
  }

  func firstPage(_ limit: Int) throws -> [SampleQuestion] {
    try database.read { database in
      try SampleQuestion.order(Column("createdAt")).limit(limit).fetchAll(database)
    }
  }

  func find(_ number: Int) throws -> SampleQuestion? {
    try database.read { database in
      try SampleQuestion.fetchOne(database, key: Samples.id(number))
    }
  }

  func count(deck: Int) throws -> Int {
    try database.read { database in
      try SampleQuestion.filter(Column("deckID") == Samples.deckID(deck)).fetchCount(database)
    }
  }

  func loadAll() throws -> [SampleQuestion] {
    try database.read { database in try SampleQuestion.fetchAll(database) }
  }

  func close() throws { try database.close() }
}
