import BenchmarkKit
import Foundation
import QuizKit

/// How well FSRS-6 predicts, how much a fit improves it, and how long plans take.
///
/// `ReviewBench exams` measures only exams, `ReviewBench worlds [EXAMS [SEED]]` only the chances
/// told in different worlds, `ReviewBench next` only the order of questions. The vectors are in the folder that `QA_REPL_SHARED`
/// names. Without it only the speed is measured.
@main struct ReviewBench {
  static func main() throws {
    if CommandLine.arguments.contains("worlds") { return printWorlds() }
    if CommandLine.arguments.contains("next") { return try printNextQuestions() }
    if CommandLine.arguments.contains("exams") {
      printExamTrials()
      return try printExamSpeed()
    }
    if let folder = ProcessInfo.processInfo.environment["QA_REPL_SHARED"] {
      let vectors = Vectors(folder: folder + "/vectors/fsrs")
      try printComparison(with: vectors)
      try printPredictions(of: vectors.reviews())
    }
    try printNextQuestions()
    printYears()
    try printTrials()
    try printSpeed()
    printExamTrials()
    printWorlds()
    try printExamSpeed()
  }

  private static func printExamTrials() {
    var table = Table(columns: [
      "10,000 candidates", "score in the 95 % interval", "told 75–85 %", "told on average",
      "passed",
      "told 45–55 %", "passed",
    ])
    for spread in [0.0, 0.1, 0.25] {
      let trial = ExamTrial(candidates: 10_000, spread: spread)
      let (likely, even) = (trial.passed(told: 0.75..<0.85), trial.passed(told: 0.45..<0.55))
      table.add([
        "sections differing by \(spread)", decimal(trial.inside * 100, digits: 1) + " %",
        "\(likely.count)", decimal(likely.told * 100, digits: 1) + " %",
        decimal(likely.passed * 100, digits: 1) + " %", "\(even.count)",
        decimal(even.passed * 100, digits: 1) + " %",
      ])
    }
    print("\n" + table.text + "\n")
  }

  private static func printWorlds() {
    let numbers = CommandLine.arguments.compactMap { UInt64($0) }
    let exams = numbers.first.map { Int($0) } ?? 2000
    var table = Table(columns: [
      "\(exams) exams", "answers", "score in the 95 % interval", "told on average", "passed",
      "score told", "score",
    ])
    for world in ExamWorld.all + ExamWorld.hard {
      let trial = ExamTrial(
        world, candidates: exams, from: numbers.count > 1 ? max(numbers[1], 1) : 1)
      table.add(
        [world.name, decimal(trial.answers, digits: 0)]
          + [trial.inside, trial.toldChance, trial.passed, trial.toldScore, trial.score].map {
            decimal($0 * 100, digits: 1) + " %"
          })
    }
    print("\n" + table.text + "\n")
  }

  private static func printNextQuestions() throws {
    var table = Table(columns: [
      "30 days of 20 answers, mean of \(NextQuestionTrial.learners) learners ± its error",
      "questions", "known before", "asked",
      "recalled with 90 % and more", "sum of the chances of recall",
    ])
    for (questions, prior) in [(300, 0.0), (600, 0.0), (300, 0.5), (600, 0.5)] {
      for order in NextQuestionTrial.Order.allCases {
        let trials = try (1...NextQuestionTrial.learners).map {
          try NextQuestionTrial(questions: questions, order, prior: prior, seed: $0)
        }
        table.add([
          order.rawValue, "\(questions)", decimal(prior * 100, digits: 0) + " %",
          mean(trials.map { Double($0.asked) }), mean(trials.map { Double($0.known) }),
          mean(trials.map(\.recalled)),
        ])
      }
    }
    print("\n" + table.text + "\n")
  }

  /// The mean of some numbers with its standard error.
  private static func mean(_ values: [Double]) -> String {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    return decimal(mean, digits: 1) + " ± " + decimal((variance / count).squareRoot(), digits: 1)
  }

  private static func printExamSpeed() throws {
    var table = Table(columns: ["what", "10,000 questions", "100,000 questions"])
    let rounds = try [10_000, 100_000].map { try ExamSpeed(questions: $0, answers: $0) }
    table.add(["drawing 65 questions, ms"] + (try rounds.map { ms(try $0.draw()) }))
    table.add(["chance of passing, ms"] + (try rounds.map { ms(try $0.chance()) }))
    print(table.text)
  }

