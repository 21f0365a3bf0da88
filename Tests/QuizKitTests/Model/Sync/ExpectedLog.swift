import Foundation
import Testing

@testable import QuizKit

/// The texts of decks, questions, exams and notes that a device has written, until another device
/// replaces them. Then the device's log has to have them.
struct ExpectedLog {
  /// A field of a record of the device's bank.
  private struct Place: Hashable {
    var kind: SyncKind
    var id: Int64
    var name: String
  }

  /// What the values have in them that this device has written. Nobody else writes the same.
  let mark: String

  private var values: [Place: String] = [:]
  private var own: Set<Place> = []

  init(mark: String) {
    self.mark = mark
  }

  /// Takes what the device has written since the last time.
  mutating func noteWritten(on device: SyncDevice) throws {
    let now = try Self.values(of: device)
    for (place, value) in now where values[place] != value { own.insert(place) }
    own.formIntersection(now.keys)
    values = now
  }

  /// Makes sure that what was replaced by a synchronization is in the log.
  mutating func checkReplaced(on device: SyncDevice, _ what: String) throws {
    let now = try Self.values(of: device)
    let lost = Set(try device.sync.lostTexts().map { [$0.kind.rawValue, $0.field, $0.value] })
    for place in own {
      guard let before = values[place], now[place] != before else { continue }
      own.remove(place)
      let isThere = now.keys.contains(Place(kind: place.kind, id: place.id, name: "createdAt"))
      guard isThere, before.contains(mark) else { continue }
      #expect(
        lost.contains([place.kind.rawValue, place.name, before]),
        "\(what): \(place.name) “\(before)” of \(place.kind) \(place.id) is not in the log")
    }
    values = now
  }

  private static func values(of device: SyncDevice) throws -> [Place: String] {
    let (store, coder) = (device.store, FieldCoder())
    var values: [Place: String] = [:]
    func take(_ kind: SyncKind, _ id: Int64, _ fields: FieldCoder.Fields) {
      for (name, value) in fields { values[Place(kind: kind, id: id, name: name)] = value }
    }
    for deck in try store.fetch(FetchDescriptor<Deck>()) {
      take(.deck, deck.id.rawValue, try coder.fields(of: deck))
    }
    for question in try device.questions() {
      take(.question, question.id.rawValue, try coder.fields(of: question) { "\($0)" })
    }
    for exam in try device.exams() {
      take(.exam, exam.id.rawValue, try coder.fields(of: exam))
    }
    for note in try store.fetch(FetchDescriptor<StudyNote>()) {
      take(.note, note.id.rawValue, try coder.fields(of: note) { "\($1)" })
    }
    return values
  }
}
