/// What is to be said of a store that could be opened all the same.
public enum StoreNotice: Sendable, Equatable {
  /// The file is damaged, and a part of it was read.
  case salvaged(SalvageReport)
  /// The file is older than the program, and was brought to the new shape in memory only.
  case migratedInMemory(path: String, from: Int, to: Int)
}

/// What could not be read of a damaged file.
public struct SalvageReport: Sendable, Equatable {
  /// Where the damage is.
  public var place: FilePlace
  /// What is wrong there.
  public var reason: Reason
  /// How many saves were not read.
  public var saves = 0
  /// How many lines they have, as far as lines can be told apart.
  public var lines = 0
  /// How many bytes they have.
  public var bytes = 0
  /// How many records of saves that were read are left out, because their texts were changed.
  public var leftOut = 0
}

extension StoreNotice {
  /// The short name by which scripts know it.
  public var code: String {
    switch self {
    case .salvaged: "store-salvaged"
    case .migratedInMemory: "store-migrated-in-memory"
    }
  }

  /// The file that it is about.
  public var file: String {
    switch self {
    case .salvaged(let report): report.place.path
    case .migratedInMemory(let path, _, _): path
    }
  }

  /// The line that it is about, from 1.
  public var line: Int? {
    guard case .salvaged(let report) = self else { return nil }
    return report.place.line
  }

  /// What a person reads.
  public func text(in language: Language) -> String {
    switch self {
    case .salvaged(let report): report.text(in: language)
    case .migratedInMemory(_, let from, let to):
      language.text(
        "The file is of version \(from) and is shown as version \(to). It was left as it is.",
        "バージョン \(from) のファイルをバージョン \(to) として表示しています。ファイルは変更していません。")
    }
  }
}

extension SalvageReport {
  fileprivate func text(in language: Language) -> String {
    var parts = [
      language.text(
        "The file is damaged at byte \(place.offset): \(reason.text(in: .english)).",
        "ファイルが壊れています(\(place.offset) バイト目): \(reason.text(in: .japanese))。")
    ]
    if bytes > 0 {
      parts.append(
        language.text(
          "From there on nothing was read: saves: \(saves), lines: \(lines), bytes: \(bytes).",
          "そこから後ろは読み込んでいません(保存 \(saves) 回分、\(lines) 行、\(bytes) バイト)。"))
    }
    if leftOut > 0 {
      parts.append(
        language.text(
          "Records that were changed by the damage are left out: \(leftOut).",
          "壊れたレコード \(leftOut) 件を除いています。"))
    }
    parts.append(
      language.text(
        "The file was left as it is; “export FILE.json --backup” keeps what is here.",
        "ファイルは変更していません。読み出せた内容は「export FILE.json --backup」で書き出せます。"))
    return parts.joined(separator: language == .japanese ? "" : " ")
  }
}
