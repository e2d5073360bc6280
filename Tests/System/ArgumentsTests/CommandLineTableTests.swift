import Arguments
import Testing

let tool = CommandLineTable(
  program: "tool", summary: "does things", details: ["It is `small`, and does what one tells it."],
  options: [
    .init("socket", "S", value: "PATH", completion: .files, help: "Ask here."),
    .init("verbose", "v", help: "Say more."),
  ],
  commands: [
    .init(
      "find", operands: "WORD…", operandCount: 1...3,
      options: [
        .init("limit", "n", value: "N", help: "Print at most N."),
        .init("sort", value: "ORDER", choices: ["name", "size"], help: "Sort by name or size."),
        .init("null", "0", help: "End with NUL."),
      ], help: "Find words.", details: ["Type `--` before a dash."],
      examples: [.init("find a", "one word"), .init("find 'a b' --sort size -n 5 -- -c", "more")]),
    .init("list", operands: "[DIR]", operandCount: 0...1, completion: .folders, help: "List all."),
    .init("sync", help: "Wait.", examples: [.init("sync", "for scripts")]),
  ], exitCodes: [(0, "found"), (1, "nothing found")])

let service = CommandLineTable(
  program: "service", summary: "serves",
  options: [
    .init("root", value: "DIR", help: "Index this."), .init("check-configuration", help: "Check."),
  ])

