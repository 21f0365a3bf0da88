import QuizExchange
import QuizStore
import QuizSupport
import Signals

extension ScreenName {
  /// The list of findings in questions.
  package static let doctor = ScreenName(rawValue: "doctor")
}

/// The state of the doctor's screen: what was found in the questions of a deck or of the bank.
package struct DoctorState: ScreenState {
  package static let screen = ScreenName.doctor

  /// One finding, or all of a kind.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number of the question, from 1, as the screen with all questions counts. Of many
    /// findings, that of the first.
    package var number: Int
    /// The question's identifier.
    package var id: Identifier<Question>
    /// The kind of the finding.
    package var kind: Finding.Kind
    /// Why the question is listed.
    package var reason: Message
    /// The numbers of the other questions that the finding is about.
    package var others: [Int]
    /// How many findings the item stands for.
    package var count: Int
    /// The deck that the finding is about; `nil` for a question.
    package var deck: String?
    /// The question.
    package var question: String
    /// The kind of the question. Not encoded, because `manage` shows it.
    package var questionKind: QuestionContent.Kind
    /// The place in the file that the question follows; `nil` where it follows none.
    package var place: FollowedPlace?
    /// The pictures of the question. Not encoded, because `manage` shows them.
    package var pictures: [ShownPicture]

    private enum CodingKeys: CodingKey {
      case number, id, kind, reason, others, count, deck, question, file, line
    }

    package func encode(to encoder: any Encoder) throws {
      var item = encoder.container(keyedBy: CodingKeys.self)
      try item.encode(number, forKey: .number)
      try item.encode(id, forKey: .id)
      try item.encode(kind, forKey: .kind)
      try item.encode(reason.text(for: encoder), forKey: .reason)
      try item.encode(others, forKey: .others)
      try item.encode(count, forKey: .count)
      try item.encode(deck, forKey: .deck)
      try item.encode(question, forKey: .question)
      try item.encode(place?.path, forKey: .file)
      try item.encode(place?.line, forKey: .line)
    }
  }

  /// The examined deck; `nil` for the whole bank.
  @Nullable package var deck: String?
  /// The number of examined questions.
  package var questions: Int
  /// The pictures that were removed when the list was opened.
  package var removedPictures: RemovedPictures
  /// The only kind that is shown; `nil` for all.
  @Nullable package var showing: Finding.Kind?
  /// How many findings there are of each kind, the most serious kinds first.
  package var kinds: [FindingCount]
  /// The number of findings that are shown.
  package var total: Int
  /// The current page of the list.
  package var page: ListPosition
  /// The lines of the current page.
  package var items: [Item]
  /// The number of lines in the whole list. Not encoded, because the pages tell it.
  package var lines: Int

  private enum CodingKeys: CodingKey {
    case deck, questions, removedPictures, showing, kinds, total, page, items
  }
}

extension DoctorState {
  /// The state of a list of findings.
  init(
    _ doctor: BankDoctor, _ removed: RemovedPictures, _ kind: Finding.Kind?, page: ListPosition
  ) throws {
    try doctor.examine()
    // A script reads each finding.
    let rows = doctor.findings.rows(of: kind, folds: doctor.bank.servesPerson)
    let page = page.adapted(to: rows.count)
    let items = try rows[page.positions(total: rows.count)].map { row in
      let finding = row.finding
      let question = try doctor.question(finding.number)
      return Item(
        number: finding.number, id: question.id, kind: finding.kind,
        reason: Message(finding.kind.rawValue, finding.reason), others: finding.others,
        count: row.count, deck: finding.deck, question: question.content.text,
        questionKind: question.content.kind,
        place: row.isWholeKind || finding.deck != nil
          ? nil : try doctor.bank.followed.place(of: question.id),
        pictures: row.isWholeKind || finding.deck != nil
          ? [] : doctor.bank.pictures.shown(question.content))
    }
    let kinds = doctor.findings.counts
    let total = kinds.reduce(0) { kind == nil || $1.kind == kind ? $0 + $1.count : $0 }
    self.init(
      deck: doctor.deck, questions: doctor.questions.count, removedPictures: removed,
      showing: kind, kinds: kinds, total: total, page: page, items: items, lines: rows.count)
  }
}

/// The commands of the doctor's screen.
package enum DoctorCommand: Equatable, Sendable {
  /// Open the question with this number, from 1, as the screen with all questions counts.
  case go(Int)
  /// Show the question with this number in its file.
  case file(Int)
  /// Open a picture of the question with this number, from 1: the one with the second number, or
  /// the first.
  case picture(Int, Int?)
  /// Show one kind of findings only, or all.
  case show(Finding.Kind?)
  /// Show the next of the kinds that there are, or the one before for -1. The first shows all.
  case turn(by: Int)
  /// Move through the list.
  case move(ListMove)
}

/// The doctor's screen.
package final class DoctorViewModel: ScreenModel<DoctorCommand, DoctorState> {
  private let doctor: BankDoctor
  private let removed: RemovedPictures
  private var kind: Finding.Kind?
  private var page: ListPosition

  /// Creates the screen for what `doctor` found, after pictures that nothing names were removed.
  ///
  /// - Parameter kind: The only kind to show; `nil` for all.
  /// - Throws: The store's error when it cannot be read.
  package init(
    doctor: BankDoctor, removed: RemovedPictures, kind: Finding.Kind?, page: ListPosition
  ) throws {
    (self.doctor, self.removed, self.kind, self.page) = (doctor, removed, kind, page)
    super.init(try DoctorState(doctor, removed, kind, page: page))
    follow(doctor.changes)
  }

  override func shown() throws -> DoctorState {
    try DoctorState(doctor, removed, kind, page: page)
  }

  override func perform(_ command: DoctorCommand) throws {
    switch command {
    case .go(let number): try doctor.choose(number)
    case .file(let number): try doctor.bank.followed.open(try doctor.question(number).id)
    case .picture(let row, let number):
      try doctor.bank.pictures.open(number, of: try doctor.question(row).content)
    case .show(let kind):
      (self.kind, page) = (kind, page.toStart())
      changed()
    case .turn(let step):
      let kinds = [nil] + state.kinds.map { Optional($0.kind) }
      let place = (kinds.firstIndex(of: kind) ?? 0) + step
      try perform(.show(kinds[(place % kinds.count + kinds.count) % kinds.count]))
    case .move(let move):
      try perform(move, in: &page, total: state.lines)
      changed()
    }
  }
}
