import Foundation
import QuizExchange
import QuizStore
import QuizSupport

/// Converts records to fields for other devices, and back.
///
/// It takes the names of the fields from the coding of the records, so a field that is added to a
/// record is exchanged without any change here.
final class FieldCoder {
  /// The fields of a record by name, as JSON text.
  typealias Fields = [String: String]

  /// A member of an object, with its value as JSON text.
  private struct Member {
    var name: String
    var value: String

    init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  private static let answerPrefix = "answer."

  // Other devices may have an older program, which requires all members.
  private let encoder = RecordEncoder(dates: .texts, writesAllMembers: true)
  private let decoder = JSONTextDecoder()
  private var rules: [RecordKind: ExchangeRules] = [:]

  /// The exchange rules of a kind of record.
  func rules<R: BankRecord>(of kind: R.Type) -> ExchangeRules {
    if let rules = rules[R.kind] { return rules }
    let new = ExchangeRules(of: kind)
    rules[R.kind] = new
    return new
  }

  /// Whether a field is the answer to a question of a quiz.
  static func isAnswer(_ field: String) -> Bool { position(ofAnswer: field) != nil }

  private static func position(ofAnswer field: String) -> Int? {
    guard field.hasPrefix(answerPrefix), let position = Int(field.dropFirst(answerPrefix.count)),
      field == answerPrefix + String(position)
    else { return nil }
    return position
  }

  // MARK: Records to fields

  /// - Parameter key: returns the key of a record; `nil` for a record without a key.
  func fields<R: BankRecord>(
    of record: R, _ key: (RecordKind, Int64) -> String?
  ) throws -> Fields {
    let rules = rules(of: R.self)
    var fields: Fields = [:]
    for member in try members(of: record) {
      if member.name == "id" || R.deviceMembers.contains(member.name) { continue }
      if let kind = rules.reference(member.name) {
        fields[member.name] = Int64(member.value).flatMap { key(kind, $0) }.map(JSONText.quoted)
      } else if let rule = rules.split, member.name == rule.name {
        try split(member.value, rule, into: &fields)
      } else {
        fields[member.name] = member.value
      }
    }
    return fields
  }

  /// The fields of a quiz with its answers. Each answer is a field named after its position.
  ///
  /// - Parameter key: returns the key of a question; `nil` if the question was deleted before it
  ///   got a key.
  func fields(
    of attempt: Attempt, _ answers: [Answer], _ key: (Identifier<Question>) -> String?
  ) throws -> Fields {
    let keys = attempt.items.map { key($0.questionID).map(JSONText.quoted) ?? "null" }
    var attempt = attempt
    for index in attempt.items.indices { attempt.items[index].questionID = .unassigned }
    var fields: Fields = [:]
    for member in try members(of: attempt) where member.name != "id" {
      fields[member.name] =
        member.name == "items" ? object([member, Member("questions", list(keys))]) : member.value
    }
    for answer in answers {
      let rest = try members(of: answer).filter {
        !["id", "attemptID", "position", "questionID"].contains($0.name)
      }
      fields[Self.answerPrefix + String(answer.position)] = object(rest)
    }
    return fields
  }

  // MARK: Fields to records

  /// The record with these fields.
  ///
  /// - Parameter number: returns the number in the bank of the record that a field refers to.
  /// - Throws: A fault when a field is missing or has a wrong value, or when the values contradict
  ///   each other.
  func record<R: BankRecord>(
    _ kind: R.Type, _ fields: Fields, _ id: Identifier<R>, _ number: (RecordKind, String) -> Int64
  ) throws(JSONFault) -> R {
    let rules = rules(of: kind)
    var rest = fields.filter { !R.deviceMembers.contains($0.key) }
    var members = [Member("id", "\(id)")]
    for (name, kind) in rules.references {
      guard let key = text(rest.removeValue(forKey: name)) else { continue }
      members.append(Member(name, "\(number(kind, key))"))
    }
    if let split = rules.split {
      members += try joined(rest, split)
    } else {
      members += rest.map { Member($0, $1) }
    }
    let record = try decode(kind, members)
    if let fault = record.fault { throw JSONFault(0, fault) }
    return try plausible(record)
  }

  /// The keys that these fields refer to, in the order of the record's keys.
  func owners<R: BankRecord>(of kind: R.Type, _ fields: Fields) -> [(kind: RecordKind, key: String)]
  {
    rules(of: kind).references.compactMap { name, kind in
      text(fields[name]).map { (kind, $0) }
    }
  }

  /// The quiz, with its answers, that has these fields.
  func attempt(_ fields: Fields) throws(JSONFault) -> ExchangedAttempt {
    var members = [Member("id", "0")]
    var answers: [(position: Int, value: String)] = []
    var keys: [String] = []
    for (name, value) in fields {
      if let position = Self.position(ofAnswer: name) {
        answers.append((position, value))
      } else if name == "items" {
        for member in try self.members(of: value) {
          if member.name == "questions" {
            keys = try elements(of: member.value)
          } else {
            members.append(member)
          }
        }
      } else {
        members.append(Member(name, value))
      }
    }
    let attempt = try plausible(decode(Attempt.self, members))
    guard keys.count == attempt.items.count else {
      throw JSONFault(0, "a quiz has \(attempt.items.count.counted("question"))", "質問の数が合いません")
    }
    answers = answers.filter { attempt.items.indices.contains($0.position) }.sorted { $0.0 < $1.0 }
    return ExchangedAttempt(attempt, try self.answers(answers), questions: keys.map(text))
  }

