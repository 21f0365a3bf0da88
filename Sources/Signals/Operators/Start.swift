extension Signal {
  /// First `values`, inside `observe`, then what the source gives.
  ///
  ///     source         -1-2-|
  ///     start(with: 0) 01-2-|
  public func start(with values: Value...) -> Signal<Value> {
    Signal { receive, completed in
      for value in values { receive(value) }
      return attach(receive, completed)
    }
  }
}
