import LinuxSystem
package import SearchIndex

extension IndexStore.Timestamp {
  /// This moment in UTC.
  package static var current: IndexStore.Timestamp {
    let now = UnixTime.now
    return IndexStore.Timestamp(now.rfc3339.filter { !"-:".contains($0) }, seconds: now)
  }
}
