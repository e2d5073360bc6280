import Arguments

/// The behaviour that the daemon promises, as sections of `sittad(8)`.
extension DaemonCommand {
  static let behaviour: [ManualPage.Section] = [
    .init("WHAT IS INDEXED", selection),
    .init("DOCUMENTS", documents),
    .init("HOW CHANGES ARE FOUND", changes.map { .paragraph($0) }),
    .init("WHEN IT RESTS", resting.map { .paragraph($0) }),
    .init("LARGE FILES", largeFiles.map { .paragraph($0) }),
    .init("FILES THAT FAIL", failures.map { .paragraph($0) }),
    .init("FOLDERS THAT GO AWAY", absence.map { .paragraph($0) }),
    .init("FORGETTING", forgetting.map { .paragraph($0) }),
    .init("DAMAGE AND REPAIR", repair.map { .paragraph($0) }),
    .init("PRIVACY", privacy.map { .paragraph($0) }),
    .init("WHAT IT MAY WRITE", DaemonCommand.writing),
    .init("ON A SERVER", server),
    .init("LIMITS", limits.map { .paragraph($0) }),
  ]

  private static let selection: [ManualPage.Block] = [
    .paragraph(
      """
      The files of your home folder, unless `Roots=` in sittad.conf(5) or `--root` names other folders. \
      Plain text, such as Markdown and source code, and the documents below are found by their words, \
      all other files by their names. The first Markdown heading, or `title:` in front matter, is the \
      title; `tags:` are the tags.
      """),
    .paragraph("These files are left out. A changed rule takes effect at once."),
    .heading("Hidden files"),
    .paragraph("Names that begin with a dot, unless `Hidden=yes`."),
    .heading("Ignored files"),
    .paragraph(
      """
      Files that git ignores in a work tree (`.gitignore`, `.git/info/exclude`, `core.excludesFile`), \
      and files that `.ignore` or `.sittaignore` list in the same syntax, anywhere. If they disagree, \
      `.sittaignore` decides, then `.ignore`.
      """),
    .heading("Marked folders"),
    .paragraph(
      """
      Folders with `.nomedia`, `.trackerignore` or a `CACHEDIR.TAG` (https://bford.info/cachedir/).
      """),
    .heading("Folders that tools fill"),
    .paragraph(
      """
      `node_modules`, `bower_components`, `vendor/bundle`, `__pycache__`, `.tox`, `.nox`, \
      `.gradle`, and virtual \
      environments of Python (folders with a `pyvenv.cfg`), also outside of git. The line `!node_modules/` \
      in a `.sittaignore` or another ignore file includes them again from its folder on, and so does \
      `IgnoreFiles=no`. A root is never left out for its name.
      """),
    .heading("Secrets"),
    .paragraph(
      """
      Files whose names suggest secrets: private keys, `.ssh`, `.gnupg`, password stores, keyrings, \
      wallets, shell histories, browser profiles, exports of password managers, `.env`, `*.tfvars` \
      and more, and \
      backups and compressed copies of these (`id_rsa.gz.bak`). If ordinary files have such a name as \
      well, their contents decide: `a.key`, `a.pem`, `a.p8`, `credentials.json` and the like are left out \
      if they contain a private key, a password or a token, or if they are neither text nor a zip file. \
      Files that begin like a private key are left out under any name. No ignore file brings them back; \
      `Secrets=yes` does. `sitta explain FILE` names the rule.
      """),
    .heading("Other file systems"),
    .paragraph("Folders on another file system than their root, unless `OneFileSystem=no`."),
    .heading("Files that are too large"),
    .paragraph("Files above `MaxFileSize=`."),
    .heading("Symbolic links"),
    .paragraph(
      """
      They are never followed, except if a root is a link or is reached through one. If a link replaces a \
      folder, the folder's files are removed from the index.
      """),
    .heading("Files of the index"),
    .paragraph("The state folder, and hard links to files in it."),
  ]

  private static let changes = [
    """
    The kernel reports changes through inotify(7): files that are created, written, saved by an editor, \
    renamed, moved with their folder, or deleted. After a start, after lost events and for new folders, \
    `sittad` compares the disk with the index. Mounts, unmounts and renames of the folders above a root \
    are noticed at once.
    """,
    """
    The kernel may grant fewer watches than there are folders. Then four fifths of the watches go to \
    the folders that changed most recently. The others are polled every 5 minutes (`PollInterval=`), and \
    get a watch when something changes in them. `sitta status` shows how each root is watched, and the \
    `sysctl` command that raises the limit.
    """,
    """
    Network file systems (NFS, SMB, FUSE, 9P and the like) are watched and polled. A file system of \
    unknown type is polled until its first event proves that it reports changes. Once a day \
    (`CheckInterval=`) everything is compared, to find changes that no event reports.
    """,
    """
    `sitta sync` and `--sync` wait until everything that was written before can be found. They wait for \
    events, not for the next poll.
    """,
    """
    Some file systems keep coarse times: ext3 with small inodes, FAT, SFTP. There, a file that may have \
    been written twice within one step of the clock is read once more.
    """,
    """
    Renaming a folder changes one row of the index, however many files are in it. A file that is \
    touched, or written again with the same text, adds no tokens. A folder that cannot be read for a \
    while keeps its documents, and `sitta status` names it.
    """,
    """
    A file that is gone is not shown, even before the daemon has learned of it. Hits are looked up on the \
    disk for at most 100 ms; those on network file systems are not looked up.
    """,
    """
    `sitta search --watch` reports hits that appear, change, move or go within a tenth of a second. It \
    examines only the files that changed.
    """,
  ]

