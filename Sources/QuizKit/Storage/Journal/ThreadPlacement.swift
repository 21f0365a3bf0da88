import Foundation

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Puts threads that help another one on processors of their own.
///
/// Linux as the guest of a virtual machine takes a processor that sleeps for one that its host has given
/// to somebody else, and leaves a thread that is woken where its waker runs: of 32 short works 23 were
/// done by two threads more or less one after the other, on one of two processors, mostly in 4.1 ms
/// instead of 2.2. So it is told. Where there is nothing to tell it with, threads run where the system
/// wants.
struct ThreadPlacement {
  #if canImport(Glibc)
    /// The processors on which this process may run.
    private let processors: [Int]
    /// How many threads were placed, and beside which processor.
    private var placed: (count: Int, neighbour: Int) = (0, -1)

    init() {
      processors = ProcessorSet.ofThisThread()?.numbers ?? []
    }

    /// How many processors there are for this process.
    var count: Int {
      processors.isEmpty ? ProcessInfo.processInfo.activeProcessorCount : processors.count
    }

    /// Starts a thread on another processor than this thread's, which it would only interrupt there.
    ///
    /// `nil` where the system has none to give.
    func start(_ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?)
      -> pthread_t?
    {
      var attributes = pthread_attr_t()
      guard pthread_attr_init(&attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      let current = ProcessorSet.current()
      let others = processors.filter { $0 != current }
      if !others.isEmpty { ProcessorSet(others).assign(to: &attributes) }
      var thread = pthread_t()
      return pthread_create(&thread, &attributes, body, nil) == 0 ? thread : nil
    }

    /// Puts each thread on a processor of its own, none of them on this thread's.
    mutating func place(_ threads: [pthread_t]) {
      guard let current = ProcessorSet.current(), (threads.count, current) != placed else { return }
      placed = (threads.count, current)
      for (thread, processor) in zip(threads, processors.lazy.filter { $0 != current }) {
        ProcessorSet([processor]).assign(to: thread)
      }
    }
  #else
    /// How many processors there are for this process.
    var count: Int { ProcessInfo.processInfo.activeProcessorCount }

    /// Starts a thread; `nil` where the system has none to give.
    func start(_ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?)
      -> pthread_t?
    {
      var thread: pthread_t?
      return pthread_create(&thread, nil, body, nil) == 0 ? thread : nil
    }

    /// There is no choice.
    mutating func place(_ threads: [pthread_t]) {}
  #endif
}

#if canImport(Glibc)
  /// Some of the first 1,024 processors, as the C library keeps them.
  struct ProcessorSet {
    private var words = [UInt64](repeating: 0, count: 16)

    init(_ numbers: [Int]) {
      for number in numbers where number < words.count * 64 {
        words[number / 64] |= 1 << UInt64(number % 64)
      }
    }

    /// Those on which this thread may run; `nil` where the system does not say.
    static func ofThisThread() -> ProcessorSet? {
      var set = ProcessorSet([])
      guard let get = getAffinity, get(0, set.size, &set.words) == 0 else { return nil }
      return set
    }

    /// The one on which this thread runs just now.
    static func current() -> Int? {
      currentProcessor.map { Int($0()) }
    }

    var numbers: [Int] {
      (0..<words.count * 64).filter { words[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
    }

    // What these return is of no interest: a thread that may not be put there runs elsewhere.
    func assign(to thread: pthread_t) { _ = Self.setAffinity?(thread, size, words) }
    func assign(to attributes: inout pthread_attr_t) {
      _ = Self.setAttribute?(&attributes, size, words)
    }

    private var size: Int { words.count * MemoryLayout<UInt64>.size }

    private typealias Get = @convention(c) (pid_t, Int, UnsafeMutablePointer<UInt64>) -> Int32
    private typealias Set = @convention(c) (pthread_t, Int, UnsafePointer<UInt64>) -> Int32
    private typealias SetAttribute =
      @convention(c) (UnsafeMutablePointer<pthread_attr_t>, Int, UnsafePointer<UInt64>) -> Int32
    private typealias Current = @convention(c) () -> Int32

    private static let getAffinity = SystemFunction.named("sched_getaffinity", as: Get.self)
    private static let setAffinity = SystemFunction.named("pthread_setaffinity_np", as: Set.self)
    private static let setAttribute = SystemFunction.named(
      "pthread_attr_setaffinity_np", as: SetAttribute.self)
    private static let currentProcessor = SystemFunction.named("sched_getcpu", as: Current.self)
  }
#endif
