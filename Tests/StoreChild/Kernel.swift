import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system calls of this program.
enum Kernel {
  /// Gives up the rights of the superuser.
  static func becomeNobody() {
    guard getuid() == 0 else { return }
    setgid(65534)
    setuid(65534)
  }

  /// Prevents files from growing beyond `bytes`.
  static func limitFiles(to bytes: UInt) {
    // Without this the first write beyond the limit would end the process.
    signal(SIGXFSZ, SIG_IGN)
    var size = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    setrlimit(fileSizeLimit, &size)
  }

  /// Replaces this process by another program, which inherits the descriptors that are not closed.
  static func become(_ path: String, _ arguments: String...) {
    var strings = ([path] + arguments).map { strdup($0) }
    strings.append(nil)
    execv(path, strings)
  }

  /// The maximum size of the process in memory so far, in bytes.
  static var largestSize: Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      // The result of getrusage would include the process before it became this program.
      let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    #endif
  }

  /// Limits the number of descriptors of the process.
  static func limitDescriptors(to count: UInt) {
    var limit = rlimit()
    getrlimit(descriptorLimit, &limit)
    limit.rlim_cur = rlim_t(count)
    setrlimit(descriptorLimit, &limit)
  }

  #if canImport(Glibc)
    private static var fileSizeLimit: __rlimit_resource_t {
      __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    }
    private static var descriptorLimit: __rlimit_resource_t {
      __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    }
  #else
    private static var fileSizeLimit: Int32 { RLIMIT_FSIZE }
    private static var descriptorLimit: Int32 { RLIMIT_NOFILE }
  #endif
}

/// Occupies all descriptors that the process may have, until ``end()`` is called.
final class Hunger {
  private var descriptors: [Int32] = []

  init() {
    Kernel.limitDescriptors(to: 64)
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      if descriptor < 0 { return }
      descriptors.append(descriptor)
    }
  }

  func end() {
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}
