extension LocalClock {
  /// The local year at a moment, as in `modified:2026`.
  ///
  /// - Parameter seconds: since 1970.
  /// - Returns: the year, and its seconds since 1970.
  public func year(at seconds: Int64) -> (number: Int, seconds: Range<Int64>) {
    let date = date(at: seconds).date
    let first = CivilDate(year: date.year) ?? date
    let start = start(of: first)
    // The last possible year has no next one, and a range cannot end before it begins.
    return (date.year, start..<max(start, self.start(of: first.adding(months: 12))))
  }
}
