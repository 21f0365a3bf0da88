import TestKit

@testable import QuizExchange
@testable import QuizKit
@testable import QuizSupport

/// A question in a file that its author corrects.
struct AuthoredQuestion: Equatable {
  var serial: Int
  /// The number of one of the ways in which the author has put it.
  var wording: Int
  /// The right choice.
  var key: Int
  /// The number of its commentary; 0 for none.
  var commentary: Int

  private static let wordings = [
    ("What does", "mean?"), ("What does", "mean here?"), ("What does the word", "mean?"),
  ]

  static let wordingCount = wordings.count
  static let choiceCount = 4

  /// Whether a serial is that of a question which an author has written.
  static func isAuthored(_ serial: Int) -> Bool { serial % 10 == 8 }

  var content: QuestionContent {
    let (before, after) = Self.wordings[wording]
    // No two questions have words in common, so that a wrong pair is always a fault.
    var random = SplitMix64(seed: UInt64(serial))
    var words = (0...Self.choiceCount).map { _ in Self.word(&random) }
    let subject = words.removeLast()
    return QuestionContent(
      text: RandomQuestion.text(serial, "\(before) \(subject) \(after)"),
      choices: words.map { Choice($0) }, solution: .single(key),
      commentary: commentary == 0 ? "" : "because of \(commentary)")
  }

  private static func word(_ random: inout SplitMix64) -> String {
    (0..<4).map { _ in
      ["ko", "va", "ri", "mu", "te", "la", "no", "pi", "su", "ge", "dor", "fen", "bax", "hui"]
        .randomElement(using: &random) ?? ""
    }.joined()
  }
}

/// The state of an author's folder: the questions of each file.
struct AuthoredFolder: Equatable {
  static let path = "/authored"

  var files: [String: [AuthoredQuestion]] = [:]

  /// The serials of the questions that are there twice.
  var doubled: Set<Int> {
    Set(Dictionary(grouping: questions, by: \.serial).filter { $1.count > 1 }.keys)
  }

  var questions: [AuthoredQuestion] { files.keys.sorted().flatMap { files[$0] ?? [] } }

  /// The texts of the files, by their paths.
  func texts(as format: QuestionFormat) -> [String: String] {
    var texts: [String: String] = [:]
    for (name, questions) in files {
      let file = format.write(questions.map { ExportedQuestion(content: $0.content) }, name: name)
      texts["\(Self.path)/\(name).\(format.extensions.first ?? "txt")"] = String(
        decoding: file?.bytes ?? [], as: UTF8.self)
    }
    return texts
  }
}

/// What may be in a file for a moment, or for longer.
enum HalfWritten: Equatable {
  /// Only the beginning of the file: the part of its bytes, of 1000.
  case truncated(Int)
  case empty
  /// The conflict that a merge has left.
  case conflict
  case missing
}

/// A state of an author's folder arrives on a device: by an editor, a checkout or a merge.
struct Authoring: Equatable {
  var folder: AuthoredFolder
  /// What is in one of the files first.
  var half: HalfWritten?
  /// Whether it stays so.
  var staysHalf: Bool
  /// Whether the program runs meanwhile.
  var isRunning: Bool
  /// Whether a device that does not follow the folder begins to. Otherwise it may import the files.
  var begins: Bool
  /// Whether a person takes the reading back, and makes it again.
  var isUndone: Bool
  /// Whether a person has changed a question of the author before.
  var isEdited: Bool
}

/// Two authors of a folder under version control.
struct Author {
  private static let mostVersions = 6

  private var source: CommandSource
  private var versions = [AuthoredFolder(files: ["trees": [], "birds": []])]
  private var newFiles = 0

  init(seed: UInt64) {
    source = CommandSource(seed: seed, device: 8)
    for _ in 0..<2 {
      for name in ["trees", "birds"] {
        let question = question()
        versions[0].files[name]?.append(question)
      }
    }
  }

  /// The next state of the folder on a device.
  mutating func next() -> Authoring {
    let folder = source.chance(75) ? commit() : checkout()
    return Authoring(
      folder: folder, half: half(), staysHalf: source.chance(30), isRunning: source.chance(75),
      begins: source.chance(50), isUndone: source.chance(25), isEdited: source.chance(25))
  }

  private mutating func commit() -> AuthoredFolder {
    var folder = versions[versions.count - 1]
    if source.chance(15), versions.count > 1 {
      // The other author has begun with an older version.
      var other = checkout()
      edit(&other)
      folder = merged(folder, other)
    }
    for _ in 1...source.number(3) { edit(&folder) }
    versions = (versions + [folder]).suffix(Self.mostVersions)
    return folder
  }

  private mutating func checkout() -> AuthoredFolder {
    let count = versions.count
    return versions[source.number(count) - 1]
  }

  private mutating func half() -> HalfWritten? {
    guard source.chance(25) else { return nil }
    return switch source.number(5) {
    case 1: .empty
    case 2: .conflict
    case 3: .missing
    default: .truncated(source.number(999))
    }
  }

  private mutating func question() -> AuthoredQuestion {
    AuthoredQuestion(
      serial: source.serial(), wording: 0, key: source.number(AuthoredQuestion.choiceCount) - 1,
      commentary: 0)
  }

  private mutating func edit(_ folder: inout AuthoredFolder) {
    let names = folder.files.keys.sorted()
    let name = names[source.number(names.count) - 1]
    guard var questions = folder.files[name] else { return }
    let place = questions.isEmpty ? nil : source.number(questions.count) - 1
    switch (source.number(10), place) {
    case (1...2, let place?):
      questions[place].wording = source.number(AuthoredQuestion.wordingCount) - 1
    case (3...4, let place?): questions[place].key = source.number(AuthoredQuestion.choiceCount) - 1
    case (5, let place?): questions[place].commentary = source.number(4) - 1
    case (6, let place?): questions.remove(at: place)
    case (7, let place?): questions.append(questions.remove(at: place))
    case (8, let place?):
      // It moves to another file.
      let other = names[source.number(names.count) - 1]
      let moved = questions.remove(at: place)
      folder.files[name] = questions
      folder.files[other, default: []].append(moved)
      return
    case (9, _) where source.chance(30):
      newFiles += 1
      folder.files[name] = nil
      folder.files["file\(newFiles)"] = questions
      return
    default: questions.insert(question(), at: place ?? 0)
    }
    folder.files[name] = questions
  }

  /// What two authors have written. A question that both have changed may be there twice.
  private mutating func merged(_ mine: AuthoredFolder, _ other: AuthoredFolder) -> AuthoredFolder {
    var folder = mine
    let known = Dictionary(mine.questions.map { ($0.serial, $0) }) { $1 }
    let keepsBoth = source.chance(30)
    for name in other.files.keys.sorted() {
      let questions = other.files[name] ?? []
      let new = questions.filter { question in
        known[question.serial].map { keepsBoth && $0 != question } ?? true
      }
      let file = folder.files[name] == nil ? folder.files.keys.min() ?? name : name
      folder.files[file, default: []] += new
    }
    return folder
  }
}
