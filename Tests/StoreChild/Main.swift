import Foundation
import QuizKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program for tests to start, kill and starve: it saves one record after the other and prints
/// the identifier of each as soon as the save has returned.
///
/// store-child SPECIFICATION save            until it is killed store-child SPECIFICATION hold
/// open the store, print "open", wait for the end of input store-child SPECIFICATION fill BYTES
/// until the file may not grow any more; prints the error's code
@main struct Main {
  struct Entry: StoredRecord {
    static let entityName = "entry"
    var id: Identifier<Entry> = .unassigned
    var text: String
  }

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3,
      let configuration = StoreConfiguration(specification: arguments[1])
    else { exit(64) }
    do throws(StoreError) {
      if arguments[2] == "fill", arguments.count > 3, let limit = UInt(arguments[3]) {
        // Without this the first write beyond the limit would end the process.
        signal(SIGXFSZ, SIG_IGN)
        var size = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
        setrlimit(fileSizeLimit, &size)
      }
      let store = try configuration.makeStore(schema: Schema(Entry.self))
      let context = StoreContext(store)
      if arguments[2] == "hold" {
        write("open")
        while readLine() != nil { continue }
        return try store.close()
      }
      while true {
        let id = context.insert(Entry(text: String(repeating: "文", count: 100)))
        try context.save()
        write("\(context.resolve(id))")
      }
    } catch {
      write(error.code)
      exit(2)
    }
  }

  #if canImport(Glibc)
    private static var fileSizeLimit: __rlimit_resource_t {
      __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    }
  #else
    private static var fileSizeLimit: Int32 { RLIMIT_FSIZE }
  #endif

  /// At once, not when a buffer is full.
  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
