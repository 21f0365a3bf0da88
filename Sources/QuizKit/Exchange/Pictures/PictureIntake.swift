import Foundation
import QuizSupport

/// The answer to the question for a file to which another one refers.
package enum FoundPicture: Sendable {
  /// Its bytes.
  case bytes([UInt8])
  /// There is none.
  case missing
  /// It leads out of the folder or package, by its path or by a link.
  case outside
  /// It is larger than what is kept.
  case tooLarge
  /// It cannot be read.
  case unreadable(Reason)
}

/// Brings in the pictures to which the questions of one file refer.
///
/// The pictures are beside the file, in its package, or in the file itself. Nothing is fetched from
/// the net. It is a class because a reader and its helpers share it; it is not thread-safe.
package final class PictureIntake {
  /// Finds a file by its path from the folder of the file that is read.
  package typealias Finder = (_ path: String) -> FoundPicture

  /// A picture that is to be kept before the questions that refer to it.
  package struct NewPicture: Sendable {
    /// The digest, the type, the size and the name of the bytes.
    package let attachment: Attachment
    /// The bytes.
    package let bytes: [UInt8]

    /// A picture of one of the kinds that are kept.
    ///
    /// - Parameter name: The name of its file; `nil` for one that has none.
    package init(_ bytes: [UInt8], named name: String?) throws(Refusal) {
      if bytes.count > Attachment.mostBytes { throw .tooLarge }
      guard let head = PictureHead(bytes) else { throw .unknownKind }
      if head.isTooLarge { throw .tooManyPixels }
      self.bytes = bytes
      attachment = Attachment(
        digest: ContentDigest(of: bytes), mediaType: head.kind.mediaType, size: bytes.count,
        name: name.map(FieldText.make)?.unlessEmpty ?? "picture.\(head.kind.fileExtension)",
        width: head.width, height: head.height)
    }
  }

  /// Pictures of a document that says only their names where they are shown, in their order.
  struct Listed {
    var label: String
    var path: String
    /// The line or paragraph with the picture.
    var line: Int
  }

  /// Finds the files in the package that is being read, by their paths in it; `nil` outside of one.
  var packaged: (folder: String, finder: Finder)?
  /// The files that the question itself contains, by their names.
  var embedded: [String: FoundPicture] = [:]
  /// The pictures of the document that is being read.
  var listed: [Listed] = []
  /// The sources to which a text refers by ``definition`` and their position.
  var defined: [String] = [] { didSet { definedResults = [:] } }
  /// The scheme of such references, which this program alone writes while it reads.
  static let definition = "definition:"

  /// Whether pictures that an earlier file of the same import had are known by their digests.
  private var known: Set<ContentDigest>
  private let beside: Finder
  private let limit: Int
  private var size = 0
  private var new: [NewPicture] = []
  /// What became of each source, so that a picture which many questions have is read once.
  private var results: [Source: Result<Attachment, Refusal>] = [:]
  private var definedResults: [Int: Result<Attachment, Refusal>] = [:]

  private struct Source: Hashable {
    var folder: String?
    var path: String
  }

  /// - Parameters:
  ///   - limit: The largest size of all pictures of the file in bytes.
  ///   - known: The pictures that were handed over before.
  ///   - beside: Finds the files beside the one that is read.
  package init(
    limit: Int, known: Set<ContentDigest> = [], beside: @escaping Finder = { _ in .missing }
  ) {
    (self.limit, self.known, self.beside) = (limit, known, beside)
  }

  /// The size of the pictures that wait to be handed over, in bytes.
  package var waitingSize: Int { new.reduce(0) { $0 + $1.bytes.count } }

  /// Hands over the pictures that were found since the last time, each once.
  package func takeNew() -> [NewPicture] {
    defer { new = [] }
    return new
  }

  /// All pictures that were handed over or wait for it.
  package var digests: Set<ContentDigest> { known }

  // MARK: Finding

  /// Why a picture is not brought in.
  package enum Refusal: Error, Hashable {
    case unknownPlace
    case missing(String)
    case onNet(String)
    case outside(String)
    case tooLarge
    case tooManyPixels
    case allTooLarge(limit: Int)
    case unknownKind
    case unreadable(Reason)
  }

  /// The picture of a reference, which is an attachment where it was found.
  func picture(of image: ImageReference) -> (picture: Picture, refusal: Refusal?) {
    var source = image.source.trimmingCharacters(in: .whitespacesAndNewlines)
    do throws(Refusal) {
      guard source.hasPrefix(Self.definition),
        let number = Int(source.dropFirst(Self.definition.count)),
        defined.indices.contains(number)
      else { return (Picture(label: image.label, try attachment(at: source)), nil) }
      source = defined[number]
      // Many images may refer to one whole picture.
      let result =
        definedResults[number]
        ?? Result { () throws(Refusal) in try attachment(at: source) }
      definedResults[number] = result
      return (Picture(label: image.label, try result.get()), nil)
    } catch {
      // An address of embedded bytes is the bytes.
      let address = source.hasPrefix("data:") ? "data:" : String(source.prefix(Self.longestAddress))
      return (Picture(label: image.label, at: address), error)
    }
  }

  private static let longestAddress = 500

  private func attachment(at source: String) throws(Refusal) -> Attachment {
    if source.isEmpty { throw .unknownPlace }
    if source.hasPrefix("data:") {
      guard let found = Self.data(of: source) else { throw .unknownKind }
      return try keep(Self.bytes(found, at: "data:"), named: nil)
    }
    if Self.isAddress(source) { throw .onNet(source) }
    let path = Self.path(source)
    if let name = Self.withoutPrefix(path, Self.embeddedPrefixes) {
      let found = embedded[name.percentDecoded() ?? name] ?? .missing
      return try keep(
        Self.bytes(found, at: name), named: FileName.last(of: name.percentDecoded() ?? name))
    }
    let key = Source(folder: packaged?.folder, path: path)
    if let result = results[key] { return try result.get() }
    let result = Result { () throws(Refusal) in
      try keep(
        Self.bytes(find(path), at: path), named: FileName.last(of: path.percentDecoded() ?? path))
    }
    results[key] = result
    return try result.get()
  }

  private static func bytes(_ found: FoundPicture, at path: String) throws(Refusal) -> [UInt8] {
    switch found {
    case .bytes(let bytes): return bytes
    case .missing: throw .missing(path)
    case .outside: throw .outside(path)
    case .tooLarge: throw .tooLarge
    case .unreadable(let reason): throw .unreadable(reason)
    }
  }

  /// The file at a path as the text says it, first in the package and then beside the file.
  private func find(_ path: String) -> FoundPicture {
    guard let packaged else {
      // A name may have a percent sign of its own.
      if case .bytes(let bytes) = beside(path) { return .bytes(bytes) }
      return beside(path.percentDecoded() ?? path)
    }
    if let inPackage = Self.withoutPrefix(path, Self.packagePrefixes) {
      for folder in ["", "web_resources/", "resources/"] {
        if let name = FileName.resolved(inPackage, in: folder),
          case .bytes(let bytes) = packaged.finder(name)
        {
          return .bytes(bytes)
        }
      }
      return .missing
    }
    guard let name = FileName.resolved(path, in: packaged.folder) else { return .outside }
    let found = packaged.finder(name)
    // Some programs write paths from the package's own folder on.
    guard case .missing = found, let whole = FileName.resolved(path, in: "") else { return found }
    return packaged.finder(whole)
  }

  private func keep(_ bytes: [UInt8], named name: String?) throws(Refusal) -> Attachment {
    let picture = try NewPicture(bytes, named: name)
    guard !known.contains(picture.attachment.digest) else { return picture.attachment }
    guard bytes.count <= limit - size else { throw .allTooLarge(limit: limit) }
    size += bytes.count
    known.insert(picture.attachment.digest)
    new.append(picture)
    return picture.attachment
  }

  // MARK: Backups

  /// The folder in a package with the pictures of a backup.
  package static let backupFolder = "media/"

  /// Whether a file in a package is a picture of a backup.
  static func isOfBackup(_ name: String) -> Bool {
    guard let digest = ContentDigest(FileName.last(of: name)) else { return false }
    return name.hasSuffix(backupFolder + digest.path)
  }

  /// Brings in a picture that a backup names by its digest, if the package has its bytes. Otherwise
  /// the bank may have them.
  func bringBack(_ attachment: Attachment) -> Refusal? {
    guard !known.contains(attachment.digest), let packaged else { return nil }
    let place = packaged.folder + Self.backupFolder + attachment.digest.path
    do throws(Refusal) {
      guard case .bytes(let bytes) = packaged.finder(place) else { return nil }
      if ContentDigest(of: bytes) != attachment.digest {
        throw .unreadable(Reason("its bytes are others", "内容が異なります"))
      }
      _ = try keep(bytes, named: attachment.name)
      return nil
    } catch {
      return error
    }
  }

  // MARK: Sources

  /// The places of files that the question itself contains, in Moodle's texts.
  private static let embeddedPrefixes = ["@@PLUGINFILE@@/"]
  /// The places of files of the package, whichever file refers to them.
  private static let packagePrefixes = [
    "$IMS-CC-FILEBASE$", "%24IMS-CC-FILEBASE%24", "$IMS_CC_FILEBASE$", "%%LINKPATH%%",
  ]

  private static func withoutPrefix(_ path: String, _ prefixes: [String]) -> String? {
    for prefix in prefixes where path.hasPrefix(prefix) {
      return String(path.dropFirst(prefix.count).drop { $0 == "/" && !prefix.hasSuffix("/") })
    }
    return nil
  }

  /// Whether a source is an address: a scheme, or the server that follows two slashes.
  private static func isAddress(_ source: String) -> Bool {
    if source.hasPrefix("//") { return true }
    guard let colon = source.firstIndex(of: ":") else { return false }
    let scheme = source[..<colon]
    return scheme.count > 1 && scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
  }

  /// A path without the query and the place in the file that an address may have.
  private static func path(_ source: String) -> String {
    let path = source.prefix { $0 != "?" && $0 != "#" }
    return path.isEmpty ? source : String(path).replacing("\\", with: "/")
  }

  /// The picture in `data:image/png;base64,…`; `nil` if it has none.
  private static func data(of address: String) -> FoundPicture? {
    guard let comma = address.firstIndex(of: ",") else { return nil }
    let text = String(address[address.index(after: comma)...])
    guard address[..<comma].lowercased().hasSuffix(";base64") else {
      return text.percentDecoded().map { .bytes(Array($0.utf8)) }
    }
    return picture(inBase64: text.percentDecoded() ?? text)
  }

  /// The picture in a text in Base64, which may be broken into lines.
  static func picture(inBase64 text: String) -> FoundPicture {
    // Three quarters of it are bytes. Much more than is kept is not decoded.
    guard text.utf8.count <= 2 * Attachment.mostBytes else { return .tooLarge }
    guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
      return .unreadable(Reason("it is damaged", "データが壊れています"))
    }
    return .bytes(Array(data))
  }
}

