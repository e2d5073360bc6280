import LinuxSystem
import TestSupport
import Testing

@testable import ClientTool

struct IntegratingTests {
  @Test(arguments: [
    ("dolphin", "/d/kio_filenamesearch/kio-filenamesearch-grep"),
    ("vim", "/h/.vim/plugin/sitta.vim"),
    ("neovim", "/c/nvim/plugin/sitta.vim"), ("fish", "/c/fish/conf.d/sitta.fish"),
    ("emacs", "/c/emacs/sitta.el"), ("albert", "/d/albert/python/plugins/sitta.py"),
    ("fuzzel", "/c/fuzzel/sitta"), ("rofi", "/c/rofi/scripts/sitta"),
    ("ulauncher", "/d/ulauncher/extensions/sitta/main.py"),
    ("vicinae", "/d/vicinae/scripts/sitta"), ("wofi", "/c/wofi/sitta"),
  ])
  func `Each program's file is where it looks for it`(name: String, path: String) throws {
    let folders = Integration.Folders(home: "/h", data: "/d", configuration: "/c")
    let place = try #require(Integration.all.first { $0.name == name }?.place)
    #expect(folders.path(of: place) == FilePath(absolute: path))
  }

  @Test func `Without variables the folders are those of the specification`() throws {
    var folders = Integration.Folders(home: "/h", data: nil, configuration: nil)
    #expect(folders.path(of: .init(base: .data, path: "a/b")) == "/h/.local/share/a/b")
    #expect(folders.path(of: .init(base: .configuration, path: "a")) == "/h/.config/a")
    #expect(folders.path(of: .init(base: .emacs, path: "a")) == "/h/.config/emacs/a")
    folders.hasEmacsFolder = true
    #expect(folders.path(of: .init(base: .emacs, path: "a")) == "/h/.emacs.d/a")
  }

  @Test func `Names are in order, and each text is complete`() {
    let names = Integration.all.map(\.name)
    #expect(names == names.sorted())
    #expect(Set(names).count == names.count)
    for integration in Integration.all {
      #expect(integration.text.hasSuffix("\n") && !integration.text.hasSuffix("\n\n"))
      #expect(integration.place != nil || integration.remainder.line != nil)
    }
  }

  @Test func `A file is of another version as long as nobody changes it`() throws {
    for integration in Integration.all {
      let companion = integration.companionContent
      var other = [UInt8](integration.text.utf8)
      #expect(integration.origin(of: other, companion: companion) == .current)
      #expect(integration.origin(of: integration.content, companion: companion) == .current)
      #expect(integration.origin(of: integration.content, companion: companion + [0x20]) == .person)
      // All of the present text, and more.
      let longer = Integration(
        name: integration.name, help: "", place: nil, remainder: ("", nil),
        companion: integration.companion.map { ($0.name, $0.text + "\n") }, copy: nil,
        text: integration.text + "\n")
      other = longer.content
      let otherCompanion = longer.companionContent
      #expect(integration.origin(of: other, companion: otherCompanion) == .otherVersion)
      other[0] ^= 1
      #expect(integration.origin(of: other, companion: otherCompanion) == .person)
      #expect(integration.origin(of: []) == .person)
    }
  }

  @Test(arguments: [
    (["cobol"], "There is no program 'cobol' here. The programs are albert, bash,"),
    (["--print"], "needs NAME"), (["--remove"], "needs NAME"),
    (["--print", "--remove", "vim"], "Only one of --print and --remove"),
  ])
  func `What cannot be done is said`(arguments: [String], sentence: String) {
    let output = RecordingOutput()
    let words = (["integrate"] + arguments).map { Array($0.utf8) }
    #expect(ClientCommand(output: output).run(words) == .usage)
    #expect(output.notes.first?.contains(sentence) == true, "\(output.notes)")
  }
}
