/// The value itself, but the optimiser does not know that: a closure that went through here is called
/// like one that came from elsewhere.
@inline(never)
@_optimize(none)
public func opaque<Value>(_ value: Value) -> Value {
  value
}
