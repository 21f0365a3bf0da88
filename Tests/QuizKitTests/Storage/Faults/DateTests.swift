import Foundation
import TestKit
import Testing

@testable import QuizStore
@testable import QuizSupport

/// Tests dates that formats, clocks and calendars often get wrong.
@Suite struct DateTests {
  private func reopened(_ kind: StoreKind, _ dates: [Date]) throws -> [Date] {
    let disk = SimulatedDisk()
    let context = try kind.context(on: disk)
    let shelf = try context.saveShelf("A")
    context.insert(contentsOf: dates.map { Book(shelfID: shelf, title: "T", addedAt: $0) })
    try context.save()
    try context.store.close()
    let again = try kind.context(on: disk)
    defer { _ = try? again.store.close() }
    return try again.fetch(FetchDescriptor<Book>()).map(\.addedAt)
  }

  @Test(arguments: StoreKind.inFiles)
  func `a date comes back to the last bit`(_ kind: StoreKind) throws {
    var random = SplitMix64(seed: 6)
    var seconds: [Double] = [
      0, -0.0, 0.1, 721_692_800.123_456, 721_692_800.000_000_1, .leastNonzeroMagnitude, 1e-9,
      // The ends of the years 1 and 9998, and the distant future of the date type.
      -63_113_904_000, 252_392_457_599.999, Date.distantFuture.timeIntervalSinceReferenceDate,
    ]
    for _ in 0..<500 { seconds.append(Double.random(in: -6.3e10...2.5e11, using: &random)) }
    let dates = seconds.map(Date.init(timeIntervalSinceReferenceDate:))
    #expect(
      try reopened(kind, dates).map(\.timeIntervalSinceReferenceDate.bitPattern)
        == seconds.map { ($0 == 0 ? 0 : $0).bitPattern })
  }

  @Test(
    arguments: StoreKind.allCases,
    [Double.nan, .infinity, -.infinity, 1e12, -1e18, -63_113_904_001, 252_392_457_600])
  func `a date that is no number, or of no year from 1 to 9998, is refused`(
    _ kind: StoreKind, _ seconds: Double
  ) throws {
    let context = try kind.context()
    let shelf = try context.saveShelf("A")
    context.insert(
      Book(shelfID: shelf, title: "T", addedAt: Date(timeIntervalSinceReferenceDate: seconds)))
    let error = #expect(throws: StoreError.self) { try context.save() }
    #expect(error?.code == "invalid-record")
  }

  @Test func `a clock that goes backwards does not change the order of saves`() throws {
    let disk = SimulatedDisk()
    var now = 1e9
    let environment = StoreEnvironment(
      fileSystem: disk,
      now: {
        now -= 1e7
        return Date(timeIntervalSinceReferenceDate: now)
      }, randomNumber: { 1 })
    for name in ["A", "B", "C"] {
      let store = try JournalStore(path: "/j", schema: librarySchema, environment: environment)
      let context = StoreContext(store)
      if let shelf = try context.fetch(FetchDescriptor<Shelf>()).first {
        try context.update(Shelf(id: shelf.id, name: name))
        try context.save()
      } else {
        try context.saveShelf(name)
      }
      try store.close()
    }
    let store = try JournalStore(path: "/j", schema: librarySchema, environment: environment)
    #expect(try store.fetch(FetchDescriptor<Shelf>()).map(\.name) == ["C"])
  }

  @Test(arguments: ["ja_JP.UTF-8@calendar=japanese", "ar_SA.UTF-8", "th_TH.UTF-8"])
  func `a file says the same in every calendar and time zone`(_ locale: String) throws {
    let disk = try RealDisk()
    let seconds = 1_795_000_000.5
    for kind in ["journal", "json"] {
      let specification = "\(kind):\(disk.directory)/store"
      let lines = try disk.run(
        specification, "dated", "\(seconds)",
        environment: ["LC_ALL": locale, "LANG": locale, "TZ": "Asia/Tokyo"])
      #expect(lines == ["1"])
      #expect(
        try disk.texts(specification).count == 1
          && disk.dates(specification) == [Date(timeIntervalSince1970: seconds)])
      let text = try String(contentsOfFile: disk.directory + "/store", encoding: .utf8)
      let written = kind == "json" ? "\"2026-11-18T11:06:40.500Z\"" : "\"at\":816692800.5"
      #expect(text.contains(written))
      try FileManager.default.removeItem(atPath: disk.directory + "/store")
    }
  }
}
