import OpenCombine
import Signals

// One event, as it comes from somewhere else: without these the compiler moves part of the work out of
// the measuring loop, which no program would see. The floor's own methods are not inlined either.

@inline(never)
func push(_ value: Int, into subject: PublishSubject<Int>) {
  subject.emit(value)
}

@inline(never)
func push(_ value: Int, into subject: BehaviorSubject<Int>) {
  subject.emit(value)
}

@inline(never)
func push(_ value: Int, into subject: PassthroughSubject<Int, Never>) {
  subject.send(value)
}

@inline(never)
func push(_ value: Int, into subject: CurrentValueSubject<Int, Never>) {
  subject.send(value)
}