extension FileName {
  /// The name without its folders.
  package static func last(of name: String) -> String {
    name.split(separator: "/").last.map(String.init) ?? name
  }
}

extension ImageReference {
  /// The images of a field that has nothing else: one as Markdown or HTML writes it, or a path.
  static func all(inField text: String) -> [ImageReference] {
    let marks = PictureMarks.marks(in: text)
    if marks.isEmpty {
      return text.split(separator: "\n").map { line in
        let source = FieldText.make(String(line))
        return ImageReference(
          label: source.hasPrefix("data:") ? "" : FileName.last(of: source), source: source)
      }
    }
    return marks.map { ImageReference(label: $0.label, source: $0.source ?? "") }
  }
}

extension PictureIntake {
  /// The path of the next picture of a document with this label, at or behind a line.
  func nextListed(_ label: String, from line: Int) -> String? {
    guard let found = listed.firstIndex(where: { $0.line >= line && $0.label == label }) else {
      return nil
    }
    return listed.remove(at: found).path
  }
}

extension PictureIntake.Refusal {
  /// The reason, as the end of a sentence; empty where it is not known.
  package var reason: Reason {
    switch self {
    case .unknownPlace: Reason("", "")
    case .missing(let path): Reason(": it is not at \(path)", "（\(path) にありません）")
    case .onNet(let address):
      Reason(
        ": it is at \(address), and nothing is fetched from the net",
        "（\(address) にあります。ネットワークからは取得しません）")
    case .outside(let path):
      Reason(": \(path) leads out of the folder", "（\(path) はフォルダーの外を指しています）")
    case .tooLarge, .allTooLarge:
      Reason(
        ": it has more than \(ByteCount.text(Attachment.mostBytes))",
        "（\(ByteCount.text(Attachment.mostBytes)) を超えています）")
    case .tooManyPixels:
      Reason(
        ": it has more than \(PictureHead.mostPixels / 1_000_000) million pixels",
        "（\(PictureHead.mostPixels / 1_000_000) 百万画素を超えています）")
    case .unknownKind:
      Reason(": it is no PNG, JPEG, GIF, WebP or SVG", "（PNG、JPEG、GIF、WebP、SVG のどれでもありません）")
    case .unreadable(let reason): Reason(": ", "（") + reason + Reason("", "）")
    }
  }

