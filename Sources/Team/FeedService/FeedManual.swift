package import Arguments
import TeamProgram

/// The documentation of `sitta-feed`: the manual page, and the configuration file that is installed.
package enum FeedManual {
  /// The manual page `sitta-feed(8)`.
  package static let page = FeedCommand.table.manual(
    8,
    more: [
      .init("CONFIGURATION", configuration),
      .init("SETTING UP", settingUp),
      .init("PASSWORDS AND ENCRYPTION", security.map { .paragraph($0) }),
      .init("FORGETTING", forgetting.map { .paragraph($0) }),
      .init("FAILURES", failures.map { .paragraph($0) }),
      .init("FILES", files),
      .init(
        "SEE ALSO",
        [.paragraph("sitta(1), sitta-gateway(8), sittad(8), io.sitta.Search(7), psql(1)")]),
    ])

  /// The installed `feed.conf`, with every option.
  package static let file: String = {
    let opening = """
      The configuration of sitta-feed, see sitta-feed(8). As it is installed, sitta-feed.service follows the daemon of \
      sitta-server.service. Name the database in Connection=; a password does not belong here.
      """
    return options.file(section: "Feed", opening: opening)
  }()

  /// All options.
  static let options = [
    DocumentedOption.connection,
    DocumentedOption(
      key: "Source",
      help: """
        The name of this machine's documents in the database, at most 59 bytes. Default: the name of the machine. Two \
        feeds with one name exclude each other.
        """, example: "fileserver"),
    DocumentedOption(
      key: "Socket",
      help: """
        The socket of the `sittad` to follow. Default: the socket of the `sittad` of this user. The feed has to run as \
        the user of that `sittad`.
        """, example: "/run/sitta/io.sitta.Search",
      installed: "Socket=/run/sitta/io.sitta.Search"),
  ]

  private static let configuration: [ManualPage.Block] =
    [
      .paragraph(
        """
        One file is read: that of `--config`, or else `~/.config/sitta/feed.conf`, or else `/etc/sitta/feed.conf`. The \
        syntax is the same as in sittad.conf(5). The section is `[Feed]`:
        """)
    ] + options.items

  private static let settingUp: [ManualPage.Block] = [
    .paragraph(
      """
      `--set-up` makes the schema `sitta` and the role `sitta_feed`, so it needs a connection that may create roles. \
      An upgrade may need it again: the feed then says so and stops writing. The feed itself needs only the role `sitta_feed`. \
      On the machine of the database:
      """),
    .literal(
      """
      sudo -u postgres createdb sitta
      sudo -u postgres sitta-feed --config /etc/sitta/feed.conf --set-up
      sudo -u postgres createuser --role=sitta_feed sitta
      """),
    .paragraph(
      """
      `sitta-feed.service` runs as the user `sitta`, whose home folder is `/var/lib/sitta`. A connection through \
      PostgreSQL's local socket needs no password then: the server compares the names of the users (`peer`).
      """),
    .literal(
      """
      sudo systemctl enable --now sitta-server sitta-feed
      sudo -u sitta sitta-feed --config /etc/sitta/feed.conf --check
      """),
    .paragraph(
      """
      `--check` prints the name of the source, a tab, and the clock of the last commit that is in the database. `sitta \
      status` says how many commits the database lacks, and how old the first of them is.
      """),
  ]

  private static let security = [
    """
    A password comes from `~/.pgpass` (mode 0600) of the user who runs the feed, or from the file that `passfile=` names. It is \
    never an argument, and it is in no message. Kerberos (GSS), client certificates and `pg_service.conf` work as in \
    psql(1).
    """,
    """
    A connection over a network is encrypted, and the certificate of the server has to be valid for its name: the default \
    of `sslmode=` is `verify-full`, not libpq's `prefer`. Authorities are those of `~/.postgresql/root.crt`, or else \
    those that Debian trusts. A connection string, a service file and the environment can say something else.
    """,
    """
    The database has the names and texts of all documents of the source. Whoever can read its tables can read them: \
    its superusers, the owner of the tables, and the role `sitta_feed`. Backups and replicas of the database are worth the same. \
    Files that `Secrets=`, `Exclude=` or ignore files keep out of the index do not get into the database.
    """,
  ]

  private static let forgetting = [
    """
    `sitta forget` removes the document from the database as soon as the feed follows. From then on, no query finds it. \
    Its text stays in files of PostgreSQL for some time, where only somebody who can read these files finds it.
    """,
    """
    Files of the tables have it until the space is used again; `VACUUM FULL sitta.document, sitta.content` writes them anew. \
    Files of the write-ahead log have it until they are overwritten; archives of the log and backups, until they are \
    deleted. A streaming replica makes each change of the primary, so the same is true there.
    """,
    """
    A backup that is restored brings a forgotten document back, until the feed has followed again: it sends the removal once \
    more. If `sittad` does not have it any more, the feed compares the database with the index, and removes what is not in it.
    """,
  ]

  private static let failures = [
    """
    The feed writes a page of changes and its clock in one transaction. After whatever failure it goes on from the clock in the \
    database: nothing is lost, and nothing is there twice. Each failure is reported once, with what to do, and tried \
    again after 50 ms, up to 30 s. A wrong configuration (2) is not tried again.
    """,
    """
    Once a day, and whenever `sittad` cannot continue from the clock in the database, the feed compares all rows with the \
    index by checksums: after a backup that is too old, or rows that were changed by hand. It sends what differs, and says how \
    much that was. Changes go on meanwhile. If the index was built anew, its numbers mean other files: nobody finds the \
    documents of the former one any more, and each is found again when it was sent.
    """,
    """
    While the database is away, nothing waits in memory: the index itself has what the database lacks. `sittad` keeps \
    removals for the feed, for 30 days at most.
    """,
  ]

  private static let files: [ManualPage.Block] = [
    .item("/etc/sitta/feed.conf, ~/.config/sitta/feed.conf", "The configuration."),
    .item("~/.pgpass", "Passwords, see the manual of libpq."),
    .item(
      "~/.pg_service.conf, /etc/postgresql-common/pg_service.conf",
      "Sections of connections for `service=`."),
    .item("~/.postgresql/root.crt", "The authorities that certificates of servers come from."),
    .item(
      "/var/lib/sitta",
      "The home folder of the user `sitta`, as which `sitta-server.service` and `sitta-feed.service` run."
    ),
  ]
}
