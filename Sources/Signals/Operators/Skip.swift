extension Signal {
  /// All but the first `count` values.
  ///
  ///     source         -1-2-3-4-|
  ///     skip(first: 2) -----3-4-|
  @inlinable
  public func skip(first count: Int) -> Signal<Value> {
    Signal { receive, completed in
      var remaining = count
      return attach(
        { value in
          if remaining > 0 { remaining -= 1 } else { receive(value) }
        }, completed)
    }
  }
}
