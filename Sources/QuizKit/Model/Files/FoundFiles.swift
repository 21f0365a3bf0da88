/// The files that an import reads when the user names a file or a folder.
public struct FoundFiles: Equatable, Sendable {
  /// The files to read, in their order.
  public private(set) var paths: [String] = []
  /// How many files and folders of each other kind there are. They are not read.
  package private(set) var others: [OtherFile: Int] = [:]
  /// The folders and files of a folder that cannot be looked at.
  package private(set) var unreadable: [UserFileError] = []
  /// Whether the user named a folder, and none of the files.
  package private(set) var isFolder: Bool

  /// A file that the user named. It is read whatever kind its name says.
  public init(file path: String) {
    (paths, isFolder) = ([path], false)
  }

  /// A folder, at first without files.
  package init() { isFolder = true }

  /// The files of a folder, or of an archive that contains one.
  ///
  /// - Parameters:
  ///   - folder: the folder. Only what follows it decides what a file is.
  ///   - files: all files in it and in the folders in it.
  public init(inFolder folder: String, files: [String]) {
    self.init()
    for file in files {
      let names = file.dropFirst(folder.count).split(separator: "/")
      if let other = names.dropLast().lazy.compactMap({ OtherFile(folder: String($0)) }).first {
        add(other)
      } else {
        add(file: file)
      }
    }
  }

  /// Adds a file of the folder, or counts it if it is of another kind.
  package mutating func add(file path: String) {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if let other = OtherFile(file: name) { add(other) } else { paths.append(path) }
  }

  /// Notes a file or a folder that cannot be looked at.
  package mutating func add(_ error: UserFileError) { unreadable.append(error) }

  /// Counts a file or a folder that is not read.
  package mutating func add(_ other: OtherFile) { others[other, default: 0] += 1 }
}
