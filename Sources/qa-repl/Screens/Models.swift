import QuizKit

/// The models that all screens share, made once per program.
struct Models {
  let world: World
  let bank: QuestionBank
  let quizzes: QuizLibrary
  let importer: Importer
  let exporter: Exporter
  let notes: NoteBook
  let history: AttemptHistory

  init(world: World) {
    self.world = world
    bank = QuestionBank(world: world)
    quizzes = QuizLibrary(bank: bank, world: world)
    importer = Importer(bank: bank, world: world)
    exporter = Exporter(bank: bank, world: world)
    notes = NoteBook(bank: bank, world: world)
    history = AttemptHistory(world: world)
  }
}
