/// The models that all screens share, created once per program.
public struct Models {
  /// The environment of the models.
  public let world: World
  /// The decks and questions.
  public let bank: QuestionBank
  /// The pictures of the questions.
  package let pictures: PictureBook
  /// The reviews, which decide when questions come back.
  public let reviews: Reviews
  /// Starts and resumes quizzes.
  public let quizzes: QuizLibrary
  /// Keeps forms when the program is ended from outside.
  package let drafts: FormDrafts
  /// Reads questions from files.
  package let importer: Importer
  /// Examines the questions of files.
  package let fileDoctor: FileDoctor
  /// Lets decks follow files.
  package let follower: Follower
  /// Writes questions to files.
  package let exporter: Exporter
  /// Fits the reviews to the learner.
  package let fitter: Fitter
  /// The learner's notes.
  package let notes: NoteBook
  /// The exams.
  package let exams: ExamBook
  /// Writes exams to files.
  package let examExporter: ExamExporter
  /// The past quizzes.
  package let history: AttemptHistory
  /// The deleted records that can be brought back.
  package let trash: Trash
  /// Exchanges the bank with other devices.
  package let synchronizer: Synchronizer

  /// Creates the models of a program.
  public init(world: World) {
    self.world = world
    bank = QuestionBank(world: world)
    pictures = bank.pictures
    drafts = FormDrafts(world.draftFile)
    history = AttemptHistory(world: world)
    reviews = Reviews(bank: bank, history: history)
    quizzes = QuizLibrary(bank: bank, reviews: reviews, world: world)
    importer = Importer(bank: bank, world: world)
    fileDoctor = FileDoctor(world: world)
    follower = Follower(bank: bank, world: world)
    exporter = Exporter(bank: bank, world: world)
    fitter = Fitter(reviews: reviews, world: world)
    notes = NoteBook(bank: bank, world: world)
    exams = ExamBook(world: world)
    examExporter = ExamExporter(exams: exams, bank: bank, world: world)
    trash = Trash(world: world)
    synchronizer = Synchronizer(bank: bank, world: world)
  }

  /// Serves a person instead of a script: names of decks may be parts, a search ranks what it finds,
  /// the kind of a question stays for the next one, and a quiz without an answer is forgotten.
  ///
  /// - Parameter byNeed: Whether quizzes may ask what is needed first, as the person's settings say,
  ///   or have the author's order.
  package func servePerson(byNeed: Bool) {
    bank.servesPerson = true
    world.settings.servePerson()
    if !byNeed { quizzes.usualOrder = .author }
  }

  /// Undo and redo of what was changed in the bank.
  package var undoHistory: UndoHistory { bank.undoHistory }
}
