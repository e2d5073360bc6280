import FoundationEssentials
package import SearchIndex

extension IndexStore.Timestamp {
  /// This moment in UTC.
  package static var current: IndexStore.Timestamp {
    let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
    let now = Date.now
    return IndexStore.Timestamp(
      now.formatted(style), seconds: Int64(now.timeIntervalSince1970))
  }
}
