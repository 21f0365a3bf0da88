/// What a contender can do. Every change is on the disk when its call returns.
public protocol StoreContender {
  /// How it represents a question in a program.
  associatedtype Record

  /// Opens the store in `directory`, and makes it when the directory is empty.
  init(directory: String, variant: String) throws

  /// A question as the contender has it; `number` counts from 1, in the order of insertion.
  func record(_ question: SampleQuestion, number: Int) -> Record

  /// The question that a record is.
  func question(_ record: Record) -> SampleQuestion

  /// Inserts records that are new, in one transaction.
  func insert(_ records: [Record]) throws

  /// Changes a record, in one transaction.
  func update(_ record: Record) throws

  /// Deletes the record of that number, in one transaction.
  func delete(_ number: Int) throws

  /// The oldest records by `createdAt`.
  func firstPage(_ limit: Int) throws -> [Record]

  /// The record of that number, by the contender's own primary key.
  func find(_ number: Int) throws -> Record?

  /// How many records the deck of that number has.
  func count(deck: Int) throws -> Int

  /// All records.
  func loadAll() throws -> [Record]

  /// Gives the store up.
  func close() throws
}