  /// Decodes all answers of a quiz at once, because there may be very many.
  private func answers(
    _ values: [(position: Int, value: String)]
  ) throws(JSONFault) -> [Answer] {
    var json: [UInt8] = []
    for (position, value) in values {
      guard value.utf8.first == UInt8(ascii: "{") else {
        throw JSONFault(0, "an answer is not an object", "回答がオブジェクトではありません")
      }
      json.append(UInt8(ascii: json.isEmpty ? "[" : ","))
      json += "{\"id\":0,\"attemptID\":0,\"position\":\(position),\"questionID\":0,".utf8
      // The members of the value follow in the same object. They cannot override the members before
      // them.
      json += value.utf8.dropFirst()
    }
    guard !json.isEmpty else { return [] }
    json.append(UInt8(ascii: "]"))
    let answers = try json.withBytes { bytes throws(JSONFault) in
      try decoder.decode([Answer].self, from: bytes)
    }
    for answer in answers { _ = try plausible(answer) }
    return answers
  }

  // MARK: JSON text

  /// Creates a field for each part of an object. The parts that only make sense together share one
  /// field.
  private func split(
    _ json: String, _ rule: SplitMember, into fields: inout Fields
  ) throws(JSONFault) {
    var together: [Member] = []
    for member in try members(of: json) {
      if rule.together.contains(member.name) {
        together.append(member)
      } else {
        fields[rule.prefix + member.name] = member.value
      }
    }
    fields[rule.field] = object(together)
  }

  /// The members of a record, with the object that was split into fields put together again.
  private func joined(
    _ fields: Fields, _ rule: SplitMember
  ) throws(JSONFault) -> [Member] {
    var members: [Member] = []
    var parts: [Member] = []
    for (name, value) in fields {
      if name == rule.field {
        parts += try self.members(of: value)
      } else if name.hasPrefix(rule.prefix) {
        parts.append(Member(String(name.dropFirst(rule.prefix.count)), value))
      } else {
        members.append(Member(name, value))
      }
    }
    return members + [Member(rule.name, object(parts))]
  }

  /// The text of a field that refers to another record; `nil` if the field does not contain a text.
  func text(_ value: String?) -> String? {
    guard let value else { return nil }
    // This is the fast path. It covers nearly all keys, and there may be very many of them.
    if value.utf8.first == UInt8(ascii: "\""), !value.utf8.contains(UInt8(ascii: "\\")) {
      return String(Substring(value.utf8.dropFirst().dropLast()))
    }
    do throws(JSONFault) {
      return try decode(String.self, value)
    } catch {
      // A value of another type does not refer to any record.
      return nil
    }
  }

  private func members(of record: some StoredRecord) throws -> [Member] {
    var json: [UInt8] = []
    try encoder.encode(record, to: &json)
    return try members(of: json)
  }

  private func members(of json: String) throws(JSONFault) -> [Member] {
    try members(of: Array(json.utf8))
  }

  private func members(of json: [UInt8]) throws(JSONFault) -> [Member] {
    try json.withBytes { bytes throws(JSONFault) in
      try decoder.tape.read(bytes)
      var members: [Member] = []
      for (name, value) in try decoder.tape.members(at: 0) {
        members.append(Member(name, try decoder.tape.json(at: value)))
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
    _ type: R.Type, _ members: [Member]
  ) throws(JSONFault) -> R {
    try decode(type, object(members))
  }

  private func decode<R: Decodable>(_ type: R.Type, _ json: String) throws(JSONFault) -> R {
    try Array(json.utf8).withBytes { bytes throws(JSONFault) in
      try decoder.decode(type, from: bytes)
    }
  }

  private func object(_ members: [Member]) -> String {
    "{" + members.map { JSONText.quoted($0.name) + ":" + $0.value }.joined(separator: ",") + "}"
  }

  private func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ",") + "]" }

  /// Makes sure that the values of a record from another device are possible.
  private func plausible<R: BackupRecord>(_ record: R) throws(JSONFault) -> R {
    if let reason = record.impossibility { throw JSONFault(0, reason) }
    return record
  }
}

/// The rules for converting the members of a kind of record to fields and back.
struct ExchangeRules {
  /// The members that refer to other records, in the order of the keys.
  let references: [(name: String, kind: RecordKind)]
  /// The member that is exchanged as one field for each of its parts.
  let split: SplitMember?

  init<R: BankRecord>(of kind: R.Type) {
    references = R.keys.compactMap { key in
      guard let name = key.name, let target = key.target else { return nil }
      return (name, RecordKind(rawValue: target))
    }
    split = R.split
  }

  /// The kind of record that a member refers to; `nil` when it is not a reference.
  func reference(_ name: String) -> RecordKind? {
    references.first { $0.name == name }?.kind
  }
}

/// A quiz with its answers, in the form that devices exchange. Its questions have keys instead of
/// numbers.
struct ExchangedAttempt: Sendable {
  private let attempt: Attempt
  private let answers: [Answer]
  /// The keys of the questions, in order; `nil` for a question that no longer exists.
  let questions: [String?]

  /// - Parameter questions: the keys of the questions in the order of the quiz; `nil` for a
  ///   question that no longer exists.
  init(_ attempt: Attempt, _ answers: [Answer], questions: [String?]) {
    self.attempt = attempt
    self.answers = answers
    self.questions = questions
  }

  /// The records to store in a bank. The identifiers of the answers are not assigned.
  ///
  /// - Parameter question: returns the question with a key.
  func records(
    at id: Identifier<Attempt>, _ question: (String) -> Identifier<Question>
  ) -> (Attempt, [Answer]) {
    var (attempt, answers) = (attempt, answers)
    attempt.id = id
    for (index, key) in questions.enumerated() {
      attempt.items[index].questionID = key.map(question) ?? .unassigned
    }
    for index in answers.indices {
      answers[index].attemptID = id
      answers[index].questionID = attempt.items[answers[index].position].questionID
    }
    return (attempt, answers)
  }
}
