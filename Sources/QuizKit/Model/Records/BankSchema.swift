import QuizExchange
import QuizStore
import QuizSupport

/// The schemas of banks.
enum BankSchema {
  /// The schema of every bank.
  static let usual = schema(records)

  /// The schema of a bank that has further kinds of records.
  static func with(_ kinds: [any BankRecord.Type]) -> Schema {
    var schema = schema(records + kinds)
    schema.userInfo = BankKinds(of: schema).userInfo
    return schema
  }

  private static func schema(_ records: [any StoredRecord.Type]) -> Schema {
    Schema(
      version: 4, oldestReadable: 2,
      migrations: [.toSolutions, .toSparseQuestions, .toFurtherKinds], records: records)
  }

  private static let records: [any StoredRecord.Type] = [
    Deck.self, Question.self, Attempt.self, AttemptProgress.self, Answer.self, StudyNote.self,
    TrashEntry.self, TrashedRecord.self, BankSetting.self, KeptFit.self, Exam.self,
    SyncFolder.self, SyncedRecord.self, OverwrittenText.self,
  ]
}

extension Migration {
  /// Version 1 had only questions with one right answer, with `kind` and `correct` in the content
  /// of a question and `selected` in an answer. Version 2 has `solution` and `response`. Records in
  /// the trash are migrated as well.
  static let toSolutions = Migration(from: 1) { document in
    document.change(Question.entityName) { $0.toSolution() }
    document.change(Answer.entityName) { $0.toResponse() }
    document.change(TrashedRecord.entityName) { trashed in
      trashed.change(at: ["content", "question", "record"]) { $0.toSolution() }
      trashed.change(at: ["content", "answer", "record"]) { $0.toResponse() }
    }
  }

  /// Version 2 stored a second copy of each question's text, folded for searching. It also wrote
  /// members without information: empty texts and lists, and a date of the last change for
  /// questions that were never changed.
  static let toSparseQuestions = Migration(from: 2) { document in
    document.change(Question.entityName) { $0.toSparseQuestion() }
    document.change(TrashedRecord.entityName) { trashed in
      trashed.change(at: ["content", "question", "record"]) { $0.toSparseQuestion() }
    }
  }
}

extension Migration {
  /// Version 3 had questions of five kinds. Version 4 has four more, and answers to them.
  static let toFurtherKinds = Migration(from: 3) { _ in }
}

extension JSONValue {
  fileprivate mutating func toSparseQuestion() {
    self["searchText"] = nil
    if self["changedAt"] == self["createdAt"] { self["changedAt"] = nil }
    change(at: ["content"]) { content in
      for member in ["choices", "commentary", "tags"] { content.removeIfEmpty(member) }
      guard let choices = content["choices"]?.array else { return }
      content["choices"] = .array(choices.map(\.sparseChoice))
    }
  }

  private var sparseChoice: JSONValue {
    self["feedback"]?.string == "" && object?.members.count == 2 ? self["text"] ?? self : self
  }

  /// Removes a member if it is an empty text or list.
  private mutating func removeIfEmpty(_ member: String) {
    if self[member]?.string == "" || self[member]?.array?.isEmpty == true { self[member] = nil }
  }

  fileprivate mutating func toSolution() {
    change(at: ["content"]) { content in
      guard let correct = content["correct"] else { return }
      let kind = content["kind"]?.string ?? QuestionContent.Kind.single.rawValue
      content["kind"] = nil
      content["correct"] = nil
      content["solution"] = .object([kind: correct])
    }
  }

  fileprivate mutating func toResponse() {
    guard let selected = self["selected"] else { return }
    self["selected"] = nil
    self["response"] = selected
  }

  /// Changes the value at a path of members, if it exists.
  fileprivate mutating func change(at path: [String], _ body: (inout JSONValue) -> Void) {
    guard let name = path.first else { return body(&self) }
    guard var member = self[name] else { return }
    member.change(at: Array(path.dropFirst()), body)
    self[name] = member
  }
}