private func bytes(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

/// The reading of a call, in one line: the command, its operands, and the options that are set.
private func reading(_ words: [String], by table: CommandLineTable) -> String {
  do throws(UsageError) {
    let parsed = try table.parse(bytes(words))
    let operands = parsed.operands.map { String(decoding: $0, as: UTF8.self) }
    let options = (table.options + table.commands.flatMap(\.options)).compactMap { option in
      if parsed.has(option.name) { return option.name }
      let values = parsed.allBytes(of: option.name).map { String(decoding: $0, as: UTF8.self) }
      return values.isEmpty ? nil : "\(option.name)=\(values.joined(separator: ","))"
    }
    return "\(parsed.command ?? "")(\(operands.joined(separator: ","))) "
      + options.joined(separator: " ")
  } catch {
    return "\(error)"
  }
}

struct CommandLineTableTests {
  @Test(
    arguments: [
      ([], "() "),
      (["find", "a"], "find(a) "),
      (["find", "a", "b", "c"], "find(a,b,c) "),
      (["list"], "list() "),
      (["-v", "find", "a"], "find(a) verbose"),
      (["find", "a", "--verbose"], "find(a) verbose"),
      (["find", "--limit", "3", "a"], "find(a) limit=3"),
      (["find", "--limit=3", "a"], "find(a) limit=3"),
      (["find", "--limit=", "a"], "find(a) limit="),
      (["find", "--limit=a=b", "a"], "find(a) limit=a=b"),
      (["find", "-n", "3", "a"], "find(a) limit=3"),
      (["find", "-n3", "a"], "find(a) limit=3"),
      (["find", "-n=3", "a"], "find(a) limit==3"),
      (["find", "-v0n3", "a"], "find(a) verbose limit=3 null"),
      (["find", "-0vn", "3", "a"], "find(a) verbose limit=3 null"),
      (["find", "-n", "-3", "a"], "find(a) limit=-3"),
      (["find", "--limit", "--", "a"], "find(a) limit=--"),
      (["find", "-n1", "--limit=2", "a"], "find(a) limit=1,2"),
      (["find", "--sort", "size", "a"], "find(a) sort=size"),
      (["find", "--", "-a", "--limit"], "find(-a,--limit) "),
      (["find", "a", "--", "--"], "find(a,--) "),
      (["find", "-"], "find(-) "),
      (["find", ""], "find() "),
      (["--", "find", "-a"], "find(-a) "),
      (["-S", "/s", "sync"], "sync() socket=/s"),
      (["-S/s", "sync"], "sync() socket=/s"),
    ])
  func `Options stand anywhere, attached or apart, alone or bundled`(
    words: [String], expected: String
  ) {
    #expect(reading(words, by: tool) == expected)
  }

  @Test(
    arguments: [
      (["fnid"], "There is no command 'fnid'. Did you mean 'find'?"),
      (["fimds"], "There is no command 'fimds'. Did you mean 'find'?"),
      (["lost"], "There is no command 'lost'. The commands are find, list, sync."),
      (["lsit"], "There is no command 'lsit'. Did you mean 'list'?"),
      (["nuthatch"], "There is no command 'nuthatch'. The commands are find, list, sync."),
      (["--", "-x"], "There is no command '-x'. The commands are find, list, sync."),
      (["find"], "'tool find' needs WORD…."),
      (["find", "a", "b", "c", "d"], "'tool find' does not take 'd'."),
      (["list", "a", "b"], "'tool list' does not take 'b'."),
      (["sync", "a"], "'tool sync' does not take 'a'."),
      (["find", "a", "--limit"], "--limit needs a value: N."),
      (["find", "a", "-n"], "-n needs a value: N."),
      (["find", "--null=1", "a"], "--null takes no value."),
      (["find", "--sort=date", "a"], "--sort takes one of name, size, not 'date'."),
      (["find", "--sort=Name", "a"], "--sort takes one of name, size, not 'Name'."),
    ])
  func `A wrong call is told what is allowed`(words: [String], expected: String) {
    #expect(reading(words, by: tool) == expected)
  }

  @Test(
    arguments: [
      (["find", "--limits", "a"], "--limits"), (["find", "-x", "a"], "-x"),
      (["find", "-0x", "a"], "-0x"), (["find", "-é"], "-é"), (["find", "--="], "--"),
      (["--limit=3", "find", "a"], "--limit"), (["sync", "-n3"], "-n3"),
      (["find", "--lim=3", "a"], "--lim"),
    ])
  func `An option that is not there is named`(words: [String], option: String) {
    #expect(
      reading(words, by: tool)
        == "There is no option '\(option)' here. Put '--' before a word that begins with a dash.")
  }

  @Test(
    arguments: [
      ([], "() "), (["--root", "a", "--root=b"], "() root=a,b"),
      (["--check-configuration"], "() check-configuration"),
      (["a"], "'service' does not take 'a'."), (["--", "a"], "'service' does not take 'a'."),
      (["--port"], "There is no option '--port'. Try 'service --help'."),
      (["-p"], "There is no option '-p'. Try 'service --help'."),
      (["--root"], "--root needs a value: DIR."),
    ])
  func `A program without commands takes no operands`(words: [String], expected: String) {
    #expect(reading(words, by: service) == expected)
  }

  @Test(arguments: [["--help"], ["-h"], ["find", "-h"], ["find", "a", "b", "c", "d", "--help"]])
  func `Help is shown whatever else is missing`(words: [String]) throws {
    #expect(try tool.parse(bytes(words)).has("help"))
  }

  @Test func `The version comes by itself`() throws {
    #expect(try service.parse(bytes(["--version", "a"])).has("version"))
  }

  @Test func `Values and operands are bytes`() throws {
    let name: [UInt8] = [0xff, 0xfe, 0x0a]
    let words = [Array("find".utf8), Array("--socket=".utf8) + name, Array("-n".utf8) + name, name]
    let parsed = try tool.parse(words)
    #expect(parsed.operands == [name])
    #expect(parsed.bytes(of: "socket") == name)
    #expect(parsed.bytes(of: "limit") == name)
    #expect(parsed.text(of: "socket") == "\u{fffd}\u{fffd}\n")
  }

  @Test func `The last value counts`() throws {
    let parsed = try tool.parse(bytes(["find", "-n1", "-n", "2", "a"]))
    #expect(parsed.text(of: "limit") == "2")
    #expect(parsed.bytes(of: "limit") == Array("2".utf8))
    #expect(parsed.allBytes(of: "limit") == bytes(["1", "2"]))
    #expect(parsed.text(of: "sort") == nil)
    #expect(parsed.allBytes(of: "sort") == [])
  }

  @Test(
    arguments: [
      ("1", 1), ("10", 10), ("+5", 5), ("0", nil), ("11", nil), ("-1", nil), ("x", nil), ("", nil),
      ("1.5", nil), (" 1", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
  func `A number has to lie in its range`(text: String, number: Int?) throws {
    let parsed = try tool.parse(bytes(["find", "a", "--limit", text]))
    do throws(UsageError) {
      #expect(try parsed.number(of: "limit", in: 1...10) == number)
    } catch {
      #expect(number == nil)
      #expect("\(error)" == "--limit takes a number from 1 to 10, not '\(text)'.")
    }
    #expect(try parsed.number(of: "sort", in: 1...10) == nil)
  }

  @Test func `The help shows all there is`() {
    #expect(
      tool.help == """
        tool does things.

        Usage: tool [OPTION…] COMMAND

        Commands:
          find WORD…                Find words.
          list [DIR]                List all.
          sync                      Wait.

        Options:
          -S, --socket PATH         Ask here.
          -v, --verbose             Say more.
          -h, --help                Show this help and end.
          --version                 Show the version and end.

        Examples:
          tool find a                               one word
          tool sync                                 for scripts

        It is small, and does what one tells it.

        Exit codes: 0 found, 1 nothing found.

        'tool COMMAND --help' shows the options of a command.

        """)
    #expect(
      service.help == """
        service serves.

        Usage: service [OPTION…]

        Options:
          --root DIR                Index this.
          --check-configuration     Check.
          -h, --help                Show this help and end.
          --version                 Show the version and end.

        """)
  }

  @Test func `The help of a command shows all there is of it`() {
    #expect(
      tool.help(for: "find") == """
        Usage: tool find [OPTION…] WORD…

        Find words.

        Type -- before a dash.

        Options:
          -n, --limit N             Print at most N.
          --sort ORDER              Sort by name or size.
          -0, --null                End with NUL.

        Options of all commands:
          -S, --socket PATH         Ask here.
          -v, --verbose             Say more.
          -h, --help                Show this help and end.
          --version                 Show the version and end.

        Examples:
          tool find a                               one word
          tool find 'a b' --sort size -n 5 -- -c    more

        """)
    #expect(tool.help(for: nil) == tool.help)
    #expect(tool.help(for: "sync").hasPrefix("Usage: tool sync\n\nWait.\n\nOptions of all"))
  }

  @Test func `A long spelling gets a line, and a long sentence several`() {
    let table = CommandLineTable(
      program: "p", summary: "is p",
      options: [
        .init(
          "a-very-long-option", "a", value: "SOMETHING",
          help: "A sentence that is too long for what is left of a line of eighty characters.")
      ])
    #expect(
      table.help.contains(
        """

          -a, --a-very-long-option SOMETHING
                                    A sentence that is too long for what is left of a
                                    line of eighty characters.

        """))
    #expect(table.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}
