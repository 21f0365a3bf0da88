extension Signal {
  /// First `values`, already during `observe`, then the values of the source.
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
