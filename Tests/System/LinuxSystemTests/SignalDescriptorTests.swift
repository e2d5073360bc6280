import Glibc
import LinuxSystem
import Testing

struct SignalDescriptorTests {
  @Test func `Blocked signals are read from the descriptor`() throws {
    // SIGURG and SIGWINCH are ignored if another thread receives them.
    let signals = try SignalDescriptor(taking: [SIGWINCH, SIGURG])
    defer { unblock([SIGWINCH, SIGURG]) }
    #expect(try signals.read() == [])
    pthread_kill(pthread_self(), SIGWINCH)
    pthread_kill(pthread_self(), SIGURG)
    pthread_kill(pthread_self(), SIGWINCH)
    #expect(Set(try signals.read()) == [SIGWINCH, SIGURG])
    #expect(try signals.read() == [])
  }

  private func unblock(_ signals: [Int32]) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
