import Dispatch
import Foundation
import Signals

/// The news that the system has of a watched file.
package enum FileNews: Sendable, Equatable {
  /// The file may have been changed or replaced.
  case changed
  /// The system cannot tell any more.
  case lost
  /// The same of files and folders that are watched together.
  case someChanged
  case someLost
}

/// Files and folders that are watched together.
package struct WatchedPaths: Equatable, Sendable {
  /// The files, by absolute paths.
  package var files: Set<String>
  /// The folders in which every file counts.
  package var folders: Set<String>

  package init(files: Set<String>, folders: Set<String>) {
    (self.files, self.folders) = (files, folders)
  }

  /// The folders in which something has to be noticed.
  var places: Set<String> { folders.union(files.map(directory)) }

  /// Whether a change of a name in a folder counts.
  func has(_ name: String, in folder: String) -> Bool {
    folders.contains(folder) || files.contains(folder == "/" ? "/" + name : folder + "/" + name)
  }
}

/// Says on the program's thread when another program has changed or replaced a file.
///
/// The system tells a thread of its own. That posts the news, and ``deliver(_:)`` hands them over
/// on the program's thread.
package final class FileWatch {
  private let post: @Sendable (FileNews) -> Void
  private let told = PublishSubject<FileNews>()

  /// Creates a watch for one file, which watches nothing yet.
  ///
  /// - Parameter post: takes the news on any thread.
  package init(postingBy post: @escaping @Sendable (FileNews) -> Void) {
    self.post = post
  }

  /// Emits whenever the file at `path` may have changed, from the subscription on, and completes
  /// when the system cannot tell: at once for a file that other computers may write as well.
  ///
  /// - Parameter path: an absolute path that is not a link.
  package func changes(of path: String) -> Signal<Void> {
    changes(told: .changed, .lost) { [post] in FileEvents(of: path, postingBy: post)?.end }
  }

  /// Emits whenever one of some files may have changed, and completes when the system cannot tell.
  /// Only one observer at a time has news.
  package func changes(of paths: WatchedPaths) -> Signal<Void> {
    changes(told: .someChanged, .someLost) { [post] in
      FolderEvents(of: paths, postingBy: post)?.end
    }
  }

  /// - Parameter begin: begins to watch; returns what ends it, or `nil` where the system cannot
  ///   tell.
  private func changes(
    told change: FileNews, _ loss: FileNews, _ begin: @escaping () -> (() -> Void)?
  ) -> Signal<Void> {
    Signal { [told] receive, completed in
      guard let end = begin() else {
        completed()
        return Disposable()
      }
      let handle = told.signal.filter { $0 == change || $0 == loss }.take { $0 == change }
        .observe({ _ in receive(()) }, completed: completed)
      return Disposable {
        handle.dispose()
        end()
      }
    }
  }

  /// Hands `news` to the observer.
  package func deliver(_ news: FileNews) {
    told.emit(news)
  }
}

