import FoundationEssentials
import SearchIndex

extension IndexStore.Timestamp {
  /// This moment in UTC.
  static var current: IndexStore.Timestamp {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    return IndexStore.Timestamp(Date.now.formatted(style))
  }
}

/// A moment of a file as RFC 3339 has it, in UTC and whole seconds.
///
/// - Parameter nanoseconds: since 1970.
/// - Returns: as `2026-11-21T12:15:00Z`; a time that no calendar writes in four digits is held at
///   the nearest that one does.
func rfc3339(_ nanoseconds: Int64) -> String {
  let seconds = (Double(nanoseconds) / 1e9).rounded(.down)
  // From the year 1 to the end of the year 9999.
  let held = min(max(seconds, -62_135_596_800), 253_402_300_799)
  return Date(timeIntervalSince1970: held).formatted(.iso8601)
}
