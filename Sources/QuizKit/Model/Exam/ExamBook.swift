import Foundation
import QuizExchange
import QuizStore
import QuizSupport
import Signals

/// The exams in one store.
package final class ExamBook {
  private let store: StoreContext
  private let world: World

  /// Creates the book of the world's store.
  package init(world: World) {
    store = world.unitOfWork(undo: true)
    self.world = world
  }

  /// The exams in the order of their names.
  package func exams() throws -> [Exam] {
    Self.sorted(try store.fetch(FetchDescriptor<Exam>()))
  }

  /// The exams, updated after each save that changes them.
  func liveExams() throws -> LiveQuery<[Exam]> {
    try LiveQuery(FetchDescriptor<Exam>(), in: store)
  }

  /// The exams in the order in which lists show them.
  static func sorted(_ exams: [Exam]) -> [Exam] {
    exams.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// The exam of that name.
  ///
  /// - Throws: ``ExamRefusal/unknownExam(_:known:)``; what the store throws.
  package func exam(named name: String) throws -> Exam {
    let exams = try exams()
    guard let exam = exams.first(where: { $0.name == name }) else {
      throw ExamRefusal.unknownExam(name, known: exams.map(\.name))
    }
    return exam
  }

  /// Saves a new exam.
  ///
  /// - Throws: ``ExamFault``, ``ExamRefusal/nameTaken(_:)``; ``SaveFailure``. Nothing is then
  ///   saved.
  @discardableResult
  package func add(_ name: String, _ blueprint: ExamBlueprint) throws -> Exam {
    var exam = Exam(
      name: try free(name, except: nil), blueprint: try checked(blueprint), createdAt: world.now())
    try store.saving(.registration) { exam.id = store.insert(exam) }
    exam.id = store.resolve(exam.id)
    return exam
  }

  /// Saves a new name and a new blueprint for an exam.
  ///
  /// - Throws: ``ExamFault``, ``ExamRefusal/nameTaken(_:)``; ``SaveFailure``, which is a
  ///   conflict when the exam has been changed elsewhere. Nothing is then saved.
  @discardableResult
  package func change(_ exam: Exam, to name: String, _ blueprint: ExamBlueprint) throws -> Exam {
    var changed = exam
    changed.name = try free(name, except: exam.id)
    changed.blueprint = try checked(blueprint)
    changed.changedAt = world.now()
    try store.saving(.edit) { try store.update(changed, from: exam) }
    return changed
  }

  /// Deletes exams. The trash keeps them.
  ///
  /// - Throws: ``ExamRefusal/unknownExam(_:known:)``; ``DeletionFailure``. The exams are then still
  ///   there.
  package func delete(_ names: [String]) throws {
    let ids = try names.map { try exam(named: $0).id }
    try store.deleting(in: world) { try $0.delete(ids) }
  }

  /// Returns the name as it will be stored, if no other exam has it.
  private func free(_ name: String, except id: Identifier<Exam>?) throws -> String {
    let name = FieldText.make(name).replacing("\n", with: " ")
    if name.isEmpty { throw ExamFault.noName }
    if try exams().contains(where: { $0.name == name && $0.id != id }) {
      throw ExamRefusal.nameTaken(name)
    }
    return name
  }

  private func checked(_ blueprint: ExamBlueprint) throws(ExamFault) -> ExamBlueprint {
    if let fault = blueprint.fault { throw fault }
    return blueprint
  }
}

extension QuestionBank {
  /// The questions that each section of an exam may ask, in the order in which they were added.
  /// Cards are not among them, because the learner grades the answers to them.
  ///
  /// - Throws: ``BankError/unknownDeck(_:known:)``, ``BankError/unknownTag(_:known:)``; what the
  ///   store throws.
  func pools(of blueprint: ExamBlueprint) throws -> [[Identifier<Question>]] {
    let cards = try cards()
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
      let (cards, sources) = (try cards(), try sources(of: blueprint))
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

/// A new value for one field of an ``ExamForm``, as the text that the user typed.
package enum ExamEdit: Equatable, Sendable {
  /// The name.
  case name(String)
  /// The number of questions; empty if the sections determine it.
  case questions(String)
  /// The time limit; empty for none.
  case time(String)
  /// The share of the marks that is needed to pass.
  case passMark(String)
  /// The marks; empty for one mark per question.
  case marks(String)
  /// Whether the player may go back.
  case back(String)
  /// Whether the player may pause.
  case pause(String)
  /// The section with this number, from 1; empty to remove it.
  case section(Int, String)
  /// A further section; empty for none.
  case addSection(String)
  /// Removes the section with this number, from 1.
  case removeSection(Int)
}

/// Why a command for exams was refused.
package enum ExamRefusal: ReportableError, Equatable {
  /// A section that has fewer questions than the exam asks of it.
  package struct Shortage: Equatable, Sendable {
    /// The section's name; empty for an exam without sections.
    package var section: String
    /// How many questions the exam asks of it.
    package var needed: Int
    /// The number of questions that no other section needs.
    package var available: Int
    /// How many cards there are beside these questions. They are not asked in exams.
    package var cards = 0
  }

  /// There is no exam with this name; `known` has the names of all exams.
  case unknownExam(String, known: [String])
  /// There is already an exam with this name.
  case nameTaken(String)
  /// Some sections have too few questions.
  case tooFewQuestions([Shortage])
  /// The chance cannot be predicted, because there are too few answers to the questions of the
  /// exam.
  case tooFewAnswers(Int, needed: Int)
  /// The user has to confirm the deletion of the exam with this name.
  case confirmDeletion(String)
  /// The day is in the past.
  case pastDay(Day)

  package var message: Message {
    switch self {
    case .unknownExam(let name, let known):
      Self.unknown(name, known)
    case .nameTaken(let name):
      Message("name-taken", "There is an exam “\(name)” already.", "「\(name)」という模擬試験はすでにあります。")
    case .tooFewQuestions(let shortages):
      Message(
        "too-few-questions",
        "There are too few questions: \(Self.list(shortages, .english)).",
        "質問が足りません: \(Self.list(shortages, .japanese))。")
    case .tooFewAnswers(let count, let needed):
      Message(
        "too-few-answers",
        "You have given \(count) of the \(needed) answers to questions of this exam that a chance "
          + "of passing needs.",
        "この模擬試験の質問への回答は \(count) 件です。合格の見込みの計算には \(needed) 件必要です。")
    case .confirmDeletion(let name):
      Message("confirm-required", "Delete the exam “\(name)”?", "模擬試験「\(name)」を削除しますか?")
    case .pastDay(let day):
      Message("past-day", "\(day.text) is over.", "\(day.text) はもう過ぎています。")
    }
  }

  private static func list(_ shortages: [Shortage], _ language: Language) -> String {
    shortages.map { $0.text(in: language) }.joined(separator: language.text("; ", "、"))
  }

  private static func unknown(_ name: String, _ known: [String]) -> Message {
    let nearest = Suggestion.nearest(to: name, among: known)
    let topic = known.isEmpty ? "none" : nearest == nil ? "others" : "nearest"
    return Message(
      "unknown-exam", "There is no exam “\(name)”.", "「\(name)」という模擬試験はありません。",
      topic: "unknown-exam.\(topic)")
      + (nearest.map { Reason(" Did you mean “\($0)”?", "「\($0)」ではありませんか?") } ?? Reason("", ""))
  }
}

extension ExamRefusal.Shortage {
  fileprivate func text(in language: Language) -> String {
    let missing = needed - available
    let place =
      section.isEmpty
      ? language.text("the exam", "模擬試験全体") : language.text("“\(section)”", "「\(section)」")
    let left =
      cards == 0
      ? ""
      : language.text(
        " (exams do not ask cards, of which there are \(cards))",
        "（カード \(cards) 枚は模擬試験では出題されません）")
    return language.text(
      "\(place) asks \(needed) and has \(available), \(missing) missing\(left)",
      "\(place)は \(needed) 問のうち \(available) 問しかなく、\(missing) 問不足\(left)")
  }
}

/// Draws the questions of an exam: the right number for each section, and no question twice.
struct ExamDraw {
  /// The questions of each section, in random order.
  private(set) var sections: [[Identifier<Question>]]

  private var supplies: [Supply]
  private var taken: Set<Identifier<Question>> = []

  /// Draws from `pools`, which are the questions of each section.
  ///
  /// - Parameter lastAsked: when a question was last asked. Questions that were not asked for a
  ///   long time are preferred; `nil` for no preference.
  /// - Throws: ``ExamRefusal/tooFewQuestions(_:)``.
  init(
    _ blueprint: ExamBlueprint, from pools: [[Identifier<Question>]],
    lastAsked: ((Identifier<Question>) -> Int64?)? = nil,
    using random: inout some RandomNumberGenerator
  ) throws(ExamRefusal) {
    let counts = blueprint.counts
    sections = Array(repeating: [], count: pools.count)
    supplies = pools.map { Supply($0) }
    if let lastAsked {
      for index in supplies.indices { supplies[index].sort(by: lastAsked, using: &random) }
    }
    for index in pools.indices {
      while sections[index].count < counts[index], let id = next(for: index, using: &random) {
        take(id, for: index)
      }
    }
    // A section may have taken questions that another section needs, although it had others to
    // choose from.
    for index in pools.indices where sections[index].count < counts[index] {
      while sections[index].count < counts[index], exchange(for: index, using: &random) {}
    }
    let missing = pools.indices.filter { sections[$0].count < counts[$0] }
    if !missing.isEmpty {
      throw .tooFewQuestions(
        missing.map { index in
          ExamRefusal.Shortage(
            section: blueprint.parts[index].name, needed: counts[index],
            available: sections[index].count)
        })
    }
    for index in sections.indices { sections[index].shuffle(using: &random) }
  }

  private mutating func next(
    for section: Int, using random: inout some RandomNumberGenerator
  ) -> Identifier<Question>? {
    while let id = supplies[section].next(using: &random) {
      if !taken.contains(id) { return id }
    }
    return nil
  }

  private mutating func take(_ id: Identifier<Question>, for section: Int) {
    taken.insert(id)
    sections[section].append(id)
  }

  /// Finds a question for a section that has no free question left. Another section gives up one of
  /// its questions and takes a free one instead, perhaps by way of a third section (an augmenting
  /// path, as in bipartite matching).
  ///
  /// - Returns: `false` when this is impossible, so that there really are too few questions.
  private mutating func exchange(
    for section: Int, using random: inout some RandomNumberGenerator
  ) -> Bool {
    /// For each section that was reached: the section that wants one of its questions, and the
    /// place of that question.
    var wanted: [Int: (by: Int, place: Int)] = [:]
    var queue = [section][...]
    while let current = queue.popFirst() {
      if current != section, let free = next(for: current, using: &random) {
        var (giver, replacement) = (current, free)
        taken.insert(free)
        while giver != section, let want = wanted[giver] {
          let given = sections[giver][want.place]
          sections[giver][want.place] = replacement
          (giver, replacement) = (want.by, given)
        }
        sections[section].append(replacement)
        return true
      }
      for other in sections.indices where other != section && wanted[other] == nil {
        let place = sections[other].firstIndex { supplies[current].contains($0) }
        guard let place else { continue }
        wanted[other] = (current, place)
        queue.append(other)
      }
    }
    return false
  }

  /// Supplies the questions of a section in random order, each of them once.
  private struct Supply {
    private var ids: [Identifier<Question>]
    private var known: IdentifierSet<Question>
    private var position = 0
    private var isSorted = false

    init(_ ids: [Identifier<Question>]) {
      self.ids = ids
      known = IdentifierSet(ids)
    }

    func contains(_ id: Identifier<Question>) -> Bool { known.contains(id) }

    /// Puts the questions first that were not asked for the longest time. Questions that were asked
    /// at the same time, or never, stay in random order among each other.
    mutating func sort(
      by lastAsked: (Identifier<Question>) -> Int64?, using random: inout some RandomNumberGenerator
    ) {
      ids.shuffle(using: &random)
      let keys = ids.map { lastAsked($0) ?? .min }
      ids = ids.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { ids[$0] }
      isSorted = true
    }

    /// Takes the next question. Shuffles only as much of a large pool as is taken (Fisher and
    /// Yates).
    mutating func next(using random: inout some RandomNumberGenerator) -> Identifier<Question>? {
      guard position < ids.count else { return nil }
      if !isSorted {
        ids.swapAt(position, Int.random(in: position..<ids.count, using: &random))
      }
      defer { position += 1 }
      return ids[position]
    }
  }
}

extension QuizLibrary {
  /// Starts an exam.
  ///
  /// - Parameters:
  ///   - exam: the exam.
  ///   - seed: determines which questions are drawn, and their order; `nil` for a random seed.
  ///   - isFresh: whether to prefer questions that were not asked for a long time.
  ///   - isPartial: whether a partly right answer earns a part of the marks.
  /// - Throws: `ExamRefusal/tooFewQuestions(_:)`, `BankError`; what the store throws.
  public func start(_ exam: Exam, seed: Int?, isFresh: Bool, isPartial: Bool = false) throws {
    var random = world.random
    let seed = seed ?? Int.random(in: 1...999_999, using: &random)
    let paper = try ExamPaper(
      of: exam, seed: seed, from: bank, freshBy: isFresh ? reviews.answers : nil)
    let rules = ExamRules(paper.blueprint)
    var items = paper.items
    if !rules.sections.isEmpty {
      for index in items.indices { items[index].section = paper.places[index] }
    }
    var setup = QuizSetup(
      title: paper.name, items: items, mode: .exam,
      time: paper.blueprint.timeLimit.map { .milliseconds($0) })
    (setup.exam, setup.grading) = (rules, Grading(isPartial: isPartial, isExam: true))
    try begin(setup)
  }
}
