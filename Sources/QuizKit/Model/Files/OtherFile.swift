import QuizExchange

/// The kinds of files and folders that an import of a folder passes over.
package enum OtherFile: String, CaseIterable, Sendable {
  /// A file or a folder that the system hides, such as `.git`.
  case hidden
  /// A folder in which tools put the packages that they fetch or what they build.
  case tools
  case image, sound, video, font, archive, document, program, settings
  /// A text in which no questions were found.
  case withoutQuestions

  /// The kind of a folder that is not entered; `nil` for all others.
  package init?(folder name: String) {
    if name.hasPrefix(".") {
      self = .hidden
    } else if Self.toolFolders.contains(name) {
      self = .tools
    } else {
      return nil
    }
  }

  /// The kind of a file that is not read; `nil` for a file that may have questions.
  package init?(file name: String) {
    guard !name.hasPrefix(".") else {
      self = .hidden
      return
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let ending = parts.last?.lowercased() else { return nil }
    if QuestionFormat.all.contains(where: { $0.extensions.contains(ending) }) { return nil }
    guard let kind = Self.endings.first(where: { $0.value.contains(ending) })?.key else {
      return nil
    }
    self = kind
  }

  private static let toolFolders: Set<String> = [
    "node_modules", "bower_components", "__pycache__", "venv", "site-packages", "__MACOSX",
  ]

  private static let endings: [OtherFile: Set<String>] = [
    .image: [
      "png", "jpg", "jpeg", "gif", "svg", "webp", "bmp", "ico", "tif", "tiff", "heic", "avif",
      "psd", "drawio",
    ],
    .sound: ["mp3", "wav", "ogg", "oga", "m4a", "flac", "mid", "midi", "aac"],
    .video: ["mp4", "mov", "avi", "mkv", "webm", "m4v"],
    .font: ["ttf", "otf", "woff", "woff2", "eot"],
    .archive: [
      "zip", "gz", "tgz", "bz2", "xz", "zst", "tar", "7z", "rar", "jar", "apkg", "colpkg", "mbz",
      "imscc", "h5p", "deb", "rpm", "dmg", "iso",
    ],
    .document: [
      "pdf", "doc", "docx", "odt", "rtf", "tex", "ppt", "pptx", "odp", "xls", "xlsx", "ods",
      "epub", "html", "htm", "db", "sqlite", "sqlite3",
    ],
    .program: [
      "py", "js", "mjs", "cjs", "jsx", "ts", "tsx", "java", "kt", "swift", "c", "cc", "cpp", "h",
      "hpp", "cs", "go", "rs", "rb", "php", "pl", "lua", "r", "sh", "bash", "zsh", "bat", "ps1",
      "sql", "css", "scss", "sass", "less", "vue", "svelte", "dart", "scala", "ipynb", "exe",
      "dll", "so", "dylib", "class", "o", "pyc", "wasm", "map",
    ],
    .settings: [
      "toml", "ini", "cfg", "conf", "lock", "properties", "plist", "env", "gradle",
      "cmake", "mk", "rules",
    ],
  ]
}
