import LinuxSystem
import SearchInterface
import TestSupport
import Testing

struct SearchSocketTests {
  @Test(
    arguments: [
      ("/run/user/7", "/home/a/.local/state", "/run/user/7/sitta/io.sitta.Search"),
      (nil, "/home/a/.local/state", "/home/a/.local/state/sitta/run/io.sitta.Search"),
      (nil, nil, nil),
    ] as [(FilePath?, FilePath?, FilePath?)])
  func `Daemon and clients meet also where there is no folder for sockets`(
    runtime: FilePath?, state: FilePath?, socket: FilePath?
  ) {
    #expect(SearchSocket.path(runtime: runtime, state: state) == socket)
  }
}