#if canImport(Glibc)
  @preconcurrency import Glibc

  /// The events of a file, by the kernel's inotify.
  ///
  /// Watches the file for its content, by whatever name it is written, and its folder for another
  /// file that takes its place.
  struct FileEvents {
    private let source: any DispatchSourceRead

    /// Begins to watch; `nil` where the kernel does not learn of every change, or watches too much
    /// already.
    init?(of path: String, postingBy post: @escaping @Sendable (FileNews) -> Void) {
      let folder = directory(of: path)
      guard MountTable.isLocal(folder), MountTable.isLocal(path) else { return nil }
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let place = WatchedPlace(
        descriptor: descriptor, path: path,
        name: String(path.split(separator: "/").last ?? ""),
        folder: inotify_add_watch(descriptor, folder, UInt32(IN_ONLYDIR) | WatchedPlace.entries))
      guard place.folder >= 0, place.watchFile() else {
        close(descriptor)
        return nil
      }
      source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "file events"))
      source.setEventHandler { for news in place.read() { post(news) } }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    }

    /// Ends watching.
    func end() { source.cancel() }
  }

  /// The file and the folder that one inotify descriptor watches.
  private struct WatchedPlace: Sendable {
    let descriptor: Int32
    let path: String
    /// The name of the file in its folder.
    let name: String
    /// The watch on the folder; negative when there is none.
    let folder: Int32

    /// What happens to the entries of the folder, and to the folder itself.
    static let entries = UInt32(
      IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Watches the file that is at the path now. Returns `false` when the kernel refuses that.
    /// Where there is no file, the folder tells when one comes.
    func watchFile() -> Bool {
      inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) >= 0 || errno == ENOENT
    }

    /// Reads the waiting events, and returns the news in them.
    func read() -> [FileNews] {
      var (isChanged, isLost) = (false, false)
      InotifyEvent.forEach(in: descriptor) { event in
        if event.watch != folder {
          // Nothing is to be read where the file that was at the path is gone for good.
          isChanged = isChanged || event.mask & UInt32(IN_IGNORED) == 0
        } else if event.mask & Self.ends != 0 {
          isLost = true
        } else if event.name == name {
          (isChanged, isLost) = (true, isLost || !watchFile())
        }
      }
      return (isChanged ? [.changed] : []) + (isLost ? [.lost] : [])
    }

    /// After these events the folder is no longer watched at its path.
    static let ends = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT | IN_IGNORED)
  }

  /// The events of files in some folders, by one descriptor of the kernel's inotify.
  ///
  /// The folders tell of what is written in place, too, by the name under which it is written.
  struct FolderEvents {
    private let source: any DispatchSourceRead

    /// Begins to watch; `nil` where the kernel does not learn of every change, or watches too much
    /// already.
    init?(of paths: WatchedPaths, postingBy post: @escaping @Sendable (FileNews) -> Void) {
      guard paths.places.allSatisfy(MountTable.isLocal) else { return nil }
      let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      var folders: [Int32: String] = [:]
      for folder in paths.places {
        let watch = inotify_add_watch(descriptor, folder, UInt32(IN_ONLYDIR) | Self.events)
        guard watch >= 0 else {
          close(descriptor)
          return nil
        }
        folders[watch] = folder
      }
      source = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "folder events"))
      source.setEventHandler { [folders] in
        var (isChanged, isLost) = (false, false)
        InotifyEvent.forEach(in: descriptor) { event in
          if event.mask & WatchedPlace.ends != 0 || event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            isLost = true
          } else if let folder = folders[event.watch] {
            isChanged = isChanged || paths.has(event.name, in: folder)
          }
        }
        if isChanged { post(.someChanged) }
        if isLost { post(.someLost) }
      }
      source.setCancelHandler { close(descriptor) }
      source.resume()
    }

    private static let events = UInt32(
      IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM
        | IN_DELETE_SELF | IN_MOVE_SELF)

    /// Ends watching.
    func end() { source.cancel() }
  }

  /// An event of inotify (inotify(7)).
  private struct InotifyEvent {
    let watch: Int32
    let mask: UInt32
    let name: String

    /// Reads all waiting events.
    static func forEach(in descriptor: Int32, _ body: (InotifyEvent) -> Void) {
      var buffer = [UInt8](repeating: 0, count: 16_384)
      while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
        var start = 0
        while start < count {
          let event = buffer.withUnsafeBytes {
            $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
          }
          start += MemoryLayout<inotify_event>.size
          let name = buffer[start...].prefix(Int(event.len)).prefix { $0 != 0 }
          start += Int(event.len)
          body(
            InotifyEvent(
              watch: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
        }
      }
    }
  }
#elseif canImport(Darwin)
  import Darwin
  import Synchronization

  /// The events of a file, by the kernel's kqueue.
  ///
  /// Watches the file for its content, and its folder for another file that takes its place.
  final class FileEvents: Sendable {
    private let path: String
    private let post: @Sendable (FileNews) -> Void
    private let queue = DispatchQueue(label: "file events")
    private let sources = Mutex<[any DispatchSourceFileSystemObject]>([])

    /// Begins to watch; `nil` where the kernel does not learn of every change.
    init?(of path: String, postingBy post: @escaping @Sendable (FileNews) -> Void) {
      (self.path, self.post) = (path, post)
      guard MountTable.isLocal(directory(of: path)), MountTable.isLocal(path) else { return nil }
      let isWatched = watch(directory(of: path), for: [.write, .delete, .rename, .revoke]) {
        [weak self] event in
        guard let self else { return }
        // Another file may have taken the place of the one that was watched.
        let isLost = !event.isDisjoint(with: [.delete, .rename, .revoke]) || !watchFile()
        post(isLost ? .lost : .changed)
      }
      guard isWatched, watchFile() else {
        end()
        return nil
      }
    }

    /// Ends watching.
    func end() {
      sources.withLock { sources in
        for source in sources { source.cancel() }
        sources = []
      }
    }

    /// Watches the file that is at the path now. Returns `false` when the kernel refuses that.
    private func watchFile() -> Bool {
      sources.withLock { sources in
        for source in sources.dropFirst() { source.cancel() }
        sources = Array(sources.prefix(1))
      }
      return watch(path, for: [.write, .extend]) { [post] _ in post(.changed) } || errno == ENOENT
    }

    private func watch(
      _ path: String, for events: DispatchSource.FileSystemEvent,
      _ handle: @escaping @Sendable (DispatchSource.FileSystemEvent) -> Void
    ) -> Bool {
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: events, queue: queue)
      source.setEventHandler { handle(source.data) }
      source.setCancelHandler { close(descriptor) }
      sources.withLock { $0.append(source) }
      source.resume()
      return true
    }
  }
