package import Arguments
import TeamProgram

/// The documentation of `sitta-gateway`: the manual page, and the configuration file that is installed.
package enum GatewayManual {
  /// The manual page `sitta-gateway(8)`.
  package static let page = GatewayCommand.table.manual(
    8,
    more: [
      .init("CONFIGURATION", configuration),
      .init("SETTING UP", settingUp),
      .init("READERS AND RIGHTS", rights.map { .paragraph($0) }),
      .init("WHAT IS SEARCHED", searching.map { .paragraph($0) }),
      .init("WHAT IS REFUSED", refused),
      .init("PASSWORDS AND ENCRYPTION", security.map { .paragraph($0) }),
      .init("FAILURES", failures.map { .paragraph($0) }),
      .init("FILES", files),
      .init(
        "SEE ALSO",
        [.paragraph("sitta(1), sitta-feed(8), sittad(8), sittad.conf(5), io.sitta.Search(7)")]),
    ])

  /// The installed `gateway.conf`, with every option.
  package static let file: String = {
    let opening = """
      The configuration of sitta-gateway, see sitta-gateway(8). Name the database in Connection=; a password does not \
      belong here. After a change run `systemctl restart sitta-gateway`.
      """
    return options.file(section: "Gateway", opening: opening)
  }()

  /// All options.
  static let options = [
    DocumentedOption.connection,
    DocumentedOption(
      key: "Replica",
      help: """
        A replica of this database, named as in Connection=. It is searched instead of the primary as long as it has what \
        the primary has, and while the primary is away. Several lines name several replicas, the one to use first at the top.
        """, example: "service=replica"),
    DocumentedOption(
      key: "LongestLag",
      help: """
        For how many seconds a replica may lack a change, from 1 to 86400. One that lacks it for longer is not searched \
        until it has it. This is also how much later a revoked right can be gone from answers.
        """, example: "10"),
    DocumentedOption(
      key: "Socket",
      help: """
        The socket on which the gateway listens. Everybody on the machine may connect to it. `sitta` uses the default \
        by itself, for people who have no `sittad` of their own. The folder should be in memory, because the indexes \
        of candidates are beside the socket.
        """, example: "/run/sitta-gateway/io.sitta.Search"),
    DocumentedOption(
      key: "Searches",
      help: """
        How many searches run at the same time, from 1 to 64. Each has a thread, a connection to each database and an \
        index of candidates in memory. Up to 512 more wait.
        """, example: "4"),
  ]

  private static let configuration: [ManualPage.Block] =
    [
      .paragraph(
        """
        One file is read: that of `--config`, or else `/etc/sitta/gateway.conf`. The syntax is the same as in \
        sittad.conf(5). The section is `[Gateway]`:
        """)
    ] + options.items + databases.map { .paragraph($0) }

  private static let databases = [
    """
    The documents can be in several databases, up to 16, with whole sources in each: a section `[Database NAME]` for each of \
    them has `Connection=`, `Replica=` and `LongestLag=`, which `[Gateway]` then does not have. All are asked at once, \
    and hits are ranked with the numbers of all, as if they were in one. The order of the sections should stay, because \
    numbers of documents depend on it.
    """,
    """
    A database that does not answer costs its documents: the answer comes from the others, by half of the time of the search, and \
    a warning names it. It is asked again after 1, 2, 4 … 30 s. Counts then are "at least". Lists, which must be whole, fail.
    """,
  ]

  private static let settingUp: [ManualPage.Block] = [
    .paragraph(
      """
      The gateway searches in a database that `sitta-feed --set-up` has prepared. Its user in the database needs the role \
      `sitta_gateway` and nothing else: members of it may name any reader. On the machine of the database:
      """),
    .literal("sudo -u postgres createuser --role=sitta_gateway sitta-gateway"),
    .paragraph(
      """
      `sitta-gateway.service` runs as the user `sitta-gateway`, whose home folder is `/var/lib/sitta-gateway`. A connection \
      through PostgreSQL's local socket needs no password then: the server compares the names of the users (`peer`).
      """),
    .literal(
      """
      sudo systemctl enable --now sitta-gateway
      sudo -u sitta-gateway sitta-gateway --check
      sitta search heron
      """),
    .paragraph(
      """
      `--check` prints, for each source of the database, its name, a tab, and the clock of the last commit that is in the \
      database.
      """),
    .paragraph(
      """
      `sitta` without `--socket` asks the gateway if the person has no `sittad` of their own. People on other machines come \
      by ssh, which knows who they are: `files=ssh files.example sitta bridge` in the section `[Hosts]` of \
      `~/.config/sitta/sitta.conf`, and then `sitta --host files`; see sitta(1).
      """),
  ]

  private static let rights = [
    """
    The kernel says which user connects (`SO_PEERCRED`), and the name service of this machine which login that is. A reader finds \
    a document exactly if the file system of its server lets the login of this name read the file and pass each folder \
    above it: by owner, group, mode and POSIX access control list, with the groups that the name service of the server has. So the \
    same login has to be the same person on all machines. Hits, counts, facets, lists and lines come from these documents only.
    """,
    """
    This needs `Access=yes` in the configuration of the `sittad` of each server; see sittad.conf(5). Without it nobody finds \
    its documents. A login that a server does not know finds nothing of this server. The user 0 reads \
    everything that has known rights.
    """,
    """
    A right that is taken away is gone from answers when the feed has followed, usually within about a second. A change of \
    groups needs up to five minutes. A person who searches for the first time may be \
    unknown to the feeds for about a second; the gateway waits for up to 3 s, once in a minute, and a warning says if it was \
    in vain.
    """,
    """
    Rights are not known for NFSv4 access control lists and for files on FUSE, NFS and CIFS. Nobody finds these documents, not even \
    their owner.
    """,
    """
    The order of hits depends on how many documents have each word, and these numbers are those of all documents. So the \
    order can tell a reader that a word occurs in documents that they may not read, but not in which.
    """,
  ]

  private static let searching = [
    """
    The whole query language works; see sitta-query(7). The database finds candidates, and the gateway ranks them in an index of \
    its own: the best 300, and those of the earlier pages, in the order that a `sittad` would give them. If very many \
    documents match, 2,000 to 20,000 of them are compared for this choice, fewer if they are long. The answer then says "At least", and a better document may \
    be missing from it. A database with an index of BM25 by the extension `pg_textsearch` names the best ones at once; see \
    docs/teams.md. At most 1,000 hits can be reached. Facets are counted in at most 100,000 documents.
    """,
    """
    Words are completed and corrected with words of documents that the reader may read. The gateway reads the list of all words \
    when it starts, before it listens, and once a minute. Hits have no page numbers, and the names of folders are not searched. \
    `Sync` does not wait for the feeds: an answer has what is in the database.
    """,
  ]

  private static let refused: [ManualPage.Block] = [
    .paragraph(
      "These methods of io.sitta.Search(7) end with the error `NotServed` and a reason:"),
    .paragraph(
      "For the `sittad` on the machine with the files: "
        + names { Refusal.reason(for: $0).hasPrefix("That is for the sittad") }),
    .paragraph(
      "Not possible in a team's index: "
        + names { Refusal.reason(for: $0).hasSuffix("cannot do that.") }),
    .paragraph(
      "About queries, which the gateway does not keep: "
        + names { Refusal.reason(for: $0).hasSuffix("keeps no queries.") }),
    .paragraph(
      """
      The parameters `failed` and `format` of `List` are refused as well. `statistics` of `Search` is refused, so several \
      hosts in one search cannot include a gateway.
      """),
  ]

  /// The methods that are refused for one of the reasons.
  private static func names(_ isMeant: (String) -> Bool) -> String {
    Refusal.methods.filter(isMeant).sorted().map { "`\($0)`" }.joined(separator: ", ") + "."
  }

  private static let security = [
    """
    A password comes from `~/.pgpass` (mode 0600) of the user who runs the gateway, or from the file that `passfile=` names. A \
    connection over a network is encrypted, and the certificate of the server has to be valid for its name, as for \
    sitta-feed(8).
    """,
    """
    Whoever can connect to the database as a member of `sitta_gateway` can search as anybody. The gateway itself can read no \
    file of people, and can write nothing into the database but the names of those who search.
    """,
    """
    Indexes of candidates hold texts of documents while a search runs. They are in the folder `candidates` beside the socket, \
    with mode 0700, and each is emptied after its search. Queries are not kept, and are in no log of the gateway. The log of \
    PostgreSQL may have them, if `log_statement` or `log_min_duration_statement` is set.
    """,
  ]

  private static let failures = [
    """
    The gateway starts without a database, and connects at the next search. While the only database is away, each search fails \
    with a sentence that says so. A connection that was lost is replaced in the next search, so nothing has to be \
    started again.
    """,
    """
    If a `sittad` or a feed is away, searches go on in what the database has, with the rights that it has. A search that is not \
    done at its deadline, by default after 2 s, is ended and fails with `DeadlineExceeded`. Tables that are older or newer \
    than the gateway are not searched: the answer says which command or version is needed. A wrong configuration (2) \
    is not tried again by systemd.
    """,
    "512 connections are served at the same time, and 32 of one user.",
  ]

  private static let files: [ManualPage.Block] = [
    .item("/etc/sitta/gateway.conf", "The configuration."),
    .item("/run/sitta-gateway/io.sitta.Search", "The socket."),
    .item("/run/sitta-gateway/candidates", "The indexes of candidates."),
    .item(
      "/var/lib/sitta-gateway",
      "The home folder of the user `sitta-gateway`, for `.pgpass` and `.postgresql`."),
  ]
}
