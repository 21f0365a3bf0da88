extension Signal {
  /// The values of the signal that `transform` makes of the latest value: each new value ends the
  /// observation of the signal before.
  ///
  /// It completes when the source and the latest signal have.
  ///
  ///     source                 a-----b------|
  ///     signal of a            -1-2-3-4
  ///     signal of b                  -8-9|
  ///     flatLatest { … }       -1-2-3-8-9---|
  public func flatLatest<Result>(
    _ transform: @escaping (Value) -> Signal<Result>
  ) -> Signal<Result> {
    Signal<Result> { receive, completed in
      let stage = FlatLatest()
      let complete = stage.ending(with: completed)
      stage.follow(
        attach(
          { value in
            // A signal that gives values while it is being attached may cause the next change by
            // them; what else it gives then is no longer wanted.
            let change = stage.beginChange()
            stage.endChange(
              change,
              following: transform(value).attach(
                { if stage.isCurrent(change) { receive($0) } },
                {
                  guard stage.isCurrent(change) else { return }
                  stage.isLatestOpen = false
                  if !stage.isSourceOpen { complete() }
                }))
          },
          {
            stage.isSourceOpen = false
            if !stage.isLatestOpen { complete() }
          }))
      return stage.handle
    }
  }
}

private final class FlatLatest: Stage {
  var isSourceOpen = true
  var isLatestOpen = false
  private var latest: Disposable?
  private var changes = 0

  /// Ends the signal before. The result is the number of the new one.
  func beginChange() -> Int {
    latest?.dispose()
    isLatestOpen = true
    changes += 1
    return changes
  }

  func isCurrent(_ change: Int) -> Bool {
    change == changes && !isEnded
  }

  func endChange(_ change: Int, following handle: Disposable) {
    if isCurrent(change) { latest = handle } else { handle.dispose() }
  }

  override func end() {
    latest = nil
    super.end()
  }
}
