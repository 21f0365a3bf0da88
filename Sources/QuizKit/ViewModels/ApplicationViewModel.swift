import QuizSupport
import Signals

/// The commands that have the same effect on every screen, because they do not concern any of them.
package enum ApplicationCommand: Equatable, Sendable {
  /// Play a quiz.
  case quiz(QuizOptions)
  /// Resume the unfinished quiz with this number in the list of unfinished quizzes, from 1. Without
  /// a number, resume the only one, or list them if there are several.
  case resume(Int?)
  /// Select the deck for quizzes that do not name one, given by its name or by its number in the
  /// list of decks from 1; `nil` for the whole bank.
  case select(deck: String?)
  /// Choose a setting, for this session and those that follow.
  case set(Setting, String)
  /// Import questions from files.
  case importFiles(ImportOptions)
  /// Examine the questions of files.
  case examine(FileExaminationOptions)
  /// Let decks follow files.
  case follow(FollowCommand)
  /// Stop the running import, examination of files or fit.
  case cancelImport
  /// Fit the reviews to the learner.
  case fit
  /// Go back to the numbers with which every learner begins.
  case resetFit
  /// Export questions or an exam to a file.
  case exportFile(ExportOptions)
  /// Take an exam. Without a seed, any questions are drawn.
  case exam(String, seed: Int?, isFresh: Bool, isPartial: Bool)
  /// Delete an exam, which asks first.
  case deleteExam(String, isConfirmed: Bool)
  /// Tell the chance of passing an exam.
  case chance(ChanceOptions)
  /// Exchange the bank with other devices.
  case sync(SyncCommand)
}

/// A command that is carried out only when the user confirms it.
package struct Confirmation {
  /// The question.
  package let question: any ReportableError
  /// The command, confirmed.
  package let command: ApplicationCommand
}

/// The deck for quizzes that do not name one, which has just been selected.
package struct SelectedDeck {
  /// The name of the deck; `nil` for the whole bank.
  package let name: String?
}

/// Carries out the commands that work on every screen. It has no state: the models report the
/// results.
package final class ApplicationViewModel {
  /// Takes the commands.
  package let commands = PublishSubject<ApplicationCommand>()

  /// Emits the reason when a command was not carried out.
  package var refusals: Signal<any ReportableError> { refused.signal }

  /// Emits each command that has to be confirmed first.
  package var confirmations: Signal<Confirmation> { held.signal }

  /// Emits chances of passing.
  package var chances: Signal<ChanceReport> { calculated.signal }

  /// Emits each deck that was selected.
  package var selections: Signal<SelectedDeck> { selected.signal }

  /// Emits each setting that was chosen.
  package var settings: Signal<ChosenSetting> { chosen.signal }

  private let bank: QuestionBank
  private let reviews: Reviews
  private let exams: ExamBook
  private let examExporter: ExamExporter
  private let quizzes: QuizLibrary
  private let importer: Importer
  private let fileDoctor: FileDoctor
  private let follower: Follower
  private let exporter: Exporter
  private let fitter: Fitter
  private let synchronizer: Synchronizer
  private let refused = PublishSubject<any ReportableError>()
  private let held = PublishSubject<Confirmation>()
  private let calculated = PublishSubject<ChanceReport>()
  private let selected = PublishSubject<SelectedDeck>()
  private let chosen = PublishSubject<ChosenSetting>()
  private let bag = DisposeBag()

  /// Creates the view-model of these models.
  package init(_ models: Models) {
    (bank, reviews) = (models.bank, models.reviews)
    (exams, examExporter) = (models.exams, models.examExporter)
    (quizzes, importer) = (models.quizzes, models.importer)
    (exporter, fitter) = (models.exporter, models.fitter)
    (fileDoctor, follower) = (models.fileDoctor, models.follower)
    synchronizer = models.synchronizer
    commands.signal.observe { [unowned self] command in
      refused.attempt { try perform(command) }
    }.disposed(by: bag)
  }

  private func perform(_ command: ApplicationCommand) throws {
    switch command {
    case .quiz(let options): try quizzes.start(options)
    case .resume(let number): try quizzes.resume(number: number)
    case .select(let name):
      try bank.select(deck: name)
      selected.emit(SelectedDeck(name: try bank.selectedDeck))
    case .set(let setting, let value):
      try reviews.choose(setting, value)
      chosen.emit(ChosenSetting(setting: setting, value: value))
    case .importFiles(let options):
      if let source = try follower.source(of: options) {
        try follower.readNow(source)
      } else {
        try importer.run(options)
      }
    case .examine(let options): try fileDoctor.run(options)
    case .follow(let command): try follower.perform(command)
    case .cancelImport:
      importer.cancel()
      fileDoctor.cancel()
      fitter.cancel()
    case .fit: try fitter.run()
    case .resetFit: try fitter.reset()
    case .exportFile(var options):
      do {
        try export(options)
      } catch let question as ExportError where question.isQuestion {
        options.replaces = true
        hold(.exportFile(options), until: question)
      }
    case .exam(let name, let seed, let isFresh, let isPartial):
      try quizzes.start(
        try exams.exam(named: name), seed: seed, isFresh: isFresh, isPartial: isPartial)
    case .deleteExam(let name, let isConfirmed):
      let exam = try exams.exam(named: name)
      if isConfirmed { return try exams.delete([exam.name]) }
      hold(
        .deleteExam(name, isConfirmed: true), until: ExamRefusal.confirmDeletion(exam.name))
    case .chance(let options):
      calculated.emit(try reviews.chance(of: try exams.exam(named: options.exam), options))
    case .sync(let command): try synchronizer.perform(command)
    }
  }

  /// Holds a command until the user has said yes to `question`.
  private func hold(_ command: ApplicationCommand, until question: any ReportableError) {
    held.emit(Confirmation(question: question, command: command))
  }

  private func export(_ options: ExportOptions) throws {
    if let exam = options.exam {
      try examExporter.run(options, exam)
    } else {
      try exporter.run(options)
    }
  }
}