  /// What can be done about it.
  fileprivate var hint: Reason? {
    switch self {
    case .unknownPlace:
      Reason("say in words what it shows, if the question needs it", "質問に必要なら、内容を言葉で書いてください")
    case .missing: Reason("put it there, and import once more", "そこに置いて、もう一度取り込んでください")
    case .onNet: Reason("put it beside the file", "ファイルのそばに置いてください")
    case .outside: Reason("put it below the folder", "フォルダーの中に置いてください")
    case .tooLarge, .allTooLarge, .tooManyPixels: Reason("make it smaller", "小さくしてください")
    case .unknownKind: Reason("save it as PNG", "PNG で保存してください")
    case .unreadable: nil
    }
  }
}

/// Faults of pictures in any format. The questions are read all the same.
extension Fault {
  package static func imageDropped(_ name: String) -> Fault {
    imageDropped(name, because: .unknownPlace)
  }

  static func imageDropped(_ name: String, because refusal: PictureIntake.Refusal) -> Fault {
    return Fault(
      Message(
        "image-dropped",
        Reason("the image \(name) cannot be shown", "画像 \(name) は表示できません") + refusal.reason),
      hint: refusal.hint, level: .warning)
  }

  /// All pictures of a file are more than is kept, so the rest is left out.
  static func imagesTooLarge(_ limit: Int) -> Fault {
    Fault(
      "images-too-large",
      "the images have more than \(ByteCount.text(limit)) in all; the rest was left out",
      "画像が合計で \(ByteCount.text(limit)) を超えているため、残りは取り込みません",
      level: .warning)
  }
}
