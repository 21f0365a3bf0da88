import QuizExchange

/// The files of folders that an import passes over, because nobody named them and they have no
/// questions.
package struct PassedOver: Equatable, Sendable {
  /// How many there are of each kind.
  package private(set) var counts: [OtherFile: Int] = [:]
  /// The names of those that were read and have no questions.
  package private(set) var names: [String] = []
  /// Their indices among the files that were read.
  private(set) var indices: Set<Int> = []
  /// The indices of the files that are from folders.
  private var fromFolders: Set<Int> = []

  init() {}

  /// Adds a folder.
  ///
  /// - Parameter start: the index of its first file among all files of the import.
  mutating func add(_ folder: FoundFiles, from start: Int) {
    counts.merge(folder.others, uniquingKeysWith: +)
    fromFolders.formUnion(start..<start + folder.paths.count)
  }

  /// Adds the files of folders in which no questions were found.
  mutating func addFiles(withoutQuestionsAmong files: [QuestionFile]) {
    for index in files.indices where fromFolders.contains(index) && !indices.contains(index) {
      guard files[index].seemsToBeNoQuestionFile else { continue }
      indices.insert(index)
      if files[index].isProgram {
        counts[.program, default: 0] += 1
        continue
      }
      counts[.withoutQuestions, default: 0] += 1
      names.append(files[index].name)
    }
  }

  /// Whether nothing was passed over.
  package var isEmpty: Bool { counts.isEmpty }
}

extension QuestionFile {
  fileprivate var isProgram: Bool { problems.contains { $0.fault == .program } }

  /// Whether nothing in the file suggests that it was written for questions.
  fileprivate var seemsToBeNoQuestionFile: Bool {
    if isProgram { return true }
    guard read == 0, let problem = problems.last else { return false }
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let isNamedForQuestions = ["gift", "aiken", QuestionFormat.exam.name].contains(ending)
    let isOther =
      Self.codesOfOthers.contains(problem.code) || problem.fault.topic == Fault.otherSyntax
    return !isNamedForQuestions && errors == 1 && isOther
  }

  private static let codesOfOthers: Set<String> = [
    "unknown-format", "no-questions", "not-this-format", "binary-file",
  ]
}
