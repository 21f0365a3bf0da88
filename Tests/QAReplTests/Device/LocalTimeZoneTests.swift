import Foundation
import QuizSupport
import Testing

@testable import Terminal
@testable import qa_repl

@Suite final class LocalTimeZoneTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "time-zones-\(UUID().uuidString)")
  /// Noon of a day in summer.
  private let now = Date(timeIntervalSince1970: 1_784_894_400)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private var link: String { folder.appending(path: "localtime").path }

  private func zone(
    _ name: String?, offset: (Date) -> Int = { _ in 0 }
  ) -> LocalTimeZone {
    LocalTimeZone(
      of: Environment(variables: name.map { ["TZ": $0] } ?? [:]), link: link, now: now,
      offset: offset)
  }

  @Test(arguments: [
    ("Asia/Tokyo", "Asia/Tokyo"), (":Europe/Berlin", "Europe/Berlin"), ("UTC", "UTC"),
    ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"),
  ])
  func `TZ names a zone, or its file`(value: String, name: String) {
    let zone = zone(value)
    #expect(zone.zone == TimeZone(identifier: name))
    #expect(zone.doubt == nil)
  }

  @Test(arguments: ["", ":"]) func `an empty TZ is UTC`(value: String) {
    #expect(zone(value).zone == .gmt)
    #expect(zone(value).doubt == nil)
  }

  @Test(arguments: ["JST-9", "<+09>-9", "JST-9:00"])
  func `a rule without changes is as far from UTC as the C library says`(rule: String) {
    let zone = zone(rule) { _ in 9 * 3600 }
    #expect(zone.zone.secondsFromGMT() == 9 * 3600)
    #expect(zone.doubt == nil)
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
  func `a rule with changes is the zone that changes its clocks as it says`(name: String) throws {
    let real = try #require(TimeZone(identifier: name))
    let zone = zone("AAA-1BBB,M3.5.0,M10.5.0/3") { real.secondsFromGMT(for: $0) }
    #expect(zone.doubt == nil)
    for day in stride(from: -360.0, to: 360, by: 0.25) {
      let date = now + day * 86_400
      #expect(zone.zone.secondsFromGMT(for: date) == real.secondsFromGMT(for: date))
    }
  }

  @Test func `a rule that no zone has is told, and its dates are as far from UTC as now`() {
    let now = now
    let zone = zone("AAA-1BBB") { $0 < now - 86_400 ? 0 : 1234 }
    #expect(zone.zone.secondsFromGMT() == 1234)
    #expect(zone.doubt == .unknownRule)
  }

  @Test(arguments: ["Nonsense", "/nowhere/at/all", "Asia/Nowhere"])
  func `a TZ that says nothing is told, and dates are in UTC`(value: String) {
    let zone = zone(value)
    #expect(zone.zone == .gmt)
    #expect(zone.doubt == .unknown(value))
  }

  @Test(arguments: [
    "/usr/share/zoneinfo/Asia/Tokyo", "../usr/share/zoneinfo/Asia/Tokyo",
    "/var/db/timezone/zoneinfo/Asia/Tokyo",
  ])
  func `without TZ the link names the zone, also where its file is missing`(target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(zone(nil).zone == TimeZone(identifier: "Asia/Tokyo"))
    #expect(zone(nil).doubt == nil)
  }

  @Test func `links are followed to the name`() throws {
    let between = folder.appending(path: "between").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "between")
    try FileManager.default.createSymbolicLink(
      atPath: between, withDestinationPath: "/usr/share/zoneinfo/Asia/Tokyo")
    #expect(zone(nil).zone == TimeZone(identifier: "Asia/Tokyo"))
  }

  @Test func `links in a circle name nothing`() throws {
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "localtime")
    #expect(zone(nil).doubt == .notSet)
  }

  @Test func `a copy in place of the link is what the C library reads`() throws {
    try "TZif".write(toFile: link, atomically: false, encoding: .utf8)
    #expect(zone(nil) { _ in -18_000 }.zone.secondsFromGMT() == -18_000)
  }

  @Test func `without TZ and a file dates are in UTC, which is told in both languages`() {
    let doubt = zone(nil).doubt
    #expect(zone(nil).zone == .gmt)
    #expect(doubt == .notSet)
    #expect(doubt?.text(in: .english).contains("UTC") == true)
    #expect(doubt?.text(in: .japanese).contains("UTC") == true)
  }
}
