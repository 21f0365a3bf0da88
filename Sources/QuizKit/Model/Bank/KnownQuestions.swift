import Foundation
import QuizExchange
import QuizStore

/// The questions that a deck had before an import. Keeps only digests and identifiers, to save
/// memory.
struct KnownQuestions {
  /// A question that the deck has already.
  struct Match {
    /// The question of the bank.
    var question: Question
    /// Whether it is there a second time in what is imported, so that it is known and nothing else.
    var isRepeated = false
  }

  private var identifiers: [QuestionDigest: Identifier<Question>] = [:]
  /// More questions with the same digest, because a deck may contain a question twice.
  private var further: [QuestionDigest: [Identifier<Question>]] = [:]
  /// The question with each external identifier. `nil` when several questions have it, or when the
  /// import has already matched it.
  private var keys: [String: Identifier<Question>?] = [:]
  /// The questions that a person has edited, by the text and choices that a file last said.
  private var reworded: [String: Identifier<Question>] = [:]
  /// The questions that the import has matched.
  private var matched: Set<Identifier<Question>> = []

  /// Creates an empty collection, for a deck without questions.
  init() {}

  init(of deckID: Identifier<Deck>, in store: StoreContext) throws {
    try store.enumerate(FetchDescriptor<Question>(.whose(\.deckID, is: deckID))) {
      for question in $0 where question.id.isPermanent { add(question) }
    }
  }

  private mutating func add(_ question: Question) {
    let digest = QuestionDigest(question.content)
    if identifiers[digest] == nil {
      identifiers[digest] = question.id
    } else {
      further[digest, default: []].append(question.id)
    }
    if let key = question.content.externalID {
      keys[key] = .some(keys[key] == nil ? question.id : nil)
    }
    if let identity = question.said?.identity { reworded[identity] = question.id }
  }

  /// Finds the questions that some questions of a file are versions of; `nil` for new ones.
  ///
  /// Each question of the deck is found once in an import: first by its external identifier, then
  /// if it is the same in text, choices and what is right, then by the text and choices that a file
  /// last said before a person reworded it, and at last by text and choices alone.
  mutating func matches(_ parsed: [ParsedQuestion], in store: StoreContext) throws -> [Match?] {
    var matches: [Match?] = try parsed.map { question in
      guard let key = question.content.externalID, let known = keys[key], let id = known,
        let found = try store.record(for: id)
      else { return nil }
      // Some files give several questions the same identifier. Only the first one is the question
      // in the deck.
      keys[key] = .some(nil)
      matched.insert(id)
      return Match(question: found)
    }
    guard !identifiers.isEmpty else { return matches }
    func match(_ find: (ParsedQuestion) throws -> Match?) rethrows {
      for index in matches.indices where matches[index] == nil {
        matches[index] = try find(parsed[index])
        if let match = matches[index] { matched.insert(match.question.id) }
      }
    }
    try match { question in
      try candidates(for: question, in: store).first { isFree($0) && $0.hasKey(of: question) }
        .map { Match(question: $0) }
    }
    if !reworded.isEmpty {
      try match { question in
        guard let id = reworded[SaidFields.identity(of: question.content)],
          let found = try store.record(for: id), isFree(found), found.maySay(question)
        else { return nil }
        return Match(question: found)
      }
    }
    try match { question in
      let candidates = try candidates(for: question, in: store)
      if let free = candidates.first(where: { isFree($0) && $0.maySay(question) }) {
        return Match(question: free)
      }
      return candidates.first { $0.hasKey(of: question) }
        .map { Match(question: $0, isRepeated: true) }
    }
    return matches
  }

  private func isFree(_ question: Question) -> Bool { !matched.contains(question.id) }

  /// The questions of the deck with the same text and choices.
  private func candidates(
    for question: ParsedQuestion, in store: StoreContext
  ) throws -> [Question] {
    guard let first = identifiers[question.digest] else { return [] }
    return try ([first] + further[question.digest, default: []])
      .compactMap { try store.record(for: $0) }
      .filter { $0.content.isAlike(question.content) }
  }
}

extension Question {
  /// Whether the question has the same right answer as one of a file.
  fileprivate func hasKey(of parsed: ParsedQuestion) -> Bool {
    content == parsed.content
      || content.statement(about: .key) == parsed.content.statement(about: .key)
  }

  /// Whether a question of a file with the same text and choices may be a newer version of this
  /// one. It is not where both have an identifier of their own.
  fileprivate func maySay(_ parsed: ParsedQuestion) -> Bool {
    guard let mine = content.externalID, let theirs = parsed.content.externalID else { return true }
    return mine == theirs
  }
}

extension QuestionContent {
  /// The content after a backup with the newer version `new` was imported. Keeps what the file does not contain,
  /// because many formats cannot hold everything. Also keeps the order of the choices if they only
  /// changed places.
  func updated(by new: QuestionContent) -> QuestionContent {
    var content = new
    if isAlike(new), new.kind == kind, Set(rightAnswers) == Set(new.rightAnswers),
      let kept = new.solution.keeping(solution.rightChoices, of: choices, from: new.choices)
    {
      (content.choices, content.solution) = (choices, kept)
      for index in choices.indices {
        let feedback = new.choices.first { $0.text == choices[index].text }?.feedback ?? ""
        if !feedback.isEmpty { content.choices[index].feedback = feedback }
      }
    }
    if new.commentary.isEmpty { content.commentary = commentary }
    if new.tags.isEmpty { content.tags = tags }
    content.title = new.title ?? title
    content.otherFields = new.otherFields ?? otherFields
    return content
  }
}
