extension Shell {
  /// Whether a typed number goes to a row of the list in a region. On some screens it answers a
  /// question.
  func takesRowNumbers(in region: LiveRegion?) -> Bool {
    table.choices[screen] == nil && region?.liveView?.list != nil
  }
}
