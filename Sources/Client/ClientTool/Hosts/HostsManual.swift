import Arguments

extension ClientCommand {
  /// The section of `sitta(1)` about `--host`.
  static let hostsSection = ManualPage.Section(
    "SEVERAL MACHINES",
    [
      .paragraph(
        """
        `sitta --host nas,local search QUERY` asks the daemons of the machine `nas` and of this one, and \
        shows their hits in the order of one index with the files of both. `search`, `count`, `list`, \
        `status`, `explain` and `open` take `--host`. No other machine is asked unless it is named.
        """),
      .paragraph(
        """
        A machine is reached with `ssh NAME sitta bridge`; it needs sittad(8), and a key that ssh(1) can use \
        without a question. ssh keeps its connection for 60 s, so only the first search waits for it. \
        `~/.config/sitta/sitta.conf` names machines:
        """),
      .literal(
        """
        [Hosts]
        # ssh nas sitta bridge
        nas=
        # ssh me@desk.lan sitta bridge
        desk=me@desk.lan
        # Options of ssh, and perhaps the command there; words are separated by blanks.
        lab=ssh -p 2222 me@lab /opt/sitta/bin/sitta bridge

        [Host nas]
        # The folder of nas that is mounted here.
        Map=/srv/share:/mnt/share

        [Waiting]
        # Milliseconds; these are the defaults.
        Connect=5000
        Statistics=150
        Hits=500
        """),
      .paragraph(
        """
        All hosts are asked at once. A host has `Statistics=` to say how frequent the words of the query \
        are, or `Hits=` as long as no host has said that, and `Hits=` to search, or that for each 100 hits \
        of a page; the hits that came until then are printed, and a warning names missing hosts. Only a \
        host to which ssh has no connection yet has `Connect=` for the connection and its first answer \
        together, however often it is asked meanwhile; once it is connected, it has `Statistics=` or \
        `Hits=` of that, or a second if that is longer. A host that failed is left out for 1 s, then 2, 4 and \
        up to 60 s; this machine is always asked. If the statistics of a host come too late, a warning says \
        that the order is approximate; a larger `Statistics=` avoids that. The exit code says whether something \
        was found; it is 3 if no host has answered.
        """),
      .paragraph(
        """
        A file of another machine has `host` and an `sftp:` URI, and no path, so that no command acts on a \
        file of that name here; `-0` and `--vimgrep` leave it out. `Map=` gives a path to files whose folder \
        is mounted here. The same content on several hosts is one hit: the local one, or else the original; \
        `alsoAt` names the others. `sitta open` copies a file of another machine to a private folder in \
        `$TMPDIR` or `/tmp`, and opens the copy, which can only be read. The copy is removed when the editor \
        on the terminal ends, or by the first `sitta --host` after a day. Other machines are not trusted: \
        what they send is limited and escaped, their warnings bear their names, and they can use neither \
        keys nor ports of this machine.
        """),
      .paragraph(
        """
        Words find their other forms in the languages of each host. Each host's sittad.conf(5) has \
        its own weights of the ranking, so they should be equal. `--watch` and `--since` ask one machine.
        """),
    ])
}
