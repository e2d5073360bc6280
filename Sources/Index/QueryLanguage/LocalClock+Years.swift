extension LocalClock {
  /// Returns the local year that contains a moment, as in `modified:2026`.
  ///
  /// - Parameter seconds: the moment, in seconds since 1970.
  /// - Returns: the year, and its range of seconds since 1970.
  public func year(at seconds: Int64) -> (number: Int, seconds: Range<Int64>) {
    let date = date(at: seconds).date
    let first = CivilDate(year: date.year) ?? date
    let start = start(of: first)
    // After the last possible year there is no next one; the range is then empty, not reversed.
    return (date.year, start..<max(start, self.start(of: first.adding(months: 12))))
  }
}
