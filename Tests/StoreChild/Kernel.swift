import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the program asks of the operating system.
enum Kernel {
  /// Has no more rights than anybody.
  static func becomeNobody() {
    guard getuid() == 0 else { return }
    setgid(65534)
    setuid(65534)
  }

  /// Lets no file grow beyond `bytes`.
  static func limitFiles(to bytes: UInt) {
    // Without this the first write beyond the limit would end the process.
    signal(SIGXFSZ, SIG_IGN)
    var size = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    setrlimit(fileSizeLimit, &size)
  }

  /// Goes on as another program, which has the descriptors that are passed on.
  static func become(_ path: String, _ arguments: String...) {
    var strings = ([path] + arguments).map { strdup($0) }
    strings.append(nil)
    execv(path, strings)
  }

  /// The largest size that the process has had in memory, in bytes.
  static var largestSize: Int {
    #if canImport(Darwin)
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #else
      // getrusage would count what the process was before it became this program.
      let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
      let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("VmHWM:") }
      return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
    #endif
  }

  /// How many descriptors the process may have.
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

/// All descriptors that the process may have, until it ends.
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
