package import IndexStorage
package import SearchInterface

extension ClockMessage {
  package init(_ clock: IndexClock) {
    self.init(index: clock.index, sequence: Int(clock.sequence.rawValue))
  }
}

extension IndexClock {
  package init(_ clock: ClockMessage) {
    self.init(
      index: clock.index, sequence: CommitNumber(rawValue: Int64(clock.sequence)))
  }
}
