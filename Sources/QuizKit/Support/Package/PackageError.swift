/// Why a package, or a file in it, cannot be read.
package enum PackageError: ReportableError, Hashable {
  /// The bytes contradict themselves.
  case damaged(entry: String?, Damage)
  /// Unpacked, the package would be larger than the limit.
  case tooLarge(entry: String?, limit: Int)
  /// The package uses something that this program does not read.
  case unsupported(entry: String?, Obstacle)

  /// The ways in which a package can be damaged.
  package enum Damage: Hashable, Sendable {
    case noDirectory
    case badDirectory
    case badCount
    case outOfBounds
    case headersDiffer
    case overlap
    case repeatedName
    case compression(InflateFault)
    case size
    case checksum
  }

  /// What this program does not read.
  package enum Obstacle: Hashable, Sendable {
    case encryption
    case method(Int)
    case severalDisks
    case tooManyEntries(Int)
    case longName(Int)
  }

  package var message: Message {
    switch self {
    case .damaged(let entry, let damage):
      Message(
        "package-damaged", "\(Self.subject(entry, "the package")) is damaged: \(damage.english)",
        "\(Self.subject(entry, "パッケージ"))が壊れています: \(damage.japanese)")
    case .tooLarge(let entry, let limit):
      Message(
        "package-too-large",
        Self.subject(entry, "the package")
          + " unpacks to more than \(ByteCount.text(limit)) in all",
        "\(Self.subject(entry, "パッケージ"))は展開すると合計 \(ByteCount.text(limit)) を超えます",
        topic: "package-too-large.unpacked")
    case .unsupported(let entry, let obstacle):
      Message(
        "package-unsupported",
        "\(Self.subject(entry, "the package")) cannot be read: \(obstacle.english)",
        "\(Self.subject(entry, "パッケージ"))は読めません: \(obstacle.japanese)")
    }
  }

  package var isDataUnusable: Bool { true }

  private static func subject(_ entry: String?, _ package: String) -> String {
    entry.map { "“\($0)”" } ?? package
  }
}

extension PackageError.Damage {
  fileprivate var english: String {
    switch self {
    case .noDirectory: "it has no directory, so its end may be missing"
    case .badDirectory: "its directory is not whole"
    case .badCount: "its directory has more or fewer files than it says"
    case .outOfBounds: "it lies outside of the package"
    case .headersDiffer: "the directory and its own header contradict each other"
    case .overlap: "it shares bytes with another file"
    case .repeatedName: "there are two files with this name"
    case .compression(let fault): "its compressed bytes are wrong (\(fault))"
    case .size: "its contents do not have the size that the directory says"
    case .checksum: "its contents do not fit their checksum"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .noDirectory: "目次がありません。終わりが欠けているかもしれません"
    case .badDirectory: "目次が不完全です"
    case .badCount: "目次にあるファイルの数が違います"
    case .outOfBounds: "パッケージの外を指しています"
    case .headersDiffer: "目次とファイルの見出しが一致しません"
    case .overlap: "ほかのファイルと同じバイトを使っています"
    case .repeatedName: "同じ名前のファイルが 2 つあります"
    case .compression(let fault): "圧縮データが正しくありません(\(fault))"
    case .size: "内容の大きさが目次と違います"
    case .checksum: "内容がチェックサムと一致しません"
    }
  }
}

extension PackageError.Obstacle {
  fileprivate var english: String {
    switch self {
    case .encryption: "it is encrypted; save it without a password"
    case .method(let number): "it is compressed with method \(number); pack it anew as a usual zip"
    case .severalDisks: "it is a part of a package that was split"
    case .tooManyEntries(let count): "it has \(count) files"
    case .longName(let count): "its name has \(count) bytes, more than any system takes"
    }
  }

  fileprivate var japanese: String {
    switch self {
    case .encryption: "暗号化されています。パスワードなしで保存してください"
    case .method(let number): "圧縮方式 \(number) は読めません。通常の zip で作り直してください"
    case .severalDisks: "分割されたパッケージの一部です"
    case .tooManyEntries(let count): "ファイルが \(count) 個あります"
    case .longName(let count): "名前が \(count) バイトあり、長すぎます"
    }
  }
}
