extension Secret {
  /// Names that programs give to secrets, in lower case; taken from manuals and sources.
  static let namesOfPrograms: [(content: String, patterns: [String])] = [
    (
      "private keys",
      [
        ".ssh", ".gnupg", ".pki", ".step", ".minisign", ".signify", ".putty", "id_rsa", "id_dsa",
        "id_ecdsa", "id_ed25519", "id_xmss", "id_ecdsa_sk", "id_ed25519_sk", "ssh_host_*_key",
        "id_rsa_*", "id_rsa-*", "id_dsa_*", "id_dsa-*", "id_ecdsa_*", "id_ecdsa-*", "id_ed25519_*",
        "id_ed25519-*", "*.p12", "*.pfx", "*.ppk", "*.jks", "*.jceks", "*.bks",
        "*.keystore", "*.agekey", "secring.*", "*.ovpn", "*.keytab", "krb5cc_*",
        "**/.config/sops", "**/.config/age", "**/wireguard/wg*.conf", "wg[0-9].conf",
        "**/.local/share/gnupg", "**/etc/ssl/private", "**/etc/wireguard", "ipsec.secrets",
      ]
    ),
    (
      "a wallet",
      [
        "wallet.dat", "*.wallet", ".bitcoin", ".litecoin", ".dogecoin", ".dashcore", ".zcash",
        ".ethereum", ".electrum", ".electrum-ltc", ".electron-cash", ".walletwasabi", ".sparrow",
        ".armory", ".lnd", "**/monero/wallets", "**/.config/exodus", "**/.config/atomic",
        "**/.config/ledger live", "**/.config/@trezor", "**/.config/solana",
      ]
    ),
    (
      "passwords",
      [
        ".password-store", "**/.local/share/password-store", "*.kdbx", "*.psafe3", "*.pwsafe",
        "*.agilekeychain",
        "*.opvault",
        "*.1pif", "*.1pux", "*.enpassdb", ".lpass", "**/.config/bitwarden",
        "**/.config/bitwarden cli", "**/.config/1password", "**/.config/op",
        "**/.config/keepassxc", "**/.config/keepass", "**/.config/enpass", "**/.config/gopass",
        "**/.local/share/gopass", "**/.local/share/keepassxc", ".netrc", "_netrc", ".authinfo",
        ".pgpass", "pgpass.conf", ".my.cnf", ".mylogin.cnf", ".htpasswd", ".htdigest", ".cvspass",
        ".smbcredentials", ".msmtprc", "**/.config/msmtp/config", ".mpoprc", ".esmtprc",
        ".mbsyncrc",
        ".offlineimaprc", ".fetchmailrc", ".getmailrc", "**/.davfs2/secrets", "**/.vnc/passwd",
        "**/etc/shadow", "**/etc/gshadow", "chap-secrets", "pap-secrets", "*.nmconnection",
        "wpa_supplicant.conf", ".vault_pass", ".vault_pass.*", ".vault_password",
        ".git-credentials", "**/.config/git/credentials", "**/.subversion/auth",
        "**/.config/rclone", ".rclone.conf", "**/.config/filezilla", ".filezilla",
        "**/.config/remmina", "**/.local/share/remmina", "**/.purple/accounts.xml",
        "**/.weechat/sec.conf", "**/.config/weechat/sec.conf",
      ]
    ),
    (
      "a keyring",
      [
        "**/.local/share/keyrings", "**/.local/share/kwalletd", "**/.gnome2/keyrings",
        "kdewallet.kwl", "*.keyring",
      ]
    ),
    (
      "what was typed into a program",
      [
        ".bash_history", ".bash_history-*", ".bash_sessions", ".zsh_history", ".zsh_sessions",
        ".zhistory", ".histfile", ".history", ".sh_history", ".ash_history", ".ksh_history",
        ".mksh_history", ".csh_history", ".tcsh_history", "fish_history", "**/nushell/history.txt",
        "**/nushell/history.sqlite3", "**/.local/share/atuin", "**/.local/share/xonsh",
        ".xonsh_history", "**/powershell/psreadline", "consolehost_history.txt", ".python_history",
        ".ipython", ".node_repl_history", ".ts_node_repl_history", ".bun_repl_history",
        "deno_history.txt", ".irb_history", ".irb-history", ".pry_history", ".php_history",
        ".scala_history", ".lua_history", ".octave_hist", ".rhistory", "repl_history.jl",
        "ghci_history", ".gdb_history", ".psql_history", ".psql_history-*", ".mysql_history",
        ".mariadb_history", ".sqlite_history", ".duckdb_history", ".mycli-history",
        "**/.config/pgcli/history", ".rediscli_history", ".mongo_history", ".dbshell",
        "**/.mongodb/mongosh", "cqlsh_history", ".influx_history", ".clickhouse-client-history",
        ".lesshst", ".viminfo", "*.shada", "bash_history", "zsh_history", "psql_history",
        "mysql_history", "sqlite_history", "node_repl_history", "**/.local/state/*/history*",
        "**/.local/state/*history", "**/.local/share/bash/history*",
        "**/.local/share/zsh/history*", "**/.cache/zsh/history*",
      ]
    ),
    (
      "a browser's or mail program's profile",
      [
        ".mozilla", ".librewolf", ".waterfox", ".floorp", ".zen", ".thunderbird",
        ".moonchild productions", "**/.config/mozilla", "**/.config/librewolf",
        "**/.config/google-chrome", "**/.config/google-chrome-beta",
        "**/.config/google-chrome-unstable", "**/.config/chromium", "**/.config/bravesoftware",
        "**/.config/vivaldi", "**/.config/vivaldi-snapshot", "**/.config/microsoft-edge",
        "**/.config/microsoft-edge-beta", "**/.config/microsoft-edge-dev", "**/.config/opera",
        "**/.config/opera-beta", "**/.config/yandex-browser", "**/.config/thorium",
        "**/.config/qutebrowser", "**/.local/share/qutebrowser", "**/.local/share/epiphany",
        "**/.local/share/falkon", "**/.local/share/torbrowser", "**/torbrowser/data/browser",
        "**/.var/app/*/.mozilla", "**/.var/app/*/.librewolf", "**/.var/app/*/.thunderbird",
        "**/.var/app/*/config/google-chrome", "**/.var/app/*/config/chromium",
        "**/.var/app/*/config/bravesoftware", "**/.var/app/*/config/vivaldi",
        "**/.var/app/*/config/microsoft-edge", "**/snap/firefox", "**/snap/chromium",
        "**/snap/brave", "**/snap/opera", "**/snap/thunderbird",
      ]
    ),
    (
      "a messenger's profile",
      [
        "**/.config/signal", "**/.config/signal desktop", "**/.config/discord",
        "**/.config/slack", "**/.config/element", "**/.local/share/telegramdesktop",
      ]
    ),
    (
      "access tokens",
      [
        ".env", ".env.*", ".envrc", ".aws", ".azure", ".kube", ".oci", ".aliyun", ".bluemix",
        ".fly",
        ".cloudflared", ".ngrok2", ".snowflake", ".s3cfg", ".boto", ".passwd-s3fs", ".dockercfg",
        "**/.docker/config.json", "**/.config/containers/auth.json", "**/.config/gcloud",
        "application_default_credentials.json", "**/.config/doctl", "**/.config/hcloud",
        "**/.config/scw", "**/.config/linode-cli", "**/.config/flyctl", "**/.config/ngrok",
        "**/.config/stripe", "**/.config/argocd", "**/.config/helm/registry", "**/.config/gh",
        "**/.config/glab-cli", "**/.config/tea", "**/.config/github-copilot",
        "**/.config/configstore", "**/.config/pypoetry/auth.toml", "**/.config/composer/auth.json",
        "**/.composer/auth.json", ".npmrc", ".yarnrc", ".pypirc", "**/.m2/settings.xml",
        "**/.m2/settings-security.xml", "**/.gradle/gradle.properties", "**/.bundle/config",
        "**/.nuget/nuget/nuget.config", "**/.cargo/credentials", "**/.cargo/credentials.toml",
        "**/.gem/credentials", "**/.local/share/gem/credentials", "**/.hex/hex.config",
        "**/.ivy2/.credentials", "**/.sbt/.credentials", "**/.travis/config.yml",
        "**/.circleci/cli.yml", "**/.kaggle/kaggle.json", "**/.huggingface/token",
        "**/.cache/huggingface/token", ".sentryclirc", ".databrickscfg", "**/.dbt/profiles.yml",
        "**/.mc/config.json", ".terraformrc", "**/.terraform.d/credentials.tfrc.json", "*.tfstate",
        "**/.pulumi/credentials.json", ".vault-token", ".xauthority", ".iceauthority",
        ".erlang.cookie",
      ]
    ),
  ]
}
