import Signals

/// What a person can ask for while a question is on the screen.
public enum QuizCommand: Equatable, Sendable {
  /// Answer with the choice of this number, from 1.
  case choose(Int)
  /// Go to the question before.
  case back
  /// Go on without changing the answer.
  case skip
  /// Mark the question, or take the mark away.
  case flag
  /// Show the question of this number, from 1.
  case go(Int)
  /// Halt the time and hide the question.
  case pause
  /// Go on after a pause.
  case resume
  /// Go to the list of answers.
  case finish
}

/// The quiz screen: one question, its choices, the time.
public final class QuizViewModel: ViewModel {
  public let commands = PublishSubject<QuizCommand>()
  public var states: Signal<QuizState> { $state }
  public var refusals: Signal<any ReportableError> { refused.signal }

  /// What the screen shows.
  @Observed public private(set) var state: QuizState

  private let session: QuizSession
  private let refused = PublishSubject<any ReportableError>()
  private let bag = DisposeBag()

  /// Creates the screen of a quiz that is under way.
  public init(session: QuizSession) {
    self.session = session
    _state = Observed(wrappedValue: QuizState(session))
    session.changes.observe { [unowned self] _ in
      // Another screen shows what comes after the last question.
      if session.phase == .asking { state = QuizState(session) }
    }.disposed(by: bag)
    commands.signal.observe { [unowned self] in perform($0) }.disposed(by: bag)
  }

  private func perform(_ command: QuizCommand) {
    do throws(QuizRefusal) {
      switch command {
      case .choose(let number): try session.select(number - 1)
      case .back: try session.back()
      case .skip: try session.skip()
      case .flag: try session.flag()
      case .go(let number): try session.go(to: number - 1)
      case .pause: try session.pause()
      case .resume: try session.resume()
      case .finish: try session.finish()
      }
    } catch {
      refused.emit(error)
    }
  }
}
