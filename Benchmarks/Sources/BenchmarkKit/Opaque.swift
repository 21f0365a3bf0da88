/// Returns the value itself, without the optimiser knowing it. A closure that went through here is
/// called like one from another module.
@inline(never)
@_optimize(none)
public func opaque<Value>(_ value: Value) -> Value {
  value
}
