/// The operations of a contender. Every change is on the disk when its call returns.
public protocol StoreContender {
  /// The type with which it represents a question in a program.
  associatedtype Record

  /// Opens the store in `directory`, and makes it when the directory is empty.
  init(directory: String, variant: String) throws

  /// The question as the contender represents it. `number` counts from 1, in the order of
  /// insertion.
  func record(_ question: SampleQuestion, number: Int) -> Record

  /// The question that a record represents.
  func question(_ record: Record) -> SampleQuestion

  /// Inserts new records, in one transaction.
  func insert(_ records: [Record]) throws

  /// Changes a record, in one transaction.
  func update(_ record: Record) throws

  /// Deletes the record with that number, in one transaction.
  func delete(_ number: Int) throws

  /// The oldest records by `createdAt`.
  func firstPage(_ limit: Int) throws -> [Record]

  /// The record with that number, by the contender's own primary key.
  func find(_ number: Int) throws -> Record?

  /// The number of records in the deck with that number.
  func count(deck: Int) throws -> Int

  /// All records.
  func loadAll() throws -> [Record]

  /// Closes the store.
  func close() throws
}
