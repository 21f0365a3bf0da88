import Foundation
import Signals
import Synchronization
import Testing

@testable import QuizKit

#if canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// Other threads help, and are done when the work is.
@Suite struct HelperThreadsTests {
  /// Numbers that are taken one by one, and those that were.
  private final class Heap: Sendable {
    private let next = Atomic(0)
    let working = Atomic(0)
    let taken = Locked<Set<Int>>([])

    func work(_ count: Int) {
      working.add(1, ordering: .sequentiallyConsistent)
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        if number >= count { break }
        taken.withLock { _ = $0.insert(number) }
      }
      working.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  @Test func `everything is done when a work ends, and nobody is at it any more`() {
    for helpers in [0, 1, 7] {
      for _ in 0..<200 {
        let heap = Heap()
        HelperThreads.shared.perform(helpers: helpers) { heap.work(50) }
        #expect(heap.working.load(ordering: .sequentiallyConsistent) == 0)
        #expect(heap.taken.withLock { $0 } == Set(0..<50))
      }
    }
  }

  #if canImport(Glibc)
    @Test func `who helps has a processor of its own, and who asks may run everywhere as before`()
      throws
    {
      let all = try #require(ProcessorSet.ofThisThread()).numbers
      let own = pthread_self()
      let places = Locked<[[Int]]>([])
      // Until somebody was quick enough, or is not to be expected any more.
      for _ in 0..<2000 where places.withLock({ $0.count }) < 20 {
        let heap = Heap()
        HelperThreads.shared.perform(helpers: 1) {
          if pthread_equal(own, pthread_self()) == 0 {
            places.withLock { $0.append(ProcessorSet.ofThisThread()?.numbers ?? []) }
          }
          heap.work(500)
        }
      }
      let isHelped = places.withLock { !$0.isEmpty }
      #expect(isHelped || all.count == 1)
      #expect(places.withLock { $0 }.allSatisfy { $0.count == 1 && all.contains($0[0]) })
      #expect(ProcessorSet.ofThisThread()?.numbers == all)
    }
  #endif

  @Test func `two who have work at the same time both get it done`() async {
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          (0..<100).allSatisfy { _ in
            let heap = Heap()
            HelperThreads.shared.perform(helpers: 3) { heap.work(30) }
            return heap.taken.withLock { $0.count } == 30
          }
        }
      }
      for await isDone in group { #expect(isDone) }
    }
  }

  @Test func `work within a work is done too`() {
    let (outer, inner) = (Heap(), Heap())
    HelperThreads.shared.perform(helpers: 3) {
      HelperThreads.shared.perform(helpers: 3) { inner.work(40) }
      outer.work(40)
    }
    #expect(inner.taken.withLock { $0.count } == 40)
    #expect(outer.taken.withLock { $0.count } == 40)
  }
}
