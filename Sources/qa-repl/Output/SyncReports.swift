import QuizKit
import QuizSupport

extension SyncProblem {
  /// The line for the diagnostics.
  fileprivate func line(in language: Language) -> String {
    let place = (file ?? "") + (line.map { ":\($0)" } ?? "")
    return
      "\(place): \(isOfSystem ? "error" : "warning")[\(code)]: \(Strings(language: language)(self))"
  }
}

extension SyncStatus.Folder {
  /// Why the folder cannot be read, and what was not read.
  fileprivate var faults: [any ReportableError] {
    (refusal.map { [$0] } ?? []) + problems as [any ReportableError]
  }
}

extension SyncOutcome: Report {
  var kind: String { "sync" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folder: String
    let published: Int
    let received: Int
    let replaced: Int
    let devices: Int
    let problems: [ImportReport.Entry]
  }

  func body(in language: Language) -> Body {
    Body(
      folder: folder, published: published, received: received, replaced: replaced,
      devices: devices,
      problems: problems.map { ImportReport.Entry($0, of: folder, in: language) })
  }

  func problemLines(in language: Language) -> [String] {
    problems.map { $0.line(in: language) }
  }

  var errors: Int { problems.count(where: \.isOfSystem) }
}

extension SyncStatus: Report {
  var kind: String { "sync-status" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folders: [FolderBody]
  }

  struct FolderBody: Encodable {
    let folder: String
    let deviceID: String
    let name: String
    let questionsOnly: Bool
    let readOnly: Bool
    let auto: Bool
    @Nullable var publishing: Int?
    let peers: [SyncStatus.Device]
    let problems: [ImportReport.Entry]
  }

  func body(in language: Language) -> Body {
    Body(
      folders: folders.map { folder in
        FolderBody(
          folder: folder.path, deviceID: folder.device, name: folder.name,
          questionsOnly: folder.isQuestionsOnly, readOnly: folder.isReadOnly,
          auto: folder.isAutomatic, publishing: folder.publishing,
          peers: folder.devices,
          problems: folder.faults.map {
            ImportReport.Entry($0, of: folder.path, in: language)
          })
      })
  }

  func problemLines(in language: Language) -> [String] {
    folders.flatMap(\.problems).map { $0.line(in: language) }
  }
}

extension SyncLog: Report {
  var kind: String { "sync-log" }

  func body(in language: Language) -> SyncLog { self }
}

extension SyncRestoration: Report {
  var kind: String { "sync-restore" }

  func body(in language: Language) -> SyncLog { log }
}

extension SyncFarewell: Report {
  var kind: String { "sync-off" }

  /// The members of the report, without those that all lines have.
  struct Body: Encodable {
    let folder: String
  }

  func body(in language: Language) -> Body { Body(folder: folder) }
}
