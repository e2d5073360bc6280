public import Arguments

extension DaemonCommand {
  /// The manual page `sittad(8)`: the command line and the behaviour.
  public static let manual = table.manual(
    8,
    more: behaviour + [
      .init(
        "SIGNALS",
        [
          .item("SIGTERM, SIGINT", "Finish the current write, then end."),
          .item(
            "SIGHUP",
            """
            Read the configuration again, as `sitta reload` does. If a line is wrong, nothing changes, \
            and the journal names file and line. Paths on the command line take effect at the next \
            start.
            """),
        ]),
      .init(
        "ENVIRONMENT",
        [
          .item(
            "XDG_CONFIG_HOME", "The folder of your configuration; `~/.config` if it is not set."),
          .item("XDG_STATE_HOME", "The folder of the index; `~/.local/state` if it is not set."),
          .item(
            "XDG_RUNTIME_DIR",
            """
            The folder of the socket; `/run/user/UID` if it is not set, and `~/.local/state/sitta/run` if there \
            is neither, in a container for example.
            """),
          .item("LISTEN_FDS, NOTIFY_SOCKET, WATCHDOG_USEC", "Set by systemd; see sd_notify(3)."),
        ]),
      .init(
        "FILES",
        [
          .item("/etc/sitta/sittad.conf, ~/.config/sitta/sittad.conf", "See sittad.conf(5)."),
          .item(
            "~/.local/state/sitta", "The state folder. A missing index is built from the files."),
          .item("~/.local/state/sitta/forgotten", "The paths that are kept out of the index."),
          .item(
            "~/.local/state/sitta/queries.sqlite", "Your searches; only with `QueryLog=yes`."),
          .item(
            "~/.local/state/sitta/index.sqlite.damaged-TIME",
            "The last index that was damaged and replaced."),
          .item("$XDG_RUNTIME_DIR/sitta/io.sitta.Search", "The socket; see io.sitta.Search(7)."),
        ]),
      .init(
        "SEE ALSO",
        [.paragraph("sitta(1), sitta-query(7), sittad.conf(5), io.sitta.Search(7)")]),
    ])
}