  private static let resting = [
    """
    Bulk work is the first comparison of all files, and those after lost events. It rests for 30 s after \
    120 s of CPU time, and waits while the computer runs on battery. It gives way while programs wait for \
    a CPU. `[Cooldown]` in sittad.conf(5) sets all of that, and `sitta pause` adds pauses of your own.
    """,
    """
    Files that you have just changed are indexed at once all the same. `sitta status` shows what rests, \
    until when and why. A `sync` that needs paused work fails at once if the pause is longer than its \
    timeout, and says so. `sitta resume --now` ends all pauses until all files are indexed, also on \
    battery. While a first index waits, searches and `sitta status` say so.
    """,
  ]

  private static let largeFiles = [
    """
    Memory stays below 200 MB, and 96 MB more for each document that is read at the same time \
    (`Readers=`), whatever your folders contain. Of a text with more than 32 MiB \
    (`MaxTextSize=`) or 300,000 different words, only the beginning is indexed; of plain text, such as a log, \
    the first and the last lines. If a control group \
    (`MemoryHigh=`, `MemoryMax=`) or `ulimit -v` grants less memory, less of a large text is read. The \
    document says so and names the limit.
    """,
    """
    Documents that need a program to be read wait for it while other files are indexed. Of the files that \
    have just been changed, the last one comes first; if all readers are busy with older files, one of \
    these is interrupted and read again later.
    """,
    """
    A text of more than 512 KiB is written after everything else, as bulk work, because its words can \
    take seconds. If other files change meanwhile, they come first. The text is tried again when nothing \
    has changed for as long as the first try took.
    """,
    """
    If files change all the time, the text is written after two minutes, or after 30 s if a `sync` waits \
    for it. Of a text with more than 60,000 different words, that is the beginning; the rest follows when \
    the file is next compared.
    """,
  ]

  private static let failures = [
    """
    A document that the index refuses keeps no other document out. It is found by its title and name, \
    and `sitta list --failed` gives the reason. It is tried again when its size, time or inode changes, \
    or when a newer version of Sitta reads it better.
    """,
    """
    A file at which the daemon is killed keeps no other file from being found. After the first time it \
    is read last, alone, and only a quarter of the usual amount; the rest follows a day later. After the \
    second time it is skipped until it changes, and `sitta list --failed` gives the reason. Power cuts \
    and ordinary ends do not count.
    """,
    """
    If indexing fails for another reason, on a full disk for example, it is tried again after 1 s. The \
    intervals then grow up to 30 s.
    """,
  ]

  private static let absence = [
    """
    A root that goes away (unplugged, unmounted, renamed) keeps its documents. They are not shown unless \
    `--away` asks for them, and `sitta status` counts them. When the root comes back, only the changes \
    are read.
    """,
    """
    The documents are kept as long as the root is in the configuration. They are removed if you take the \
    root out, or if the files are deleted while the daemon watches. An empty folder on another device \
    than before counts as a mount point, not as an emptied root. The place where a disk was mounted is away without it, \
    whatever lies there; if the files of the disk have moved into that folder, take the root out and in again.
    """,
    """
    A network file system whose server does not answer keeps its documents, which are found as they were \
    indexed. `sittad` asks it again after 1 s, then less often, up to every 30 s, and compares its \
    files once it answers. Searches do not wait for it: symbolic links on it are not followed then, \
    and a warning says so. If the server stops while a file is read, indexing waits; requests that \
    wait for indexing fail after a few seconds and name the path, and `sittad` can be stopped.
    """,
  ]

