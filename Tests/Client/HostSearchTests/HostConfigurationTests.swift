import Arguments
import LinuxSystem
import TestSupport
import Testing

@testable import HostSearch

struct HostConfigurationTests {
  private static let text = """
    # The machines at home.
    [Hosts]
    nas =
    desk=me@desk.lan
    lab=ssh -p2222 -i /k me@lab /opt/sitta --socket /s bridge
    tube = /usr/bin/socat - UNIX-CONNECT:/s

    [Host nas]
    Map=/srv/share:/mnt/share
    [Waiting]
    Statistics=1
    Hits = 20
    Connect=300
    """

  @Test func `Hosts are names, destinations, commands of ssh, and other commands`() throws {
    let configuration = try HostConfiguration(Self.text)
    let hosts = configuration.hosts
    #expect(hosts.map(\.name) == ["nas", "desk", "lab", "tube"])
    #expect(hosts.map(\.authority) == ["nas", "me@desk.lan", "me@lab:2222", "tube"])
    #expect(hosts[0].connection == .ssh(SSHCommand(destination: "nas")))
    #expect(hosts[3].connection == .command(["/usr/bin/socat", "-", "UNIX-CONNECT:/s"]))
    guard case .ssh(let lab) = hosts[2].connection else { throw Missing() }
    #expect(lab.remote == ["/opt/sitta", "--socket", "/s", "bridge"])
    #expect(lab.options == ["-p2222", "-i", "/k"])
    let words = lab.words(control: "/run/c", remote: lab.remote)
    #expect(words.suffix(7).first == "/k" || words.contains("ControlPath=/run/c"))
    #expect(words.contains("BatchMode=yes") && words.contains("ControlPersist=60"))
    // A host gets neither the agent of this person nor a way into this network.
    #expect(words.contains("ForwardAgent=no") && words.contains("ClearAllForwardings=yes"))
    #expect(
      lab.words(control: "/run/50%/my run/c", remote: []).contains(
        "ControlPath=\"/run/50%%/my run/c\""))
    #expect(hosts[0].mapped("/srv/share/a/b") == "/mnt/share/a/b")
    #expect(hosts[0].mapped("/srv/shared/a") == nil)
    #expect(hosts[0].mapped("/etc/passwd") == nil)
    #expect(configuration.limits.statistics == .milliseconds(1))
    #expect(configuration.limits.hits == .milliseconds(20))
    #expect(configuration.limits.connect == .milliseconds(300))
    // A daemon ends a little earlier; a large page has more time.
    #expect(configuration.limits.deadline() == 18)
    #expect(configuration.limits.time(for: 100) == .milliseconds(20))
    #expect(configuration.limits.time(for: 1_000) == .milliseconds(200))
    #expect(HostConfiguration().limits.deadline(for: 1_000_000) == 60_000)
  }

  private struct Missing: Error {}

  @Test(
    arguments: [
      ("nas=", 1, "before the first section"), ("[Nas]", 1, "sections"),
      ("[Hosts]\nnas", 2, "NAME=VALUE"), ("[Hosts]\nall=", 2, "cannot name a host"),
      ("[Hosts]\n-o=", 2, "cannot name a host"), ("[Hosts]\na/b=", 2, "cannot name a host"),
      ("[Hosts]\nnas=-oProxyCommand=x", 2, "dash"), ("[Hosts]\nnas=\nnas=", 3, "twice"),
      ("[Hosts]\nnas=ssh -p 2", 2, "destination"), ("[Host nas]", 1, "does not name"),
      ("[Hosts]\nnas=\n[Host nas]\nMap=/a", 4, "two absolute paths"),
      ("[Hosts]\nnas=\n[Host nas]\nMap=/a:b", 4, "two absolute paths"),
      ("[Hosts]\nnas=\n[Host nas]\nPath=/a", 4, "has Map="),
      ("[Waiting]\nHits=0", 2, "milliseconds"), ("[Waiting]\nOthers=1", 2, "not Others="),
    ])
  func `A wrong line is named with its number`(text: String, line: Int, part: String) {
    do {
      _ = try HostConfiguration(text)
      Issue.record("It was read.")
    } catch {
      #expect(error.line == line)
      #expect(error.reason.contains(part), "\(error.reason)")
    }
  }

  @Test func `Names choose hosts, each once`() throws {
    let configuration = try HostConfiguration(Self.text)
    func names(_ list: String) throws -> [String] {
      try configuration.hosts(named: list).map(\.name)
    }
    #expect(try names("nas") == ["nas"])
    #expect(try names("nas,local,nas") == ["nas", "local"])
    #expect(try names("all") == ["local", "nas", "desk", "lab", "tube"])
    #expect(try names("lab,all") == ["lab", "local", "nas", "desk", "tube"])
    // A host of ssh's own configuration.
    #expect(try names("other") == ["other"])
    for wrong in ["", "nas,", "-oProxyCommand=x", "a b", "ä"] {
      #expect(throws: UsageError.self) { try names(wrong) }
    }
  }

  @Test func `A host that is reached in another way is another one`() throws {
    func identity(_ value: String) throws -> String {
      try #require(HostConfiguration("[Hosts]\nnas=\(value)").hosts.first).identity
    }
    #expect(try identity("") == identity("nas"))
    let values = [
      "nas", "me@nas", "ssh -p 2 nas", "ssh -p 3 nas", "ssh nas /opt/sitta bridge", "x y",
    ]
    #expect(Set(try values.map(identity)).count == values.count)
    #expect(try identity("nas").hasPrefix("nas."))
    // It is the name of a file; sockets have room for little more than 100 bytes.
    let longest = try #require(Host(named: String(repeating: "a", count: 40)))
    #expect(longest.identity.utf8.count <= 49 && Host.isName(String(longest.identity.dropFirst(9))))
  }

  @Test func `A path of a mounted folder is one of the host`() throws {
    let nas = try HostConfiguration(Self.text).hosts[0]
    #expect(nas.unmapped("/mnt/share/a/b") == "/srv/share/a/b")
    #expect(nas.unmapped("/srv/share/a") == nil)
  }

  @Test func `A word for the shell there is quoted`() {
    func quoted(_ text: String) -> String {
      String(decoding: SSHCommand.quoted(Array(text.utf8)), as: UTF8.self)
    }
    #expect(quoted("/a b$(x)`y`\\\"") == "'/a b$(x)`y`\\\"'")
    #expect(quoted("/it's") == "'/it'\\''s'")
    #expect(quoted("/a\nb") == "'/a\nb'")
  }
}
