import Foundation
import QuizSupport

/// A question of the qa-repl JSON format while it is being read.
struct BackupQuestion {
  private var draft: QuestionDraft
  private var fault: Fault?

  /// - Parameter ignored: Collects the names of members that are not imported. Limited in number,
  ///   because a file may have different ones in each question.
  init(_ object: JSONObject, line: Int, element: String, _ ignored: inout [String]) {
    draft = QuestionDraft(line: line)
    draft.element = element
    draft.text = Self.text(object["text"])
    draft.choices = (object["choices"]?.array ?? []).map { Self.choice($0, &ignored) }
    draft.commentary = Self.text(object["commentary"])
    draft.tags = (object["tags"]?.array ?? []).map(Self.text).filter { !$0.isEmpty }
    draft.category = Self.optional(object["deck"])
    draft.title = Self.optional(object["title"])
    draft.externalID = Self.optional(object["id"])
    draft.origin = Self.origin(object)
    let own = BackupSolution.members(of: object)
    for member in object.members
    where !Self.knownFields.contains(member.name) && !own.contains(member.name) {
      draft.otherFields[member.name] = String(
        decoding: member.value.bytes, as: UTF8.self)
    }
    // The collector refuses a question without a text, so its key does not matter.
    if draft.text.isEmpty { return }
    do throws(Fault) {
      try BackupSolution.read(object, into: &draft)
    } catch {
      fault = error
    }
  }

  func submit(to collector: QuestionCollector) {
    if let fault { collector.refuse(draft, fault) } else { collector.submit(draft) }
  }

  private static let knownFields: Set<String> = [
    "deck", "kind", "text", "choices", "correct", "commentary", "tags", "title", "id", "record",
    "created", "changed", "keyChanged", "choose", "weights", "accepted", "caseSensitive",
  ]

  private static func choice(_ value: JSONValue, _ ignored: inout [String]) -> Choice {
    if let plain = value.string { return Choice(FieldText.make(plain)) }
    for member in value.object?.members ?? []
    where !["text", "feedback"].contains(member.name) && ignored.count < 20
      && !ignored.contains("choices." + member.name)
    {
      ignored.append("choices." + member.name)
    }
    return Choice(text(value.object?["text"]), feedback: text(value.object?["feedback"]))
  }

  /// The question's record. Without its number, the other sections cannot refer to the question.
  private static func origin(_ object: JSONObject) -> ParsedQuestion.Origin? {
    guard let record = object["record"]?.integer else { return nil }
    let created = object["created"].flatMap(date)
    return ParsedQuestion.Origin(
      record: record, createdAt: created,
      changedAt: object["changed"].flatMap(date) ?? created,
      keyChangedAt: object["keyChanged"].flatMap(date))
  }

  private static func date(_ value: JSONValue) -> Date? {
    let date: Date? =
      switch value {
      case .string(let text): Array(text.utf8).withUnsafeBytes(DateText.date)
      case .number(let digits): Double(digits).map(Date.init(timeIntervalSinceReferenceDate:))
      default: nil
      }
    return date.flatMap { $0.isOnCalendars ? $0 : nil }
  }

  private static func text(_ value: JSONValue?) -> String {
    FieldText.make(value?.scalarText ?? "")
  }

  private static func optional(_ value: JSONValue?) -> String? {
    let text = text(value)
    return text.isEmpty ? nil : text
  }
}
