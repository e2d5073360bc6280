import LinuxSystem

/// Paths, and whether their names make them secrets if hidden files are indexed.
enum SecretNames {
  /// Names of secrets, by the kind of secret.
  static let keptOut: [(content: String, paths: [String])] = [
    (
      "private keys",
      [
        "/h/.ssh/config", "/h/.gnupg/x", "/h/.pki/nssdb/cert9.db", "/h/backup/id_rsa",
        "/h/id_ed25519", "/h/tls/server.key", "/h/server.pem", "/h/a.p12", "/h/a.pfx", "/h/a.ppk",
        "/h/a.jks", "/k/.ssh/id_ecdsa", "/h/id_rsa~", "/h/id_rsa.bak", "/h/server.key~",
        "/h/ID_RSA", "/h/SERVER.KEY", "/h/Server.Pem", "/h/id_rsa.old",
        "/h/id_rsa.save", "/h/.id_rsa.swp", "/h/id_rsa.1", "/h/id_rsa.rej", "/h/#id_rsa#",
        "/h/.#id_rsa", "/h/id_rsa.~1~", "/h/id_rsa.~12~", "/h/id_rsa (copy)", "/h/id_rsa (2)",
        "/h/id_rsa (another copy)", "/h/server.key.dpkg-old", "/h/server.key.rpmsave",
        "/h/server.key.pacnew", "/h/server.key.ucf-dist", "/h/server.key.bak~",
        "/h/server.key.orig.old.1", "/h/id_rsa.bak2", "/h/id_rsa.bak-2026-01-31",
        "/h/id_rsa.20260131", "/h/id_rsa-bak", "/h/id_rsa_old", "/h/id_rsa copy",
        "/h/Copy of id_rsa", "/h/id_rsa.sync-conflict-20260131-120000-ABCDEFG",
        "/h/.id_rsa.aB3dE1", "/h/._id_rsa", "/h/~$server.key", "/h/.server.key.un~",
        "/h/.server.key.kate-swp", "/h/server (copy).key", "/h/ID_RSA.BAK", "/h/id_rsa.tmp",
        "/h/id_rsa.backup", "/h/id_dsa~", "/h/ssh_host_ed25519_key", "/h/ssh_host_rsa_key.bak",
        "/h/a.keystore.old", "/h/wg/wireguard/wg0.conf", "/h/x.keytab",
        "/h/.config/sops/age/keys.txt", "/h/.config/age/key.txt", "/h/a.agekey", "/h/secring.gpg",
      ]
    ),
    (
      "passwords",
      [
        "/h/.password-store/a.gpg", "/h/a.kdbx", "/h/A.KDBX", "/h/a.kdbx.old", "/h/.netrc",
        "/h/.netrc~", "/h/.netrc.swp", "/h/_netrc", "/h/.pgpass", "/h/.pgpass.bak", "/h/.authinfo",
        "/h/.authinfo~", "/h/.my.cnf", "/h/.htpasswd", "/h/.htpasswd.bak", "/h/x/.git-credentials",
        "/h/.git-credentials.old", "/h/.config/git/credentials", "/h/.config/git/credentials~",
        "/h/.config/Bitwarden/data.json", "/h/.config/rclone/rclone.conf", "/h/.msmtprc~",
        "/h/.mbsyncrc", "/h/etc/shadow-", "/h/wifi.nmconnection", "/h/.vnc/passwd",
        "/h/.config/filezilla/sitemanager.xml", "/h/.vault_pass.txt",
      ]
    ),
    (
      "a keyring",
      [
        "/h/.local/share/keyrings/login.keyring", "/h/ceph.client.admin.keyring",
        "/h/kdewallet.kwl",
      ]
    ),
    (
      "what was typed into a program",
      [
        "/h/.bash_history", "/h/.bash_history.bak", "/h/.bash_history-01234.tmp",
        "/h/.zsh_history", "/h/.zsh_history~", "/h/.local/share/fish/fish_history",
        "/h/.python_history", "/h/.psql_history", "/h/.psql_history-work", "/h/.node_repl_history",
        "/h/.mysql_history", "/h/.sqlite_history", "/h/.rediscli_history", "/h/.irb_history",
        "/h/.Rhistory", "/h/.lesshst", "/h/.viminfo", "/h/.viminfo.tmp",
        "/h/.local/share/nushell/history.txt", "/h/.local/state/nvim/shada/main.shada",
        "/h/.local/share/powershell/PSReadLine/ConsoleHost_history.txt",
      ]
    ),
    (
      "a browser's or mail program's profile",
      [
        "/h/.mozilla/firefox/x/logins.json", "/h/.config/google-chrome-beta/x",
        "/h/.config/chromium/Default/History", "/h/.config/BraveSoftware/x",
        "/h/.var/app/com.google.Chrome/config/google-chrome/x", "/h/snap/firefox/common/x",
        "/h/.librewolf/x", "/h/.config/qutebrowser/x",
      ]
    ),
    (
      "a messenger's profile",
      [
        "/h/.config/Signal/config.json", "/h/.config/discord/x",
      ]
    ),
    (
      "a wallet",
      [
        "/h/wallet.dat", "/h/wallet.dat.bak", "/h/Wallet.dat",
        "/h/.electrum/wallets/default_wallet", "/h/Monero/wallets/a/a.keys",
        "/h/.bitcoin/bitcoin.conf",
      ]
    ),
    (
      "access tokens",
      [
        "/h/p/.env", "/h/p/.env~", "/h/p/.env.local", "/h/p/.env.bak", "/h/p/.ENV",
        "/h/.aws/credentials", "/h/.kube/config", "/h/.docker/config.json",
        "/h/.docker/config.json.bak", "/h/.s3cfg", "/h/.s3cfg.old", "/h/.boto", "/h/.npmrc~",
        "/h/.pypirc", "/h/.config/gh/hosts.yml", "/h/.config/gcloud/x.db",
        "/h/terraform.tfstate.backup", "/h/.vault-token", "/h/.Xauthority", "/h/.m2/settings.xml",
        "/h/.cargo/credentials.toml~",
      ]
    ),
  ]

