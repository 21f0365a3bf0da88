import Foundation

@testable import QuizSupport

/// The content of a backup, in an order and with references that are the same in each bank with the
/// same contents: a question is named by its text, a deck and an exam by its name, a quiz by its
/// start.
struct ExportedBank: Equatable {
  private(set) var lines: [String] = []
  /// The lines of each quiz and its answers.
  private var ofAttempt: [String: Set<String>] = [:]
  private var finished: Set<String> = []

  /// - Parameter text: the text of a backup.
  init(_ text: String) throws {
    let bytes = Array(text.utf8)
    let document = try bytes.withBytes { bytes throws(JSONFault) in try JSONValue(reading: bytes) }
    var names = Names()
    for question in document["questions"]?.array ?? [] {
      names.add("questionID", question["record"], question["text"]?.text ?? "")
    }
    for deck in document["decks"]?.array ?? [] {
      names.add("deckID", deck["id"], deck["name"]?.text ?? "")
    }
    for exam in document["exams"]?.array ?? [] {
      names.add("examID", exam["id"], exam["name"]?.text ?? "")
    }
    for attempt in document["attempts"]?.array ?? [] {
      names.add(
        "attemptID", attempt["id"],
        "\(attempt["title"]?.text ?? "") \(attempt["startedAt"]?.text ?? "")")
    }
    for section in document.object?.members ?? [] {
      for record in section.value.array ?? [] {
        let line = "\(section.name): \(names.line(record))"
        lines.append(line)
        let attempt = section.name == "attempts" ? record["id"] : record["attemptID"]
        if let attempt, section.name != "attempts" || record["outcome"] == nil {
          ofAttempt[names.name("attemptID", attempt), default: []].insert(line)
        }
        if section.name == "attempts", record["outcome"] != nil, let attempt {
          finished.insert(names.name("attemptID", attempt))
        }
      }
    }
    lines.sort()
  }

  /// Leaves out the quizzes that are not finished.
  mutating func leaveOutUnfinished() {
    for (attempt, lines) in ofAttempt where !finished.contains(attempt) {
      self.lines.removeAll { lines.contains($0) }
    }
    (ofAttempt, finished) = ([:], [])
  }

  /// Leaves out the records of a section.
  mutating func leaveOut(_ section: String) {
    lines.removeAll { $0.hasPrefix(section + ":") }
  }

  /// The first few lines that only one of the two has.
  func differences(to other: ExportedBank) -> String {
    let changes = lines.difference(from: other.lines)
    return changes.prefix(6).map { change in
      switch change {
      case .insert(_, let line, _): "+ \(line)"
      case .remove(_, let line, _): "- \(line)"
      }
    }.joined(separator: "\n")
  }

  /// The names of records, by the member that refers to them.
  private struct Names {
    private static let references = ["questionID", "deckID", "examID", "attemptID"]

    private var texts: [String: [String: String]] = [:]

    mutating func add(_ member: String, _ id: JSONValue?, _ text: String) {
      if let id = id?.text { texts[member, default: [:]][id] = text }
    }

    /// The name of a record.
    func name(_ member: String, _ id: JSONValue) -> String {
      texts[member]?[id.text] ?? "gone \(member)"
    }

    /// A record without its own number, and with names in place of the numbers of other records.
    func line(_ record: JSONValue) -> String {
      guard let object = record.object else { return record.text }
      return object.members.filter { !["id", "record"].contains($0.name) }
        .map { "\($0.name)=\(named($0.name, $0.value))" }.sorted().joined(separator: " ")
    }

    private func named(_ member: String, _ value: JSONValue) -> String {
      if Self.references.contains(member) { return name(member, value) }
      if let elements = value.array {
        return "[" + elements.map { named("", $0) }.joined(separator: ", ") + "]"
      }
      return value.object == nil ? value.text : "{\(line(value))}"
    }
  }
}

extension JSONValue {
  /// The value as JSON.
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
