/// Turns records into fields for other devices, and back.
///
/// It takes the names of the fields from the records' own coding, so a field that is added to a
/// record is exchanged without any change here.
final class FieldCoder {
  /// The fields of a record by name, as JSON text.
  typealias Fields = [String: String]

  /// The parts of a question that make sense only together, so that they are one field.
  private static let answerParts: Set = ["choices", "solution"]
  private static let answers = "content.choices"
  private static let contentPrefix = "content."
  private static let answerPrefix = "answer."

  private let encoder = RecordEncoder(dates: .texts)
  private let decoder = JSONTextDecoder()

  // MARK: Records to fields

  /// - Parameter key: the key of a deck.
  func fields(of question: Question, _ key: (Identifier<Deck>) -> String?) throws -> Fields {
    var fields: Fields = [:]
    var content = ""
    for (name, value) in try members(of: question) {
      switch name {
      case "id", "searchText": continue
      case "deckID": fields[name] = key(question.deckID).map(JSONText.quoted)
      case "content": content = value
      default: fields[name] = value
      }
    }
    var parts: [(String, String)] = []
    for (name, value) in try members(of: content) {
      if Self.answerParts.contains(name) {
        parts.append((name, value))
      } else {
        fields[Self.contentPrefix + name] = value
      }
    }
    fields[Self.answers] = object(parts)
    return fields
  }

  func fields(of deck: Deck) throws -> Fields {
    Fields(uniqueKeysWithValues: try members(of: deck).filter { $0.0 != "id" })
  }

  /// - Parameter deck: the key of a deck.
  /// - Parameter question: the key of a question.
  func fields(
    of note: StudyNote, deck: (Identifier<Deck>) -> String?,
    question: (Identifier<Question>) -> String?
  ) throws -> Fields {
    var fields = Fields(uniqueKeysWithValues: try members(of: note).filter { $0.0 != "id" })
    fields["deckID"] = note.deckID.flatMap(deck).map(JSONText.quoted)
    fields["questionID"] = note.questionID.flatMap(question).map(JSONText.quoted)
    return fields
  }

  /// A quiz with its answers, each of which is a field named after its position.
  ///
  /// - Parameter key: the key of a question; `nil` when it was deleted before it had one.
  func fields(
    of attempt: Attempt, _ answers: [Answer], _ key: (Identifier<Question>) -> String?
  ) throws -> Fields {
    let keys = attempt.items.map { key($0.questionID).map(JSONText.quoted) ?? "null" }
    var attempt = attempt
    for index in attempt.items.indices { attempt.items[index].questionID = .unassigned }
    var fields: Fields = [:]
    for (name, value) in try members(of: attempt) where name != "id" {
      fields[name] = name == "items" ? object([(name, value), ("questions", list(keys))]) : value
    }
    for answer in answers {
      let rest = try members(of: answer).filter {
        !["id", "attemptID", "position", "questionID"].contains($0.0)
      }
      fields[Self.answerPrefix + String(answer.position)] = object(rest)
    }
    return fields
  }

  // MARK: Fields to records

  /// - Throws: a fault when a field is missing or has a wrong value, or when the question cannot be
  ///   answered.
  func question(
    _ fields: Fields, _ id: Identifier<Question>, in deckID: Identifier<Deck>
  ) throws(JSONFault) -> Question {
    var members = [("id", "\(id)"), ("deckID", "\(deckID)"), ("searchText", "\"\"")]
    var content: [(String, String)] = []
    for (name, value) in fields where name != "deckID" {
      if name == Self.answers {
        content += try self.members(of: value)
      } else if name.hasPrefix(Self.contentPrefix) {
        content.append((String(name.dropFirst(Self.contentPrefix.count)), value))
      } else {
        members.append((name, value))
      }
    }
    members.append(("content", object(content)))
    var question = try decode(Question.self, members)
    if let fault = question.fault { throw JSONFault(0, fault) }
    guard question.content.choices.count <= QuestionContent.maximumChoices else {
      throw JSONFault(
        0, "the question has \(question.content.choices.count) choices",
        "選択肢が \(question.content.choices.count) 個あります")
    }
    guard question.createdAt.isOnCalendars, question.changedAt.isOnCalendars else {
      throw JSONFault(0, "a date is out of range", "あり得ない日時です")
    }
    // The words for searching are not exchanged; this computes them.
    question.edit { _ in }
    return question
  }

  func deck(_ fields: Fields, _ id: Identifier<Deck>) throws(JSONFault) -> Deck {
    try plausible(decode(Deck.self, [("id", "\(id)")] + fields.map { ($0.key, $0.value) }))
  }