#else
  /// Nothing is known of how this system tells of changes.
  struct FileEvents {
    init?(of path: String, postingBy post: @escaping @Sendable (FileNews) -> Void) { nil }
    func end() {}
  }
#endif

#if !canImport(Glibc)
  /// A folder of Darwin does not tell of what is written in place, so the files are looked at.
  struct FolderEvents {
    init?(of paths: WatchedPaths, postingBy post: @escaping @Sendable (FileNews) -> Void) { nil }
    func end() {}
  }
#endif

/// The file systems that are mounted, and their places.
enum MountTable {
  /// Whether only this system writes to what is at `path`. A network file system has changes of
  /// which the system never hears, and of an unknown one nothing is sure.
  static func isLocal(_ path: String) -> Bool {
    #if os(Linux)
      guard let real = realpath(path, nil) else { return errno == ENOENT }
      defer { free(real) }
      guard let table = FileManager.default.contents(atPath: "/proc/self/mountinfo") else {
        return false
      }
      let kind = kind(of: String(cString: real), in: String(decoding: table, as: UTF8.self))
      return kind.map(localKinds.contains) ?? false
    #elseif canImport(Darwin)
      var info = statfs()
      guard statfs(path, &info) == 0 else { return errno == ENOENT }
      return info.f_flags & UInt32(MNT_LOCAL) != 0
    #else
      return false
    #endif
  }

  /// File systems of one computer, of whose changes inotify tells. That of layers (`overlay`) is
  /// not among them, because its files change their identity when they are first written.
  private static let localKinds: Set = [
    "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "jfs", "ntfs3", "ramfs",
    "reiserfs", "tmpfs", "vfat", "xfs", "zfs",
  ]

  /// The kind of file system in which `path` is, by the text of /proc/self/mountinfo.
  static func kind(of path: String, in table: String) -> String? {
    var (kind, length): (String?, Int) = (nil, -1)
    for line in table.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"),
        fields.indices.contains(dash + 1)
      else { continue }
      let point = unescaped(fields[4])
      let isAbove = point == "/" || path == point || path.hasPrefix(point + "/")
      // Of two file systems at one place the later one hides the earlier one.
      if isAbove, point.utf8.count >= length {
        (kind, length) = (String(fields[dash + 1]), point.utf8.count)
      }
    }
    return kind
  }

  /// The text with its spaces, tabs, line ends and backslashes, which are octal numbers there.
  private static func unescaped(_ field: Substring) -> String {
    String(field).replacing("\\040", with: " ").replacing("\\011", with: "\t")
      .replacing("\\012", with: "\n").replacing("\\134", with: "\\")
  }
}
