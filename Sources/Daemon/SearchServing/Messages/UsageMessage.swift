import Indexing
import LinuxSystem
import SearchInterface

extension UsageMethod.Reply {
  init(of usage: UsageHistory) {
    self.init(
      samples: usage.samples.map {
        UsageSampleMessage(
          time: $0.start.rfc3339, cpuSeconds: $0.time / .seconds(1),
          memory: Int(clamping: $0.memory), indexBytes: Int(clamping: $0.indexBytes))
      })
  }
}