  /// Names that only resemble secrets.
  static let letIn: [String] = [
    "/h/id_rsa.pub", "/h/id_rsa.pub~", "/h/id_ed25519.pub", "/h/id_ed25519.pub.bak", "/h/known.md",
    "/h/known_hosts.md", "/h/private key.txt", "/h/Private Key (copy).txt", "/h/notes/ssh.md",
    "/h/keys.txt", "/h/keys.txt~", "/h/monkey", "/h/monkey.bak", "/h/turkey.md", "/h/keyboard.md",
    "/h/key", "/h/key.1", "/h/keynote.txt", "/h/hockey.1", "/h/pem", "/h/pem.txt",
    "/h/pemmican.md", "/h/server.key.md", "/h/id_rsa.md", "/h/id_rsa explained.txt",
    "/h/id_rsa_rotation.txt", "/h/how id_rsa works.md", "/h/my id_rsa", "/h/grid_rsa", "/h/rsa",
    "/h/rsa.py", "/h/ssh_config.md", "/h/ssh", "/h/ssh/notes", "/h/gnupg/readme", "/h/.envision",
    "/h/.environment", "/h/environment", "/h/environment.bak", "/h/p/.env.example",
    "/h/p/.env.sample", "/h/p/.env.template", "/h/p/.env.dist", "/h/p/.env.example~",
    "/h/p/.env.local.example", "/h/env", "/h/env.md", "/h/.config/app/config.json",
    "/h/firefox/notes", "/h/mozilla/readme", "/h/chromium.md", "/h/git/credentials",
    "/h/credentials.md", "/h/credentials", "/h/aws/readme.md", "/h/aws", "/h/kube/config",
    "/h/docker/config.json", "/h/.docker/daemon.json", "/h/wallet.md", "/h/wallet",
    "/h/wallet.dat.md", "/h/my wallet.txt", "/h/bitcoin/paper.txt", "/h/bitcoin.md", "/h/history",
    "/h/history.md", "/h/history.txt", "/h/bash_history.md", "/h/history~",
    "/h/art history (copy).txt", "/h/.bashrc", "/h/.bashrc~", "/h/.zshrc", "/h/.profile",
    "/h/.vimrc", "/h/.vimrc.swp", "/h/.gitconfig", "/h/.gitconfig~", "/h/.inputrc",
    "/h/.bash_aliases", "/h/netrc", "/h/netrc.md", "/h/passwords in practice.md", "/h/password.md",
    "/h/passwd", "/h/shadow", "/h/shadow.md", "/h/shadows~", "/h/htpasswd.html", "/h/keyring.md",
    "/h/keyrings/readme", "/h/token.md", "/h/tokens.txt", "/h/secrets.md", "/h/secret",
    "/h/secret garden.txt", "/h/secret.bak", "/h/certificate.md", "/h/cert.txt", "/h/ca.crt",
    "/h/cert.der", "/h/authorized_keys", "/h/report.bak", "/h/report~", "/h/report.1",
    "/h/report (copy).txt", "/h/#report#", "/h/.#report", "/h/a.orig", "/h/patch.rej", "/h/ls.1",
    "/h/openssl.1ssl", "/h/.config/fish/config.fish", "/h/.config/nvim/init.lua",
    "/h/.config/git/config", "/h/.config/git/ignore", "/h/.config/systemd/user/a.service",
    "/h/.local/share/notes/a.md", "/h/.m2/readme", "/h/.cargo/config.toml", "/h/signal.md",
    "/h/discord.md", "/h/wireguard.md", "/h/wireguard/readme.md", "/h/s3cfg.md", "/h/age.md",
    "/h/sops.md", "/h/python_history.py", "/h/the history of rome.txt", "/k/.ssh/config",
    "/k/.ssh",
  ]
}
