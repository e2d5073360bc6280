public import Arguments

extension ClientCommand {
  /// The manual page `sitta(1)`: the command table, and further sections.
  public static let manual = table.manual(
    1,
    more: [
      .init(
        "QUERIES",
        [
          .paragraph(
            """
            Files with all words come first; if they are few, files with a part of the words follow, \
            and each of these names the words that it lacks. The exit code is 0 for both. With \
            `--strict`, and for programs (`-0`, `--json`, `--format`, `--vimgrep`) unless `--relaxed` \
            is given, all words must occur. `"quoted words"` are exact, `pre*` finds words \
            by their beginning, and `-word` excludes. `a OR b` finds either. `title:`, `type:`, `in:`, \
            `modified:` and others restrict the search. sitta-query(7) has everything.
            """),
          .paragraph(
            """
            If nothing is found, `sitta` shows on a terminal how it read the query, and suggests other \
            words. Beside few hits it offers another query that may have been meant.
            """),
        ]),
      .init(
        "OUTPUT",
        [
          .paragraph(
            """
            On a terminal, hits have colours and paths are links, unless `NO_COLOR`, `TERM=dumb` or \
            `--color never` turns them off. Control characters in names and texts are escaped, so they \
            cannot control the terminal; `-0` and `open --print` print the bytes of paths where the output \
            is no terminal.
            """),
          .paragraph(
            """
            `--json` prints an object for each document, on a line of its own. It has the keys below; a \
            key that has no value is absent. With `--facets`, the last object has the key `facets` only.
            """),
        ] + FoundDocument.CodingKeys.allCases.map { .item($0.rawValue, $0.meaning) } + [
          .paragraph("With `--watch` there are also these keys.")
        ] + FoundChange.Key.allCases.map { .item($0.rawValue, $0.meaning) } + [
          .paragraph(
            """
            `--vimgrep` names the first match of each file, for editors: \
            `vim -q <(sitta search --vimgrep barrier)`. With `--passages` it names the first match \
            of each passage, and `--format` prints a line for each. The line is 1 if the match \
            is not in the file's own text, or if the file has changed since it was indexed.
            """),
          .paragraph(
            """
            The template of `--format` can hold the fields below. `{{` and `}}` are braces; `\\t`, `\\n` \
            and `\\\\` are a tab, a line feed and a backslash.
            """),
        ] + DocumentTemplate.Field.allCases.map { .item("{\($0)}", $0.meaning) }),
      changesSection, hostsSection,
      .init(
        "ENVIRONMENT",
        [
          .item("NO_COLOR", "If it is set, there are no colours and no links."),
          .item("TERM", "If it is `dumb` or not set, there are no colours and no links."),
          .item("SITTA_SOCKET", "The socket, if there is no `--socket`."),
          .item(
            "XDG_RUNTIME_DIR",
            """
            The folder below which the daemon has its socket, and `sitta --host` its connections; \
            `/run/user/UID` if it is not set. Without both, the socket is `~/.local/state/sitta/run/io.sitta.Search`.
            """),
          .item(
            "XDG_CONFIG_HOME", "The folder of `sitta/sitta.conf`; `~/.config` if it is not set."),
          .item(
            "PATH",
            "The folders in which `sitta` looks for `systemctl`, `less`, editors and applications."),
          .item(
            "VISUAL, EDITOR",
            "The editor in which `open` shows text; without them see `open` above."),
          .item(
            "DISPLAY, WAYLAND_DISPLAY",
            "If one of them is set, `open` has `xdg-open` show text without `VISUAL` and `EDITOR`."),
          .item(
            "SITTA_PAGER, PAGER",
            """
            The program that shows results that do not fit on the terminal; `less` if neither is set, \
            and none for `cat`.
            """),
        ]),
      .init(
        "FILES",
        [
          .item(
            "$XDG_RUNTIME_DIR/sitta/io.sitta.Search",
            """
            The daemon's socket. `sitta` asks only a daemon of yours, of root, or of an account of a \
            service (a number below 1000), in a folder that no other user can change; otherwise it \
            refuses the socket and says so. To search another person's files as root, use sudo(8) with \
            `-u`.
            """),
          .item(
            "/run/sitta-gateway/io.sitta.Search",
            """
            The socket of sitta-gateway(8), which searches a team's files. `sitta` uses it if you have no \
            daemon.
            """),
          .item("~/.config/sitta/sitta.conf", "The hosts of `--host`; see SEVERAL MACHINES."),
          .item(
            "$XDG_RUNTIME_DIR/sitta-hosts",
            """
            A private folder with the sockets of ssh's connections, and with `memory.json`: which hosts \
            have failed.
            """),
        ]),
      .init(
        "SEE ALSO",
        [.paragraph("sitta-pick(1), sitta-query(7), sittad(8), sittad.conf(5), io.sitta.Search(7)")]
      ),
    ])
}
