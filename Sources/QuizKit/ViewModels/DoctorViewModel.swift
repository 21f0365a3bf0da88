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

  /// One finding.
  package struct Item: Encodable, Equatable, Sendable {
    /// The number of the question, from 1, as the screen with all questions counts.
    package var number: Int
    /// The question's identifier.
    package var id: Identifier<Question>
    /// The kind of the finding.
    package var kind: Finding.Kind
    /// Why the question is listed.
    package var reason: Message
    /// The numbers of the other questions that the finding is about.
    package var others: [Int]
    /// The question.
    package var question: String
    /// The place in the file that the question follows; `nil` where it follows none.
    package var place: FollowedPlace?
    /// The pictures of the question. Not encoded, because `manage` shows them.
    package var pictures: [ShownPicture]

    private enum CodingKeys: CodingKey {
      case number, id, kind, reason, others, question, file, line
    }

    package func encode(to encoder: any Encoder) throws {
      var item = encoder.container(keyedBy: CodingKeys.self)
      try item.encode(number, forKey: .number)
      try item.encode(id, forKey: .id)
      try item.encode(kind, forKey: .kind)
      try item.encode(reason.text(for: encoder), forKey: .reason)
      try item.encode(others, forKey: .others)
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
  /// The number of lines in the whole list.
  package var total: Int
  /// The current page of the list.
  package var page: ListPosition
  /// The lines of the current page.
  package var items: [Item]
}

extension DoctorState {
  /// The state of a list of findings.
  init(_ doctor: BankDoctor, _ removed: RemovedPictures, page: ListPosition) throws {
    try doctor.examine()
    let findings = doctor.findings
    let page = page.adapted(to: findings.count)
    let items = try findings[page.positions(total: findings.count)].map { finding in
      let number = doctor.number(of: finding.question) ?? 0
      let content = try doctor.question(number).content
      return Item(
        number: number, id: finding.question, kind: finding.kind,
        reason: Message(finding.kind.rawValue, finding.reason),
        others: finding.others.compactMap(doctor.number),
        question: content.text, place: try doctor.bank.followed.place(of: finding.question),
        pictures: doctor.bank.pictures.shown(content))
    }
    self.init(
      deck: doctor.deck, questions: doctor.questions.count, removedPictures: removed,
      total: findings.count, page: page, items: items)
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
  /// Move through the list.
  case move(ListMove)
}

/// The doctor's screen.
package final class DoctorViewModel: ScreenModel<DoctorCommand, DoctorState> {
  private let doctor: BankDoctor
  private let removed: RemovedPictures
  private var page: ListPosition

  /// Creates the screen for what `doctor` found, after pictures that nothing names were removed.
  ///
  /// - Throws: The store's error when it cannot be read.
  package init(doctor: BankDoctor, removed: RemovedPictures, page: ListPosition) throws {
    (self.doctor, self.removed, self.page) = (doctor, removed, page)
    super.init(try DoctorState(doctor, removed, page: page))
    follow(doctor.changes)
  }

  override func shown() throws -> DoctorState {
    try DoctorState(doctor, removed, page: page)
  }

  override func perform(_ command: DoctorCommand) throws {
    switch command {
    case .go(let number): try doctor.choose(number)
    case .file(let number): try doctor.bank.followed.open(try doctor.question(number).id)
    case .picture(let row, let number):
      try doctor.bank.pictures.open(number, of: try doctor.question(row).content)
    case .move(let move):
      try perform(move, in: &page, total: state.total)
      changed()
    }
  }
}