  private static let forgetting = [
    """
    `sitta forget PATH` erases a file, or all files below a folder, from every file in the state folder. \
    That covers texts, words, names, free pages, the log, and old copies of the index. It takes as long \
    as writing the index once. Of files that no longer exist, nothing is kept.
    """,
    """
    Before anything is erased, a line with the path and `unerased` is written to `forgotten` in the state \
    folder, whose room on the disk is kept back for that. If the disk is full or the index cannot be written \
    for another reason, the reply says so. The file is in no answer from then on, and it is erased \
    as soon as \
    that is possible. After a sudden death or a power cut, the next `sittad` hides the file, and erases it \
    before `sitta sync` returns. On file systems that never write in place, such as btrfs, the \
    disk itself may keep old blocks.
    """,
    """
    The path of a file that still exists is written to `forgotten` in the state folder. As long as that \
    line exists, no file of this name is indexed. Copies that editors keep beside it are left out, too: \
    `diary.txt~`, `#diary.txt#`, `diary.txt.bak`. If the daemon sees a rename, it adds a line with \
    the new name and `renamed`. When there are many such names, names of files that no longer exist are \
    dropped.
    """,
    """
    `sitta forget --undo PATH` removes the line of a file or folder, and of all below it, and indexes them \
    again. A file that was forgotten with its folder is indexed again with that folder.
    """,
  ]

  private static let repair = [
    """
    The index survives sudden deaths, damaged and foreign databases, full inotify queues, bad names and \
    bad files. `sitta status` and the journal report the repairs.
    """,
    """
    The index is checked in the background: after a sudden death, weekly, and when a query or a write \
    meets something odd. Damage that is proved twice is repaired in its smallest part. A text is read \
    again from its file, the postings are computed from the texts, or a new index is built.
    """,
    """
    A new index is built beside the old one, which answers until the new one is complete. The same \
    happens after an update, after a change of settings, and with `sitta rebuild`. Meanwhile replies say \
    since when new files are not found, and leave out files that are gone. The last damaged file is kept \
    as `index.sqlite.damaged-TIME`. If the disk has no room for two indexes, the old one is removed first.
    """,
    """
    A query that meets damage waits for the repair: for 5 s, unless it has its own deadline.
    """,
    """
    If the disk is full or read-only at the start, the existing index can be searched, and indexing \
    resumes when there is room. If the index's log is shortened, replaced or removed, the index is opened \
    again, checked, and compared with all files.
    """,
  ]

  private static let server: [ManualPage.Block] = [
    .paragraph(
      """
      `sitta-server.service` of the package `sitta-team` runs a `sittad` for the files of all people, whose index \
      sitta-feed(8) copies. It runs as the user `sitta`, reads `/etc/sitta/server.conf` and no other \
      configuration, and keeps its index in `/var/lib/sitta/index`. Only `sitta` gets answers from it:
      """),
    .literal("sudo -u sitta sitta --socket /run/sitta/io.sitta.Search status"),
    .paragraph(
      """
      Of the rights of root it has one: to read each file and folder (`CAP_DAC_READ_SEARCH` in \
      capabilities(7)). The programs that read documents do not have it: `sittad` opens the document for them. A \
      program of a section `[Reader NAME]` gets a copy in memory of a document that it could not open itself.
      """),
    .paragraph(
      """
      Changes on the disks of the server are noticed at once if its kernel makes them. Changes that other \
      machines make on a network file system are not reported; `sitta status` names such a root, and it is polled.
      """),
  ]

  private static let privacy = [
    """
    Only you can read the state folder: it has mode 0700 and its files 0600, whatever the umask is. The \
    index is locked while `sittad` runs, and its wal-index is in memory, so there is no `-shm` file. The \
    daemon's memory gets into no core dump.
    """,
    """
    The folder of the socket must belong to you and be closed to others. Otherwise `sittad` and `sitta` \
    refuse it and say so.
    """,
    """
    Searches are written nowhere, unless `QueryLog=yes`. Then they are kept in `queries.sqlite`, until \
    `sitta forget --queries` erases them, and hits that you opened rank a little higher in later searches. \
    No file text and no query is ever logged.
    """,
  ]

  private static let limits = [
    """
    The text of scanned pages is not read unless `OCR=` in sittad.conf(5) asks for it.
    """,
    """
    Of git's configuration, `includeIf` and `core.ignoreCase` are not followed. A work tree that begins \
    above a root while the daemon runs is noticed at the next start.
    """,
    """
    While a new index is built, saved files are found only when it replaces the old one. On battery, \
    where bulk work rests, that can take long. Documents of roots that are away are missing in a new \
    index until the roots come back. It waits 2 minutes for file systems that do not answer.
    """,
    """
    At most 32 connections are served at a time. A client that is silent, or does not read, keeps its \
    connection until another client needs it. If all 32 have running calls, such as a pause that is \
    held, others wait. Where `sittad` can open fewer than 88 files (`ulimit -n`), there are \
    fewer connections, 8 of 64 files, so that indexing has the rest.
    """,
    """
    At most 16 searches can be watched at a time, and no more than half of all connections, each with at \
    most 20,000 hits.
    """,
  ]
}