  private static func printComparison(with vectors: Vectors) throws {
    let difference = try vectors.difference(from: FSRS())
    print("\(difference.steps) answers of the reference: largest difference \(difference.largest)")
    print("and \(difference.intervals) intervals that differ.\n")
  }

  private static func printPredictions(of answers: [ReviewAnswer]) throws {
    var table = Table(columns: ["predictor", "log loss", "with the online calibrator"])
    let standard = Loss(of: FSRS(), on: answers)
    table.add([
      "FSRS-6, default numbers", decimal(standard.plain, digits: 4),
      decimal(standard.calibrated, digits: 4),
    ])
    let start = processorSeconds()
    let fit = try ParameterFit(to: answers)
    let seconds = processorSeconds() - start
    let fitted = Loss(of: FSRS(fit.parameters), on: answers)
    table.add([
      "the same fitted to these answers (in sample)", decimal(fitted.plain, digits: 4),
      decimal(fitted.calibrated, digits: 4),
    ])
    table.add(["last fifth, default numbers", decimal(fit.standardLoss, digits: 4), "–"])
    table.add([
      "last fifth, fitted to the answers before it", decimal(fit.fittedLoss, digits: 4), "–",
    ])
    print(table.text)
    print("\n\(standard.count) predictions, \(fit.judged) in the last fifth. The fit took")
    print("\(decimal(seconds, digits: 2)) s and is \(fit.isBetter ? "kept" : "not kept").\n")
  }

  private static func printYears() {
    var table = Table(columns: [
      "a year, 4,000 questions", "known when asked", "answers a question after the first",
      "known at the end",
    ])
    var years: [(name: String, year: GuessingYear)] = []
    for choices in [nil, 2, 4] {
      let name = choices.map { "\($0) choices" } ?? "nobody guesses"
      if choices != nil {
        years.append((name + ", not corrected", year(choices, isCorrected: false)))
      }
      years.append((name + ", corrected", year(choices)))
      years.append((name + ", corrected and calibrated", year(choices, isCalibrated: true)))
    }
    for target in [0.92, 0.94, 0.948, 0.95] {
      let year = year(4, isCalibrated: true, target: target)
      years.append(("4 choices, corrected and calibrated, target \(target)", year))
    }
    years.append(("4 choices, Leitner's boxes", GuessingYear(choices: 4, .boxes)))
    for (name, year) in years {
      table.add([
        name, decimal(year.knownWhenAsked, digits: 3), decimal(year.answersPerQuestion, digits: 1),
        decimal(year.knownAtEnd, digits: 3),
      ])
    }
    print(table.text + "\n")
  }

  private static func year(
    _ choices: Int?, isCorrected: Bool = true, isCalibrated: Bool = false, target: Double = 0.9
  ) -> GuessingYear {
    GuessingYear(
      choices: choices, .formulas(isCorrected: isCorrected, isCalibrated: isCalibrated),
      target: target)
  }

  private static func printTrials() throws {
    var table = Table(columns: [
      "200 learners", "answers", "fits kept", "no worse than the default", "default", "kept",
    ])
    for (questions, days) in [(300, 180), (1000, 365)] {
      for spread in [0.1, 0.2, 0.4] {
        let trial = try FitTrial(
          learners: 200, spread: spread, questions: questions, days: days)
        table.add([
          "differing by \(spread)", "\(trial.answers)", "\(trial.kept)",
          decimal(100 - Double(trial.worse) / 2, digits: 1) + " %",
          decimal(trial.standardLoss, digits: 4), decimal(trial.keptLoss, digits: 4),
        ])
      }
    }
    print(table.text + "\n")
  }

  private static func printSpeed() throws {
    var table = Table(columns: ["what", "100,000 answers", "1,000,000 answers"])
    let rounds = [100_000, 1_000_000].map { Speed(questions: 100_000, answers: $0) }
    table.add(["model and plan from answers in memory, ms"] + rounds.map { ms($0.whole()) })
    table.add(["plan after one more answer, ms"] + rounds.map { ms($0.afterOneMore()) })
    table.add(["bytes a question, model and plan"] + rounds.map { decimal($0.memory(), digits: 0) })
    table.add(
      ["plan from a journal that was just opened, ms"] + (try rounds.map { ms(try $0.cold()) }))
    print(table.text)
  }

  private static func ms(_ seconds: Double) -> String { decimal(seconds * 1000, digits: 1) }
}
