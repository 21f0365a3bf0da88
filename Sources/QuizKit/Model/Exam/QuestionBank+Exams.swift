import QuizExchange
import QuizStore

extension QuestionBank {
  /// The questions that each section of an exam may ask, in the order in which they were added.
  /// Cards are not among them, because the learner grades the answers to them.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``; what the
  ///   store throws.
  func pools(of blueprint: ExamBlueprint) throws -> [[Identifier<Question>]] {
    let cards = try self.cards.all()
    let sources = try sources(of: blueprint)
    return cards.isEmpty ? sources : sources.map { $0.filter { !cards.contains($0) } }
  }

  /// Draws an exam. If there are too few questions, the refusal counts the cards too, which a user
  /// may have taken for questions of the exam.
  func drawing<Draw>(
    _ blueprint: ExamBlueprint, _ draw: () throws(ExamRefusal) -> Draw
  ) throws -> Draw {
    do throws(ExamRefusal) {
      return try draw()
    } catch {
      guard case .tooFewQuestions(var shortages) = error else { throw error }
      let (cards, sources) = (try self.cards.all(), try sources(of: blueprint))
      for index in shortages.indices {
        let place = blueprint.parts.firstIndex { $0.name == shortages[index].section }
        shortages[index].cards = place.map { sources[$0].count(where: cards.contains) } ?? 0
      }
      throw ExamRefusal.tooFewQuestions(shortages)
    }
  }

  /// The questions of each section, with the cards.
  private func sources(of blueprint: ExamBlueprint) throws -> [[Identifier<Question>]] {
    let parts = blueprint.parts
    let hasTags = parts.contains { part in
      part.sources.contains { if case .tag = $0 { true } else { false } }
    }
    let tagged = hasTags ? try store.savedIdentifiers(by: \Question.content.tags, among: nil) : [:]
    return try parts.map { part in
      if part.sources.isEmpty { return try questionIdentifiers(in: nil) }
      let found = try part.sources.map { try questions(of: $0, tagged) }
      // A question may match two sources, such as a tag and a deck.
      return found.count == 1 ? found[0] : Set(found.joined()).sorted()
    }
  }

  /// The error for a deck or tag of a section that is not in the bank; `nil` when all of them
  /// exist.
  func missingSource(of section: ExamBlueprint.Section) throws -> BankError? {
    do {
      for source in section.sources {
        _ = try questions(
          of: source, try store.savedIdentifiers(by: \Question.content.tags, among: nil))
      }
      return nil
    } catch let error as BankError {
      return error
    }
  }

  private func questions(
    of source: ExamBlueprint.Source, _ tagged: [[String]: [Identifier<Question>]]
  ) throws -> [Identifier<Question>] {
    switch source {
    case .deck(let name): return try questionIdentifiers(in: try deck(named: name).id)
    case .tag(let name):
      let found = tagged.filter { $0.key.contains(name) }.values.joined().sorted()
      if found.isEmpty {
        throw BankError.unknownTag(name, known: Set(tagged.keys.joined()).sorted())
      }
      return found
    }
  }
}
