extension LocalClock {
  /// The year that the local clock shows at a moment, as `modified:2026` means it.
  ///
  /// - Parameter seconds: since 1970.
  /// - Returns: the year, and the seconds since 1970 that lie in it.
  public func year(at seconds: Int64) -> (number: Int, seconds: Range<Int64>) {
    let date = date(at: seconds).date
    let first = CivilDate(year: date.year) ?? date
    let start = start(of: first)
    // The last year there is has no next one; nor does a clock run backwards.
    return (date.year, start..<max(start, self.start(of: first.adding(months: 12))))
  }
}
