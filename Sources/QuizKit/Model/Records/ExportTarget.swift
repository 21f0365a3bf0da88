import QuizStore

extension ExportOptions {
  /// Makes sure that the file may be written.
  ///
  /// - Returns: Whether it is standard output.
  /// - Throws: ``ExportError``; what the store throws.
  func requireTarget(_ files: any UserFiles, beside store: StoreContext) throws -> Bool {
    switch files.target(at: file, own: try Self.ownFiles(of: store)) {
    case .own: throw ExportError.ownFile(file)
    case .takenOutput: throw ExportError.outputInUse
    case .bank where !replaces: throw ExportError.bankExists(file)
    case .file where !replaces: throw ExportError.fileExists(file)
    case .free, .bank, .file, .stream: return false
    case .output: return true
    }
  }

  /// The files of the bank itself, which no export may replace, and its folders in the folders that
  /// it shares with other devices.
  private static func ownFiles(of store: StoreContext) throws -> [String] {
    guard let file = (store.store as? any FileStore)?.path else { return [] }
    let shared = try store.fetch(FetchDescriptor<SyncFolder>()).map {
      "\($0.path)/\($0.device.text)"
    }
    let draft = DraftFile(besideBankAt: file, on: PosixFileSystem())
    return ["", ".lock", ".index"].map { file + $0 } + [draft.path, draft.asidePath] + shared
  }
}
