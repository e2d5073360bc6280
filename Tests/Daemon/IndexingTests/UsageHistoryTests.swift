import LinuxSystem
import TestSupport
import Testing

@testable import Indexing

/// What `Usage` shows.
struct UsageHistoryTests {
  private func usage(_ seconds: Int, _ memory: Int64) -> ProcessUsage {
    ProcessUsage(time: .seconds(seconds), memory: memory)
  }

  @Test func `Measurements are summed over five minutes`() {
    var history = UsageHistory()
    history.add(usage(3, 50), indexBytes: 7, at: UnixTime(seconds: 600))
    history.add(usage(5, 40), indexBytes: 8, at: UnixTime(seconds: 899))
    history.add(usage(6, 60), indexBytes: 9, at: UnixTime(seconds: 1_800))
    #expect(history.samples.map(\.start.seconds) == [600, 1_800])
    #expect(history.samples.map(\.time) == [.seconds(5), .seconds(1)])
    #expect(history.samples.map(\.memory) == [50, 60])
    #expect(history.samples.map(\.indexBytes) == [8, 9])
  }

  @Test func `Twelve hours are kept, and a clock that was set back loses nothing`() {
    var history = UsageHistory()
    for number in 0..<200 {
      history.add(usage(number, 1), indexBytes: 1, at: UnixTime(seconds: Int64(number) * 300))
    }
    #expect(history.samples.count == UsageHistory.limit)
    #expect(history.samples.first?.start.seconds == Int64(56 * 300))
    history.add(usage(250, 1), indexBytes: 1, at: UnixTime(seconds: 0))
    #expect(history.samples.last?.time == .seconds(52))
    #expect(history.samples.count == UsageHistory.limit)
  }

  @Test func `This process has used something`() {
    #expect(ProcessUsage.current.time > .zero && ProcessUsage.current.memory > 1 << 20)
  }
}
