import QuizKit
import QuizSupport

/// The members of a report about a problem in a shared folder.
struct SyncProblemBody: Encodable {
  let code: String
  @Nullable var file: String?
  @Nullable var line: Int?
  /// The number of further problems of the same kind; left out when there are none.
  var more: Int?
  let text: String

  init(_ problem: SyncProblem, in language: Language) {
    self.init(problem as any ReportableError, in: language)
    if problem.more > 0 { more = problem.more }
  }

  init(_ problem: any ReportableError, in language: Language) {
    (code, text) = (problem.code, Strings(language: language)(problem))
    (file, line) = (problem.file, problem.line)
  }
}

extension SyncProblem {
  /// The line for the diagnostics.
  fileprivate func line(in language: Language) -> String {
    let place = (file ?? "") + (line.map { ":\($0)" } ?? "")
    return
      "\(place): \(isOfSystem ? "error" : "warning")[\(code)]: \(Strings(language: language)(self))"
  }
}

extension SyncOutcome: Report {
  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folder: String
    let published: Int
    let received: Int
    let replaced: Int
    let devices: Int
    let problems: [SyncProblemBody]
  }

  func body(in language: Language) -> Body {
    Body(
      folder: folder, published: published, received: received, replaced: replaced,
      devices: devices, problems: problems.map { SyncProblemBody($0, in: language) })
  }

  func problemLines(in language: Language) -> [String] {
    problems.map { $0.line(in: language) }
  }

  var errors: Int { problems.count(where: \.isOfSystem) }
}

extension SyncStatus: Report {
  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folders: [FolderBody]
  }

  struct FolderBody: Encodable {
    let folder: String
    let device: String
    let name: String
    let questionsOnly: Bool
    let readOnly: Bool
    let auto: Bool
    @Nullable var publishing: Int?
    let devices: [SyncStatus.Device]
    let problems: [SyncProblemBody]
  }

  func body(in language: Language) -> Body {
    Body(
      folders: folders.map { folder in
        FolderBody(
          folder: folder.path, device: folder.device, name: folder.name,
          questionsOnly: folder.isQuestionsOnly, readOnly: folder.isReadOnly,
          auto: folder.isAutomatic, publishing: folder.publishing,
          devices: folder.devices,
          problems: (folder.refusal.map { [SyncProblemBody($0, in: language)] } ?? [])
            + folder.problems.map { SyncProblemBody($0, in: language) })
      })
  }

  func problemLines(in language: Language) -> [String] {
    folders.flatMap(\.problems).map { $0.line(in: language) }
  }
}

extension SyncLog: Report {
  func body(in language: Language) -> SyncLog { self }
}

extension SyncRestoration: Report {
  func body(in language: Language) -> SyncLog.Item { item }
}

extension SyncFarewell: Report {
  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folder: String
    let forgotten = true
  }

  func body(in language: Language) -> Body { Body(folder: folder) }
}
