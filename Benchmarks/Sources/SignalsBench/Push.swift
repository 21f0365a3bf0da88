import OpenCombine
import Signals

// Each function sends one event, as if it came from elsewhere. Without them the compiler moves part
// of the work out of the measuring loop, which it could not do in a real program. The floor's own
// methods are not inlined either.

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
