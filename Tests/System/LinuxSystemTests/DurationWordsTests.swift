import LinuxSystem
import Testing

struct DurationWordsTests {
  @Test(
    arguments: [
      (.zero, "0 s"), (.milliseconds(300), "1 s"), (.seconds(59), "59 s"), (.seconds(60), "1 min"),
      (.milliseconds(59_001), "1 min"), (.seconds(90), "1 min 30 s"), (.seconds(300), "5 min"),
      (.seconds(7_200), "2 h"), (.seconds(7_501), "2 h 5 min"), (.seconds(3_601), "1 h"),
      (.seconds(86_400), "1 d"), (.seconds(90_061), "1 d 1 h"), (.seconds(864_000), "10 d"),
    ] as [(Duration, String)])
  func `A duration has its two largest units`(duration: Duration, words: String) {
    #expect(duration.inWords == words)
  }
}