  func note(
    _ fields: Fields, _ id: Identifier<StudyNote>, deck: Identifier<Deck>?,
    question: Identifier<Question>?
  ) throws(JSONFault) -> StudyNote {
    var members = fields.filter { !["deckID", "questionID"].contains($0.key) }
    members["id"] = "\(id)"
    members["deckID"] = deck.map { "\($0)" }
    members["questionID"] = question.map { "\($0)" }
    return try plausible(decode(StudyNote.self, members.map { ($0.key, $0.value) }))
  }

  /// A quiz with its answers, whose identifiers are not assigned.
  ///
  /// - Parameter question: the question with a key.
  func attempt(
    _ fields: Fields, _ id: Identifier<Attempt>, _ question: (String) -> Identifier<Question>
  ) throws(JSONFault) -> (Attempt, [Answer]) {
    var members = [("id", "\(id)")]
    var answers: [(position: Int, value: String)] = []
    var keys: [String] = []
    for (name, value) in fields {
      if let position = Int(name.dropFirst(Self.answerPrefix.count)),
        name == Self.answerPrefix + String(position)
      {
        answers.append((position, value))
      } else if name == "items" {
        for (name, value) in try self.members(of: value) {
          if name == "questions" {
            keys = try elements(of: value)
          } else {
            members.append((name, value))
          }
        }
      } else {
        members.append((name, value))
      }
    }
    var attempt = try plausible(decode(Attempt.self, members))
    guard keys.count == attempt.items.count else {
      throw JSONFault(0, "a quiz has \(attempt.items.count) questions", "質問の数が合いません")
    }
    for (index, key) in keys.enumerated() {
      attempt.items[index].questionID = text(key).map(question) ?? .unassigned
    }
    var records: [Answer] = []
    for (position, value) in answers.sorted(by: { $0.position < $1.position })
    where attempt.items.indices.contains(position) {
      records.append(try answer(value, at: position, of: attempt))
    }
    return (attempt, records)
  }

  private func answer(
    _ value: String, at position: Int, of attempt: Attempt
  ) throws(JSONFault) -> Answer {
    let members = "{\"id\":0,\"attemptID\":\(attempt.id),\"position\":\(position),\"questionID\":0"
    let rest = value.dropFirst()
    let json = members + (rest == "}" ? "" : ",") + rest
    var answer = try plausible(decode(Answer.self, json))
    answer.questionID = attempt.items[position].questionID
    return answer
  }

  // MARK: JSON text

  /// The text of a field that refers to another record; `nil` when it has none.
  func text(_ value: String?) -> String? {
    guard let value else { return nil }
    do throws(JSONFault) {
      return try decode(String.self, value)
    } catch {
      // Another kind of value refers to nothing.
      return nil
    }
  }

  private func members(of record: some StoredRecord) throws -> [(String, String)] {
    var json: [UInt8] = []
    try encoder.encode(record, to: &json)
    return try members(of: json)
  }

  private func members(of json: String) throws(JSONFault) -> [(String, String)] {
    try members(of: Array(json.utf8))
  }

  private func members(of json: [UInt8]) throws(JSONFault) -> [(String, String)] {
    try json.withBytes { bytes throws(JSONFault) in
      try decoder.tape.read(bytes)
      var members: [(String, String)] = []
      for (name, value) in try decoder.tape.members(at: 0) {
        members.append((name, try decoder.tape.json(at: value)))
      }
      return members
    }
  }

  private func elements(of json: String) throws(JSONFault) -> [String] {
    try Array(json.utf8).withBytes { bytes throws(JSONFault) in
      try decoder.tape.read(bytes)
      var elements: [String] = []
      for element in try decoder.tape.elements(at: 0) {
        elements.append(try decoder.tape.json(at: element))
      }
      return elements
    }
  }

  private func decode<R: Decodable>(
    _ type: R.Type, _ members: [(String, String)]
  ) throws(JSONFault) -> R {
    try decode(type, object(members))
  }

  private func decode<R: Decodable>(_ type: R.Type, _ json: String) throws(JSONFault) -> R {
    try Array(json.utf8).withBytes { bytes throws(JSONFault) in
      try decoder.decode(type, from: bytes)
    }
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { JSONText.quoted($0.0) + ":" + $0.1 }.joined(separator: ",") + "}"
  }

  private func list(_ elements: [String]) -> String {
    "[" + elements.joined(separator: ",") + "]"
  }

  /// Makes sure that the values of a record from elsewhere are possible.
  private func plausible<R: BackupRecord>(_ record: R) throws(JSONFault) -> R {
    guard record.isPlausible else {
      throw JSONFault(0, "a value cannot be what it is", "あり得ない値です")
    }
    return record
  }
}
